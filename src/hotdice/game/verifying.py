"""`verify`: why a command is refused, or None where it may be carried out. The one place of legality.

Masks, buttons, server errors and tests all ask here; the referee asks here before it decides.
"""

from msgspec.structs import replace

from hotdice.game import commands as c
from hotdice.game import rulings
from hotdice.game.dispatch import by_type
from hotdice.game.lasting import stopping_total
from hotdice.game.playing_cards import refuse_card, refuse_pass
from hotdice.game.refusals import Datum, Refusal, refuse_seat, unknown
from hotdice.game.state import Phase, State, Step
from hotdice.rules import FACES, End, HotDice, end_of_stop, least_stop, recorded
from hotdice.rules.bags import has_joker
from hotdice.rules.combinations import pack
from hotdice.rules.ruleset import JOKER
from hotdice.rules.scoring import MAX_TURN

MOST_TOTAL = rulings.MOST_TOTAL


def verify(state: State, command: c.Command) -> Refusal | None:
    """Why this command is refused now, or None.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> verify(new_game(load("classic"), 2), c.Bank(0)).code
    'roll_first'
    """
    if state.over and not isinstance(command, rulings.AFTER_THE_END):
        return Refusal("game_over", "The game is over.")
    refusal: Refusal | None = _CHECKS.get(type(command), unknown)(state, command)
    return refusal


def can(state: State, command: c.Command) -> bool:
    """Whether this command would be carried out.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> can(new_game(load("classic"), 2), c.Roll(0))
    True
    """
    return verify(state, command) is None


def needed_to_bank(state: State) -> int:
    """The smallest turn total with which the mover may stop, by opening and minimum (0: any).

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> needed_to_bank(new_game(load("classic"), 2)), needed_to_bank(new_game(load("facebook"), 2))
    (500, 300)
    """
    seat = state.seats[state.mover]
    return least_stop(state.rules, seat.total, opened=seat.opened, play_off=state.phase is Phase.PLAY_OFF)


def end_of(state: State, turn_total: int) -> End:
    """What a stop of the mover with this turn total leads to, by opening, minimum and target."""
    seat = state.seats[state.mover]
    play_off = state.phase is Phase.PLAY_OFF
    return end_of_stop(state.rules, seat.total, turn_total, opened=seat.opened, play_off=play_off)


def recorded_points(state: State, turn_total: int) -> int:
    """What a turn that ends with this total puts onto the score sheet of the mover.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> plain = new_game(load("munchkin-farkle-plain"), 3)
    >>> recorded_points(plain, 450), recorded_points(plain, 500)
    (0, 500)
    """
    seat = state.seats[state.mover]
    play_off = state.phase is Phase.PLAY_OFF
    return recorded(state.rules, seat.total, turn_total, opened=seat.opened, play_off=play_off)


def _mover(state: State, index: int) -> Refusal | None:
    refusal = refuse_seat(state, index)
    if refusal is None and index != state.mover:
        refusal = Refusal("not_your_turn", "It is the turn of seat {mover:seat}.", {"mover": state.mover})
    return refusal


def _waiting(state: State) -> Refusal | None:
    match state.step:
        case Step.WAIT:
            return Refusal("waiting_for_dice", "The dice are in the air; wait until they have fallen.")
        case Step.FARKLE:
            return Refusal("card_or_pass", "Nothing scores. Play a card for such a moment, or pass.")
        case Step.STOP:
            return Refusal("card_or_pass", "You have stopped. Play a card for such a moment, or pass.")
    return None


def _roll(state: State, command: c.Roll) -> Refusal | None:
    refusal = _mover(state, command.seat) or _waiting(state)
    if refusal is None and state.step is Step.KEEP:
        refusal = Refusal("must_keep", "Set aside at least one scoring die first.")
    return refusal


def _throw(state: State, command: c.Throw) -> Refusal | None:
    if state.step is not Step.WAIT:
        return Refusal("no_dice_asked", "Nobody has asked for dice.")
    dice = state.in_the_air
    wanted = len(dice)
    if len(command.faces) != wanted:
        data: dict[str, Datum] = {"dice": wanted, "count": len(command.faces)}
        return Refusal("wrong_dice", "{dice} dice were asked for, not {count}.", data)
    weighted = bool(state.weights)
    most = JOKER if weighted else FACES
    for face in command.faces:
        if type(face) is not int or not 1 <= face <= most:
            return Refusal("wrong_dice", "A die shows a face from 1 to 6.")
    if weighted and not all(state.may_show(die, face) for die, face in zip(dice, command.faces, strict=True)):
        return Refusal("wrong_dice", "One of these dice never shows that face (key weights).")
    return None


def _keep(state: State, command: c.Keep) -> Refusal | None:
    refusal = _mover(state, command.seat) or _waiting(state)
    if refusal is not None:
        return refusal
    if state.step is not Step.KEEP:
        return Refusal("nothing_to_keep", "There is nothing to set aside before the next roll.")
    dice = command.dice
    if not dice:
        return Refusal("must_keep", "Set aside at least one scoring die.")
    shown = dict(zip(state.hand, state.faces, strict=True))
    if len(set(dice)) != len(dice) or not all(die in shown for die in dice):
        return Refusal("no_such_die", "These are not dice of this roll.", {"dice": dice})
    option = state.rules.table.options(state.faces).by_packed.get(pack(shown[die] for die in dice))
    if option is None:
        return _not_a_score(state, tuple(sorted(shown[die] for die in dice)))
    if command.then not in ("", "roll", "bank"):
        return Refusal("unknown_command", "After a keep comes roll or bank.")
    if command.then == "bank":
        hand = tuple(die for die in state.hand if die not in dice)
        after = replace(
            state, step=Step.DECIDE, hand=hand, faces=(), turn_total=state.turn_total + option.points
        )
        return _bank(after, c.Bank(command.seat))
    return None


