"""An evening as screens show it: numbers are words already, and nobody's device or invitation is in it."""

from hotdice.club.evening.estimate import Estimate, estimate
from hotdice.club.evening.plan import Plan, TieBreak, show_points
from hotdice.club.evening.standings import LuckFree, standings, without_luck
from hotdice.club.evening.state import (
    Correction,
    Evening,
    How,
    Phase,
    Round,
    Scores,
    Stage,
    left_on,
)
from hotdice.club.evening.ties import show_value
from hotdice.frozen import Frozen


class PlayerView(Frozen):
    """Somebody who entered; `device` where they have a phone of their own in it."""

    number: int
    name: str
    here: bool
    gone: bool
    device: bool


class ClaimSeen(Frozen):
    """A result as one player typed it; `recorded` where the game came with it."""

    by: int
    scores: Scores
    time_up: bool
    recorded: bool


class TableSeen(Frozen):
    """A table of a round; the first of its players starts."""

    number: int
    players: tuple[int, ...]
    absent: tuple[int, ...]
    claims: tuple[ClaimSeen, ...]
    disputed: bool
    scores: Scores | None
    how: How | None
    time_up: bool
    match: str
    trace: tuple[Correction, ...]


class RoundSeen(Frozen):
    """A round; `left` are the milliseconds on its clock now."""

    number: int
    stage: Stage
    tables: tuple[TableSeen, ...]
    byes: tuple[int, ...]
    third: int
    over: bool
    left: int | None
    running: bool


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
    return EveningView(
        evening=name,
        length=evening.length,
        now=now,
        plan=evening.plan,
        phase=evening.phase,
        players=tuple(
            PlayerView(one.number, one.name, one.here, one.gone, bool(one.person)) for one in evening.players
        ),
        rounds=tuple(_round(one, now) for one in evening.rounds),
        standings=tuple(lines),
        ties=ties,
        play_off=evening.play_off,
        estimate=estimate(evening, now),
        luck=without_luck(evening) if evening.luck_shown else (),
        luck_shown=evening.luck_shown,
        you=you,
        host=host,
    )


def _round(one: Round, now: int) -> RoundSeen:
    tables = tuple(
        TableSeen(
            table.number,
            table.players,
            table.absent,
            tuple(ClaimSeen(one.by, one.scores, one.time_up, bool(one.record)) for one in table.claims),
            table.disputed,
            table.scores,
            table.how,
            table.time_up,
            table.match,
            table.trace,
        )
        for table in one.tables
    )
    left = left_on(one.clock, now) if one.clock else None
    running = bool(one.clock and one.clock.since is not None)
    return RoundSeen(one.number, one.stage, tables, one.byes, one.third, one.over, left, running)
