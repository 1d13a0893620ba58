"""An evening as screens show it: numbers are words already, and nobody's device or invitation is in it."""

from hotdice.club.evening.estimate import Estimate, estimate
from hotdice.club.evening.plan import Plan, TieBreak, show_points
from hotdice.club.evening.standings import LuckFree, standings, without_luck
from hotdice.club.evening.state import (
    Claim,
    Entrant,
    Evening,
    Phase,
    Round,
    ShownRound,
    ShownTable,
    Table,
    left_on,
)
from hotdice.club.evening.ties import show_value
from hotdice.frozen import Frozen, alike


class PlayerView(Entrant):
    """Somebody who entered; `device` where they have a phone of their own in it."""

    device: bool = False


class ClaimSeen(Claim):
    """A result as one player typed it; `recorded` where the game came with it."""

    recorded: bool = False


class TableSeen(ShownTable):
    """A table of a round; the first of its players starts."""

    claims: tuple[ClaimSeen, ...] = ()
    disputed: bool = False


class RoundSeen(ShownRound):
    """A round; `left` are the milliseconds on its clock now."""

    tables: tuple[TableSeen, ...] = ()
    over: bool = False
    left: int | None = None
    running: bool = False


class StandingSeen(Frozen):
    """A line of the standings; `ties` are the values of the tie-breaks in their order, without the lot."""

    place: int
    last: int
    player: int
    points: str
    games: int
    ties: tuple[str, ...]


class EveningView(Frozen):
    """A whole evening for a screen. `you` is the own number, 0 for others; `host` says who may do all."""

    evening: str
    length: int
    now: int
    plan: Plan
    phase: Phase
    players: tuple[PlayerView, ...]
    rounds: tuple[RoundSeen, ...]
    standings: tuple[StandingSeen, ...]
    ties: tuple[TieBreak, ...]
    play_off: tuple[int, ...]
    estimate: Estimate | None
    luck: tuple[LuckFree, ...]
    luck_shown: bool
    you: int
    host: bool


def view_of(evening: Evening, name: str, now: int, *, you: int = 0, host: bool = False) -> EveningView:
    """What a screen is told.

    >>> view_of(Evening(Plan(), 0), "abc", 5).phase
    'entry'
    """
    ties = tuple(tie for tie in evening.plan.tie_breaks if tie != "lot")
    lines = []
    for line in standings(evening):
        values = dict(zip(evening.plan.tie_breaks, line.ties, strict=True))
        shown = tuple(show_value(tie, values[tie]) for tie in ties)
        lines.append(
            StandingSeen(line.place, line.last, line.player, show_points(line.points), line.games, shown)
        )
    return alike(
        EveningView,
        evening,
        evening=name,
        now=now,
        players=tuple(alike(PlayerView, one, device=bool(one.person)) for one in evening.players),
        rounds=tuple(_round(one, now) for one in evening.rounds),
        standings=tuple(lines),
        ties=ties,
        estimate=estimate(evening, now),
        luck=without_luck(evening) if evening.luck_shown else (),
        you=you,
        host=host,
    )


def _round(one: Round, now: int) -> RoundSeen:
    left = left_on(one.clock, now) if one.clock else None
    running = bool(one.clock and one.clock.since is not None)
    return alike(RoundSeen, one, tables=tuple(map(_table, one.tables)), left=left, running=running)


def _table(table: Table) -> TableSeen:
    claims = tuple(alike(ClaimSeen, one, recorded=bool(one.record)) for one in table.claims)
    return alike(TableSeen, table, claims=claims)
