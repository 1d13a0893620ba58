"""`verify`: why a command is refused, or None where it may be carried out. The one place of legality.

This file knows the die phase and chance; the turn around it and fights have files of their own.
"""

from hotdice.game.dispatch import by_type
from hotdice.game.refusals import Refusal, unknown
from hotdice.munchkin import checks
from hotdice.munchkin import commands as c
from hotdice.munchkin import tasks as t
from hotdice.munchkin.cards import Kind
from hotdice.munchkin.results import EXCHANGED, Deal, deals, sources, victims
from hotdice.munchkin.sheet import FACES, PICTURE, RUN_FACES
from hotdice.munchkin.state import Phase, State
from hotdice.munchkin.strength import can_lose_level, lowest_level
from hotdice.munchkin.verifying_fights import FIGHT_CHECKS
from hotdice.munchkin.verifying_turns import TURN_CHECKS


def verify(state: State, command: c.Command) -> Refusal | None:
    """Why this command is refused now, or None.

    >>> from hotdice.munchkin import load, new_game
    >>> verify(new_game(load(), 3), c.Deal("good-hammer")).sentence
    'Good Hammer cannot come from the Door deck.'
    """
    if state.over:
        return Refusal("game_over", "The game is over.")
    refusal: Refusal | None = _CHECKS.get(type(command), unknown)(state, command)
    return refusal


def can(state: State, command: c.Command) -> bool:
    """Whether this command would be carried out.

    >>> from hotdice.munchkin import load, new_game
    >>> can(new_game(load(), 3), c.Deal("cyborg"))
    True
    """
    return verify(state, command) is None


def _deal(state: State, command: c.Deal) -> Refusal | None:
    task = state.task
    if not isinstance(task, t.DrawCard):
        return Refusal("no_draw", "No card was asked for.")
    card = state.sheet.by_id.get(command.card)
    if card is None:
        return Refusal("no_such_card", "There is no card {id}.", {"id": repr(command.card[:40])})
    if card.id not in state.deck(task.pile):
        return Refusal(
            "not_in_deck",
            "{name} cannot come from the {pile:kind} deck.",
            checks.about(card) | {"pile": str(task.pile)},
        )
    return None


def _throw(state: State, command: c.Throw) -> Refusal | None:
    task = state.task
    if not isinstance(task, t.ThrowDie | t.RunAway):
        return Refusal("no_die", "No die was asked for.")
    faces = FACES if isinstance(task, t.ThrowDie) else RUN_FACES
    if not 1 <= command.face <= faces:
        return Refusal(
            "no_such_face", "This die has the faces 1 to {faces}.", {"face": command.face, "faces": faces}
        )
    return None


def _deadline(state: State, command: c.Deadline) -> Refusal | None:
    if isinstance(state.task, t.AnswerRoll | t.AnswerFight):
        return None
    return Refusal("no_window", "No window is open.")


def _roll(state: State, command: c.RollDie) -> Refusal | None:
    refusal = checks.mover(state, command.seat)
    if refusal is not None:
        return refusal
    if state.phase is not Phase.BEFORE_DOOR:
        return Refusal("door_is_open", "The die is rolled before the door is kicked down.")
    if state.rolling_over:
        return Refusal("rolling_over", "You rolled a 9: no more rolls this turn.")
    seat = state.seats[command.seat]
    if not can_lose_level(state.sheet, seat):
        lowest = lowest_level(state.sheet, seat)
        return Refusal(
            "lowest_level",
            "A roll costs a level, and yours cannot fall below {floor}.",
            {"level": seat.level, "lowest": lowest, "floor": max(lowest, seat.level)},
        )
    return None


def _pass(state: State, command: c.Pass) -> Refusal | None:
    return checks.awaits(state, command.seat, t.AnswerRoll, t.AnswerFight)


