"""Legality of a fight: one-shots, monsters that join, help, the claim to have won, running away."""

from hotdice.game.dispatch import by_type
from hotdice.game.refusals import Refusal
from hotdice.munchkin import checks
from hotdice.munchkin import commands as c
from hotdice.munchkin import tasks as t
from hotdice.munchkin.cards import Kind
from hotdice.munchkin.state import Phase, State
from hotdice.munchkin.strength import prize, winning


def _fighter(state: State, seat: int) -> Refusal | None:
    refusal = checks.mover(state, seat)
    if refusal is None and state.phase is not Phase.FIGHT:
        refusal = Refusal("no_fight", "There is no fight.")
    return refusal


def _in_fight(state: State, seat: int) -> Refusal | None:
    """The fighter, or a seat that is asked whether it interferes."""
    refusal = checks.asked(state, seat)
    if refusal is None and not isinstance(state.task, t.AnswerFight):
        refusal = _fighter(state, seat)
    return refusal


def _boost(state: State, command: c.Boost) -> Refusal | None:
    refusal = _in_fight(state, command.seat) or checks.holds(state, command.seat, command.card)
    if refusal is not None:
        return refusal
    kind = state.sheet.by_id[command.card].kind
    if kind is Kind.ENHANCER and command.side != "monsters":
        return Refusal("wrong_side", "That makes monsters stronger.")
    if kind not in (Kind.BOOST, Kind.ENHANCER):
        return Refusal("not_a_boost", "That card is not for a fight.")
    if command.side not in ("heroes", "monsters"):
        return Refusal("wrong_side", "The sides are heroes and monsters.")
    return None


def _wander(state: State, command: c.Wander) -> Refusal | None:
    refusal = _in_fight(state, command.seat) or checks.holds(state, command.seat, command.card)
    refusal = refusal or checks.holds(state, command.seat, command.monster)
    if refusal is not None:
        return refusal
    if state.sheet.by_id[command.card].kind is not Kind.WANDERER:
        return Refusal("not_a_wanderer", "That card lets no monster in.")
    if state.sheet.by_id[command.monster].kind is not Kind.MONSTER:
        return Refusal("not_a_monster", "Only a monster of your hand can join.")
    return None


def _ask_help(state: State, command: c.AskHelp) -> Refusal | None:
    refusal = _fighter(state, command.seat) or checks.seat_exists(state, command.helper)
    fight = state.fight
    if refusal is not None or fight is None:
        return refusal
    if fight.helper >= 0:
        return Refusal("helped", "One helper at most.")
    if winning(state):
        return Refusal("winning", "You are winning already.")
    if command.helper == command.seat:
        return Refusal("yourself", "Ask somebody else.")
    if command.helper in fight.asked:
        return Refusal("asked_already", "Seat {seat:seat} has said no.", {"seat": command.helper})
    if state.seats[command.helper].dead:
        return Refusal("dead", "Seat {seat:seat} is dead.", {"seat": command.helper})
    most = prize(state, fight)
    if not 0 <= command.treasures <= most:
        return Refusal("no_such_prize", "The fight has {most} Treasures to share.", {"most": most})
    return None


def _answer(state: State, command: c.Answer) -> Refusal | None:
    return checks.awaits(state, command.seat, t.AnswerHelp)


def _claim(state: State, command: c.Claim) -> Refusal | None:
    refusal = _fighter(state, command.seat)
    if refusal is None and not winning(state):
        refusal = Refusal("not_winning", "The monsters are at least as strong.")
    return refusal


def _flee(state: State, command: c.Flee) -> Refusal | None:
    refusal = _fighter(state, command.seat)
    if refusal is None and winning(state):
        refusal = Refusal("winning", "You are winning: fight.")
    return refusal


FIGHT_CHECKS = by_type(globals(), c.Command)
