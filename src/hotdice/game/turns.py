"""What follows when a turn or a roll-off is over: the next seat, the last turns, a play-off, the end."""

from typing import Protocol

from hotdice.game import events as e
from hotdice.game.state import Phase, State
from hotdice.rules import LastChance, Ties


class Adds(Protocol):
    """What is needed here of a log."""

    state: State

    def add(self, event: e.Event) -> None:
        """One more thing has happened."""


def after_turn(log: Adds, *, farkled: bool = False) -> None:
    """Add what follows the end of a turn: cards that have had their time, then the next turn or the end."""
    if log.state.cards is not None:
        _end_cards(log, farkled=farkled)
    state = log.state
    mover = state.seats[state.mover]
    if state.phase is Phase.NORMAL and not mover.gone and state.rules.reached(mover.total):
        if state.rules.last_chance is LastChance.NONE:
            if state.cards is not None:  # the Gold Pieces in hand still decide
                _finish(log, state.active, "target")
            else:
                log.add(e.GameEnded((state.mover,), "target"))
            return
        log.add(e.LastTurnsBegan(state.mover))
    elif state.phase is Phase.LAST and state.rules.last_chance is LastChance.LAST_LICKS and _leads(state):
        log.add(e.LastTurnsBegan(state.mover))
    next_turn(log)


def _leads(state: State) -> bool:
    """Whether the mover has passed everybody else."""
    others = [state.seats[seat].total for seat in state.active if seat != state.mover]
    return not state.seats[state.mover].gone and state.seats[state.mover].total > max(others)


def next_turn(log: Adds) -> None:
    """Add the turn that follows, or the end where none does."""
    state = log.state
    match state.phase:
        case Phase.LAST:
            whole_round = state.rules.last_chance is LastChance.FINISH_ROUND
            origin = state.starter if whole_round else state.trigger
            following = _following(state, state.active, origin)
            if following is None:
                _finish(log, state.active, "target")
                return
        case Phase.PLAY_OFF:
            following = _following(state, state.contenders, state.starter)
            if following is None:
                _finish(log, state.contenders, "play_off")
                return
        case _:
            following = _following(state, state.active, state.starter)
            if following is None:
                if state.round == state.rules.rounds:
                    _finish(log, state.active, "rounds")
                    return
                following = in_order(state, state.active, state.starter)[0]
    wrapped = _place(state, following, state.starter) <= _place(state, state.mover, state.starter)
    log.add(e.TurnBegan(following, state.round + wrapped, state.turn + 1))


def _place(state: State, seat: int, origin: int) -> int:
    """How many seats after `origin` a seat plays."""
    return (seat - origin) % len(state.seats)


def in_order(state: State, seats: tuple[int, ...], origin: int) -> list[int]:
    """Seats in the order of play, counted from `origin`."""
    return sorted(seats, key=lambda seat: _place(state, seat, origin))


def _following(state: State, seats: tuple[int, ...], origin: int) -> int | None:
    """The next of these seats after the mover, before play comes round to `origin` again."""
    now = _place(state, state.mover, origin)
    return next((seat for seat in in_order(state, seats, origin) if _place(state, seat, origin) > now), None)


def _finish(log: Adds, seats: tuple[int, ...], reason: str) -> None:
    """Every turn is played: count the Gold Pieces, name the winners, or let the tied play on."""
    if log.state.cards is not None and log.state.phase is not Phase.PLAY_OFF:
        log.add(e.GoldCounted(_gold(log.state)))
    state = log.state
    if state.rules.solo_goal:
        won = state.rules.meets(state.seats[0].total, state.rules.solo_goal)
        log.add(e.GameEnded((0,) if won else (), "goal"))
        return
    best = max(state.seats[seat].total for seat in seats)
    leaders = tuple(seat for seat in seats if state.seats[seat].total == best)
    leaders = _by_cards(state, leaders)
    if len(leaders) > 1 and state.rules.ties is Ties.PLAY_OFF:
        contenders = tuple(in_order(state, leaders, state.starter))
        log.add(e.PlayOffBegan(contenders))
        log.add(e.TurnBegan(contenders[0], state.round + 1, state.turn + 1))
        return
    log.add(e.GameEnded(winners(state, leaders), reason))


def winners(state: State, leaders: tuple[int, ...]) -> tuple[int, ...]:
    """Who of equal leaders wins where nobody plays on: all of them, or the one who was first there."""
    if state.rules.ties is Ties.TRIGGER_KEEPS and state.trigger in leaders:
        return (state.trigger,)
    return leaders


def _end_cards(log: Adds, *, farkled: bool) -> None:
    """Cards in play whose turns are used up, or that a farkle of their bearer ends."""
    state = log.state
    cards, deck = state.cards, state.rules.deck
    if cards is None or deck is None:
        return
    for entry in cards.in_play:
        ends_now = farkled and entry.target == state.mover and deck.by_id[entry.card].ends_on_farkle
        if entry.turns == 0 or ends_now:
            log.add(e.CardEnded(entry.owner, entry.card))


def _gold(state: State) -> tuple[int, ...]:
    """The Gold Pieces of unplayed cards, seat by seat (M10, M11); those who left count none."""
    cards, deck = state.cards, state.rules.deck
    if cards is None or deck is None:
        return (0,) * len(state.seats)
    return tuple(
        0 if seat.gone or (deck.gold_needs_door and not seat.opened) else deck.gold(hand)
        for seat, hand in zip(state.seats, cards.hands, strict=True)
    )


def _by_cards(state: State, leaders: tuple[int, ...]) -> tuple[int, ...]:
    """Of equal leaders those with the most unplayed cards, where the deck says so (M15)."""
    cards, deck = state.cards, state.rules.deck
    if cards is None or deck is None or not deck.ties_by_cards or state.phase is Phase.PLAY_OFF:
        return leaders
    most = max(len(cards.hands[seat]) for seat in leaders)
    return tuple(seat for seat in leaders if len(cards.hands[seat]) == most)


def after_roll_off(log: Adds) -> None:
    """Add what follows a die of the roll-off, or the leaving of somebody who was in it."""
    state = log.state
    if len(state.contenders) == 1:
        log.add(e.FirstPlayerSet(state.contenders[0]))
        return
    if len(state.thrown_off) < len(state.contenders):
        return
    best = max(state.thrown_off)
    leaders = tuple(
        seat for seat, face in zip(state.contenders, state.thrown_off, strict=True) if face == best
    )
    log.add(e.FirstPlayerSet(leaders[0]) if len(leaders) == 1 else e.RollOffTied(leaders))