def _turn_die(state: State, command: c.TurnDie) -> Refusal | None:
    refusal = checks.seat_exists(state, command.seat)
    if refusal is not None:
        return refusal
    if not isinstance(state.task, t.AnswerRoll):
        return _too_late(state)
    refusal = checks.asked(state, command.seat) or checks.holds(state, command.seat, command.card)
    if refusal is not None:
        return refusal
    kind = state.sheet.by_id[command.card].kind
    wanted = Kind.LOADED if command.seat == state.mover else Kind.RELOADED
    if kind is not wanted:
        if kind is Kind.RELOADED:
            return Refusal("own_roll", "A Reloaded Die is for somebody else's roll.")
        if kind is Kind.LOADED:
            return Refusal("not_own_roll", "A Loaded Die is for your own roll.")
        return Refusal("not_a_die_card", "That card does not turn dice.")
    if not 1 <= command.face <= FACES:
        return Refusal(
            "no_such_face", "The faces are 1 to 9 and {picture} for the picture.", {"picture": PICTURE}
        )
    return None


def _too_late(state: State) -> Refusal:
    roll = state.roll
    if roll is not None and roll.turned_by >= 0:
        return Refusal(
            "already_turned",
            "One Loaded or Reloaded Die a roll: seat {turned_by:seat} has turned this one.",
            {"turned_by": roll.turned_by},
        )
    if roll is not None and roll.face == PICTURE:
        return Refusal("picture", "Nobody can change the picture.")
    return Refusal("no_window", "No roll waits for an answer.")


def _pick(state: State, command: c.Pick) -> Refusal | None:
    refusal = checks.awaits(state, command.seat, t.PickFace)
    if refusal is None and not 1 <= command.face < PICTURE:
        refusal = Refusal("no_such_face", "Pick a result from 1 to 9.", {"face": command.face})
    return refusal


def _take(state: State, command: c.Take) -> Refusal | None:
    refusal = checks.awaits(state, command.seat, t.TakeCard)
    task = state.task
    if refusal is None and isinstance(task, t.TakeCard):
        found = sources(state, task.pile)
        if command.source not in found:
            refusal = Refusal("no_such_source", "Take it from {sources}.", {"sources": " or ".join(found)})
    return refusal


def _choose(state: State, command: c.Choose) -> Refusal | None:
    task = checks.awaited(state, command.seat, t.PickSeat, command.other)
    if isinstance(task, Refusal):
        return task
    if command.other == command.seat:
        return Refusal("yourself", "Choose somebody else.")
    if task.face == 9 and command.other not in victims(state, command.seat):
        level = state.seats[command.other].level
        return Refusal(
            "lowest_level",
            "Seat {seat:seat} cannot fall below level {level}.",
            {"seat": command.other, "level": level},
        )
    if command.other not in state.others(command.seat):
        return Refusal("dead", "Seat {seat:seat} is dead.", {"seat": command.other})
    return None


def _swap(state: State, command: c.Swap) -> Refusal | None:
    task = checks.awaited(state, command.seat, t.Exchange, command.other)
    if isinstance(task, Refusal):
        return task
    refusal = checks.has_in_play(state, command.seat, command.own) or checks.has_in_play(
        state, command.other, command.theirs
    )
    if refusal is not None:
        return refusal
    if command.other == command.seat:
        return Refusal("yourself", "Exchange with somebody else.")
    if Deal(command.own, command.other, command.theirs) not in deals(state, command.seat, task.face):
        first, second = EXCHANGED[task.face]
        return Refusal(
            "not_alike",
            "Exchange a {first:kind} for a {first:kind}, a {second:kind} for a {second:kind}.",
            {"first": str(first), "second": str(second)},
        )
    return None


def _decline(state: State, command: c.Decline) -> Refusal | None:
    return checks.awaits(state, command.seat, t.Exchange)


_CHECKS = by_type(globals(), c.Command, TURN_CHECKS, FIGHT_CHECKS)
