"""`evolve`: what each event does to the state. Nothing here asks whether an event may happen."""

from collections.abc import Iterable

from msgspec.structs import replace

from hotdice.game import card_changes as cards
from hotdice.game import events as e
from hotdice.game import rulings
from hotdice.game.dispatch import by_type
from hotdice.game.lasting import allowed_dice
from hotdice.game.state import Phase, Seat, State, Step, started
from hotdice.rules import after_farkle


def evolve(state: State, event: e.Event) -> State:
    """The state after an event.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> evolve(new_game(load("classic"), 2), e.RollAsked(0, 1, 1, 1, (1, 2, 3, 4, 5, 6))).step
    <Step.WAIT: 'wait'>

    Raises:
        TypeError: the event is not one that this version knows.
    """
    after: State = _CHANGES[type(event)](state, event)
    return after


def fold(state: State, events: Iterable[e.Event]) -> State:
    """The state after all of these events.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> start = new_game(load("classic"), 2)
    >>> fold(start, []) == start
    True
    """
    for event in events:
        state = evolve(state, event)
    return state


def _with_seat(state: State, index: int, seat: Seat) -> tuple[Seat, ...]:
    return (*state.seats[:index], seat, *state.seats[index + 1 :])


def _roll_asked(state: State, event: e.RollAsked) -> State:
    if state.faces:  # dice lie on the table: a card throws some of them again
        return cards.dice_asked_again(state, event)
    held = state.cards
    if state.offer:  # not taken
        state = replace(state, offer=0, offered=())
    if held is not None and (held.must_roll or held.owed):
        held = replace(held, must_roll=False, owed=0)
    return replace(
        state,
        step=Step.WAIT,
        hand=event.dice,
        faces=(),
        turn=event.turn,
        roll=event.roll,
        throw=event.throw,
        cards=held,
    )


def _dice_rolled(state: State, event: e.DiceRolled) -> State:
    if state.phase is Phase.ROLL_OFF:
        thrown = state.thrown_off + event.faces
        mover = state.contenders[len(thrown)] if len(thrown) < len(state.contenders) else state.mover
        return replace(state, step=Step.ROLL, thrown_off=thrown, mover=mover, hand=())
    if state.faces:
        return cards.dice_rolled_again(state, event)
    return replace(state, step=Step.KEEP, faces=event.faces)


def _dice_kept(state: State, event: e.DiceKept) -> State:
    hand = tuple(die for die in state.hand if die not in event.dice)
    return replace(state, step=Step.DECIDE, hand=hand, faces=(), turn_total=state.turn_total + event.points)


def _ended_turn(state: State, seats: tuple[Seat, ...]) -> State:
    return replace(
        state,
        step=Step.BETWEEN,
        seats=seats,
        turn_total=0,
        hand=(),
        faces=(),
        remarks=rulings.one_turn_less(state) if state.remarks else (),
        offer=0,
        offered=(),
        cards=None if state.cards is None else cards.turn_is_over(state),
    )


def _banked(state: State, event: e.Banked) -> State:
    seat = state.seats[event.seat]
    opened = seat.opened or event.points > 0
    seat = replace(seat, total=seat.total + event.points, opened=opened, farkles=0)
    after = _ended_turn(state, _with_seat(state, event.seat, seat))
    if state.rules.piggyback and event.points and state.step is Step.DECIDE:
        return replace(after, offer=state.turn_total, offered=state.dice_to_roll)
    return after


def _gifted(state: State, event: e.Gifted) -> State:
    seat = state.seats[event.seat]
    return replace(state, seats=_with_seat(state, event.seat, replace(seat, total=seat.total + event.points)))


def _bumped(state: State, event: e.Bumped) -> State:
    seat = replace(state.seats[event.seat], total=event.total)
    return replace(state, seats=_with_seat(state, event.seat, seat))


def _took_over(state: State, event: e.TookOver) -> State:
    return replace(state, turn_total=event.points, hand=event.dice, offer=0, offered=())


def _farkled(state: State, event: e.Farkled) -> State:
    seat = state.seats[event.seat]
    farkles = after_farkle(state.rules, seat.total, seat.farkles)[1]
    seat = replace(seat, total=seat.total - event.penalty, farkles=farkles)
    return _ended_turn(state, _with_seat(state, event.seat, seat))


def _timed_out(state: State, event: e.TurnTimedOut) -> State:
    return _ended_turn(state, state.seats)


def _resigned(state: State, event: e.Resigned | e.KnockedOut) -> State:
    seats = _with_seat(state, event.seat, replace(state.seats[event.seat], gone=True))
    contenders, thrown = state.contenders, state.thrown_off
    if event.seat in contenders:
        place = contenders.index(event.seat)
        contenders = contenders[:place] + contenders[place + 1 :]
        thrown = thrown[:place] + thrown[place + 1 :]
    was_moving = event.seat == state.mover
    state = replace(state, seats=seats, contenders=contenders, thrown_off=thrown)
    if state.cards is not None:
        state = cards.seat_is_gone(state, event.seat)
    if not was_moving:
        return state
    if state.phase is Phase.ROLL_OFF and len(thrown) < len(contenders):
        return replace(state, step=Step.ROLL, mover=contenders[len(thrown)], hand=())
    return _ended_turn(state, seats)


def _corrected(state: State, event: e.Corrected) -> State:
    opened = event.opened or state.rules.opening == 0  # without an opening everybody is on the board
    seat = replace(state.seats[event.seat], total=event.total, opened=opened, farkles=event.farkles)
    return replace(state, seats=_with_seat(state, event.seat, seat))


def _nothing(state: State, event: e.TurnEntered | e.AdviceUsed) -> State:
    return state


def _roll_off_tied(state: State, event: e.RollOffTied) -> State:
    return replace(
        state, step=Step.ROLL, contenders=event.seats, thrown_off=(), mover=event.seats[0], hand=()
    )


def _first_player_set(state: State, event: e.FirstPlayerSet) -> State:
    return started(state, event.seat)


def _turn_began(state: State, event: e.TurnBegan) -> State:
    seat, seats, dice = state.seats[event.seat], state.seats, state.rules.dice
    if state.cards is not None:
        dice = allowed_dice(state, event.seat)
    if seat.dice:  # a ruling for this turn alone
        dice, seats = seat.dice, _with_seat(state, event.seat, replace(seat, dice=0))
    if state.offer and not seat.opened:  # only who is on the board may take over
        state = replace(state, offer=0, offered=())
    return replace(
        state,
        seats=seats,
        turn_dice=dice,
        step=Step.ROLL,
        mover=event.seat,
        round=event.round,
        turn=event.turn,
        roll=0,
        throw=0,
        turn_total=0,
        hand=tuple(range(1, dice + 1)),
        faces=(),
    )


def _last_turns_began(state: State, event: e.LastTurnsBegan) -> State:
    return replace(state, phase=Phase.LAST, trigger=event.trigger)


def _play_off_began(state: State, event: e.PlayOffBegan) -> State:
    return replace(state, phase=Phase.PLAY_OFF, contenders=event.seats)


def _game_ended(state: State, event: e.GameEnded) -> State:
    return replace(
        state,
        phase=Phase.OVER,
        step=Step.OVER,
        winners=event.winners,
        reason=event.reason,
        turn_total=0,
        hand=(),
        faces=(),
    )


_CHANGES = by_type(globals(), e.Event, rulings.CHANGES, cards.CHANGES)