def _not_a_score(state: State, faces: tuple[int, ...]) -> Refusal:
    table = state.rules.table
    if state.rules.take_all and table.value(faces) is not None:
        return Refusal("take_all", "On this sheet every scoring die must be set aside.", {"faces": faces})
    idle = sorted({face for face in faces if not _helps(state, faces, face)})
    if idle and len(idle) < len(set(faces)):
        data: dict[str, Datum] = {"faces": faces, "idle": tuple(idle)}
        return Refusal("not_a_score", "{faces} does not score: leave {idle:and}.", data)
    return Refusal("not_a_score", "{faces} does not score.", {"faces": faces})


def _helps(state: State, faces: tuple[int, ...], face: int) -> bool:
    """Whether some score inside these dice uses this face."""
    found = state.rules.table.options(faces).options
    return any(str(face) in option.keep for option in found)


def _bank(state: State, command: c.Bank) -> Refusal | None:
    return (
        _mover(state, command.seat)
        or _waiting(state)
        or _nothing_to_bank(state)
        or _must_roll(state)
        or _enough(state, stopping_total(state, state.turn_total))
    )


def _nothing_to_bank(state: State) -> Refusal | None:
    if state.step is Step.KEEP:
        return Refusal("must_keep", "Set aside at least one scoring die of this roll first.")
    if state.step is not Step.DECIDE:
        return Refusal("roll_first", "Roll first: there is nothing to bank.")
    return None


def _must_roll(state: State) -> Refusal | None:
    if state.hot and state.rules.hot_dice is HotDice.FORCED:
        return Refusal("hot_dice", "All dice scored: on this sheet you must roll them again.")
    if state.cards is not None and state.cards.must_roll:
        return Refusal("must_roll", "Your card says that you must roll at least once more.")
    return None


def _enough(state: State, turn_total: int) -> Refusal | None:
    end = end_of(state, turn_total)
    if end.legal:
        return None
    data: dict[str, Datum] = {"needed": needed_to_bank(state), "turn_total": turn_total}
    if end is End.BELOW_OPENING:
        return Refusal(
            "below_opening",
            "You need {needed} in one turn to get on the board; this turn has {turn_total}.",
            data,
        )
    if end is End.UNEVEN:
        data = {"step": state.rules.bank_step, "turn_total": turn_total}
        return Refusal("uneven", "A bank must be a multiple of {step}; this turn has {turn_total}.", data)
    return Refusal("below_minimum", "You need {needed} to bank; this turn has {turn_total}.", data)


def _take_over(state: State, command: c.TakeOver) -> Refusal | None:
    refusal = _mover(state, command.seat)
    if refusal is None and not (state.offer and state.step is Step.ROLL):
        refusal = Refusal("nothing_to_take", "There are no dice and points to take over.")
    return refusal


def _enter(state: State, command: c.EnterTurn) -> Refusal | None:
    refusal = _mover(state, command.seat)
    if refusal is not None:
        return refusal
    if state.phase is Phase.ROLL_OFF:
        return Refusal("roll_off", "First roll off who begins.")
    if state.step is not Step.ROLL:
        return Refusal("turn_started", "This turn has begun with dice; end it with dice.")
    if command.points is None:
        return None
    if command.ruling:
        if 0 <= command.points <= MAX_TURN:
            return None
        return Refusal(
            "cannot_score", "Even by ruling a turn has from 0 to {most} points.", {"most": MAX_TURN}
        )
    if state.rules.deck is not None or state.rules.piggyback:  # a turn may begin with points, or gain some
        possible = 0 <= command.points <= MAX_TURN and command.points % state.rules.step == 0
    else:
        own = bool(state.bags) and has_joker(state.bags[state.mover])
        possible = state.rules.table.can_score(command.points, jokers=own)
    if not possible:
        return Refusal(
            "cannot_score",
            "No turn on this sheet scores exactly {points}.",
            {"points": command.points},
        )
    return _enough(state, command.points)


def _time_out(state: State, command: c.TimeOut) -> Refusal | None:
    refusal = _mover(state, command.seat)
    if refusal is None and state.phase is Phase.ROLL_OFF:
        refusal = Refusal("roll_off", "A roll-off has no clock.")
    return refusal


def _play_card(state: State, command: c.PlayCard) -> Refusal | None:
    refusal = _mover(state, command.seat)
    if refusal is None and state.step is Step.WAIT:
        refusal = _waiting(state)
    return refusal or refuse_card(state, command)


def _pass_window(state: State, command: c.PassWindow) -> Refusal | None:
    return _mover(state, command.seat) or refuse_pass(state)


def _resign(state: State, command: c.Resign) -> Refusal | None:
    return refuse_seat(state, command.seat)


def _correct(state: State, command: c.Correct) -> Refusal | None:
    refusal = refuse_seat(state, command.seat)
    if refusal is None and abs(command.total) > MOST_TOTAL:
        refusal = Refusal("cannot_score", "No score sheet has room for that.")
    most = max(state.rules.penalty.count, 1)
    if refusal is None and not 0 <= command.farkles <= most:
        refusal = Refusal("cannot_score", "Farkles in a row are from 0 to {most}.", {"most": most})
    return refusal


def _advice(state: State, command: c.UseAdvice) -> Refusal | None:
    return refuse_seat(state, command.seat)


_CHECKS = by_type(globals(), c.Command, rulings.CHECKS)
