"""`verify`: why a command is refused, or None where it may be carried out. The one place of legality.

Masks, buttons, server errors and tests all ask here; the referee asks here before it decides.
"""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from hotdice.game import commands as c
from hotdice.game import rulings
from hotdice.game.lasting import stopping_total
from hotdice.game.playing_cards import refuse_card, refuse_pass
from hotdice.game.refusals import Datum, Refusal, refuse_seat
from hotdice.game.state import Phase, State, Step
from hotdice.rules import FACES, HotDice, OpeningPolicy, Reach
from hotdice.rules.combinations import pack
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
    check = _CHECKS.get(type(command))
    if check is None:
        return Refusal(
            "unknown_command", "The referee does not know {command}.", {"command": type(command).__name__}
        )
    return check(state, command)


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
    rules, seat = state.rules, state.seats[state.mover]
    needed = rules.minimum
    if needed and rules.target and not rules.minimum_binds_win and state.phase is not Phase.PLAY_OFF:
        needed = min(needed, rules.target + (rules.reach is Reach.MORE_THAN) - seat.total)
    if not seat.opened and rules.opening_policy is OpeningPolicy.MUST_REACH:
        needed = max(needed, rules.opening)
    return max(needed, 0)


def recorded_points(state: State, turn_total: int) -> int:
    """What a stop with this turn total puts onto the score sheet of the mover.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> plain = new_game(load("munchkin-farkle-plain"), 3)
    >>> recorded_points(plain, 450), recorded_points(plain, 500)
    (0, 500)
    """
    rules, seat = state.rules, state.seats[state.mover]
    if not seat.opened and turn_total < rules.opening:
        return 0
    exact = rules.reach is Reach.EXACTLY and rules.target and state.phase is not Phase.PLAY_OFF
    if exact and seat.total + turn_total > rules.target:
        return 0
    return turn_total


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
    if not all(type(face) is int and 1 <= face <= FACES for face in command.faces):
        return Refusal("wrong_dice", "A die shows a face from 1 to 6.")
    weights = state.rules.weights
    if weights and not all(weights[die - 1][face - 1] for die, face in zip(dice, command.faces, strict=True)):
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
    refusal = _mover(state, command.seat) or _waiting(state)
    if refusal is not None:
        return refusal
    if state.step is Step.KEEP:
        return Refusal("must_keep", "Set aside at least one scoring die of this roll first.")
    if state.step is not Step.DECIDE:
        return Refusal("roll_first", "Roll first: there is nothing to bank.")
    if state.hot and state.rules.hot_dice is HotDice.FORCED:
        return Refusal("hot_dice", "All dice scored: on this sheet you must roll them again.")
    if state.cards is not None and state.cards.must_roll:
        return Refusal("must_roll", "Your card says that you must roll at least once more.")
    return _enough(state, stopping_total(state, state.turn_total))


def _enough(state: State, turn_total: int) -> Refusal | None:
    rules, seat = state.rules, state.seats[state.mover]
    must_open = not seat.opened and rules.opening_policy is OpeningPolicy.MUST_REACH
    data: dict[str, Datum] = {"needed": needed_to_bank(state), "turn_total": turn_total}
    if must_open and turn_total < rules.opening:
        return Refusal(
            "below_opening",
            "You need {needed} in one turn to get on the board; this turn has {turn_total}.",
            data,
        )
    if turn_total >= rules.minimum:
        return None
    reaches = state.phase is not Phase.PLAY_OFF and rules.reached(seat.total + turn_total)
    if reaches and not rules.minimum_binds_win:
        return None
    return Refusal(
        "below_minimum",
        "You need {needed} to bank; this turn has {turn_total}.",
        data,
    )


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
    if state.rules.deck is not None:  # cards change what a turn can be worth
        possible = 0 <= command.points <= MAX_TURN and command.points % state.rules.step == 0
    else:
        possible = state.rules.table.can_score(command.points)
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


_CHECKS: dict[type[c.Command], Callable[[State, Any], Refusal | None]] = {
    c.Roll: _roll,
    c.Throw: _throw,
    c.Keep: _keep,
    c.Bank: _bank,
    c.EnterTurn: _enter,
    c.TimeOut: _time_out,
    c.Resign: _resign,
    c.Correct: _correct,
    c.UseAdvice: _advice,
    **rulings.CHECKS,
    c.PlayCard: _play_card,
    c.PassWindow: _pass_window,
}
