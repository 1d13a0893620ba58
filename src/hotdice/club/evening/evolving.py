"""What each event does to an evening."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from hotdice.club.evening import events as e
from hotdice.club.evening.state import Clock, Correction, Evening, Player, Round, Table, TypedResult
from hotdice.frozen import alike
from hotdice.game.dispatch import by_type


def fold(events: Iterable[e.AnyEvent]) -> Evening:
    """An evening from its log.

    >>> from hotdice.club.evening.plan import Plan
    >>> fold([e.Opened(plan=Plan()), e.Entered(player=1, name="Ann", here=True)]).here
    (1,)

    Raises:
        ValueError: the log does not begin with its opening.
    """
    steps = iter(events)
    first = next(steps, None)
    if not isinstance(first, e.Opened):
        raise ValueError("the log of an evening begins with its opening")
    evening = Evening(first.plan, first.at, length=1)
    for event in steps:
        evening = evolve(evening, event)
    return evening


def evolve(evening: Evening, event: e.AnyEvent) -> Evening:
    """The evening after an event."""
    changed: Evening = _CHANGES[type(event)](evening, event)
    return replace(changed, length=evening.length + 1)


def _change_plan(evening: Evening, event: e.PlanChanged) -> Evening:
    return replace(evening, plan=event.plan)


def _enter(evening: Evening, event: e.Entered) -> Evening:
    late = len(evening.rounds) + 1
    new = Player(event.player, event.name, event.here, person=event.person, seed=event.seed, since=late)
    return replace(evening, players=(*evening.players, new))


def _rename(evening: Evening, event: e.Renamed) -> Evening:
    return _with_player(evening, event.player, name=event.name)


def _check_in(evening: Evening, event: e.CheckedIn) -> Evening:
    return _with_player(evening, event.player, here=True, gone=False)


def _drop(evening: Evening, event: e.Dropped) -> Evening:
    evening = _with_player(evening, event.player, here=False, gone=True)
    table = evening.now.table_of(event.player) if evening.now else None
    if table is None or table.over:
        return evening
    return _with_table(
        evening, len(evening.rounds), table.number, absent=(*table.absent, event.player), claims=()
    )


def _pair(evening: Evening, event: e.RoundPaired) -> Evening:
    tables = tuple(Table(number, players) for number, players in enumerate(event.tables, 1))
    new = Round(
        number=len(evening.rounds) + 1,
        stage=event.stage,
        tables=tables,
        byes=event.byes,
        slots=event.slots,
        third=event.third,
        order=event.order,
        paired=event.at,
        ended=0 if tables else event.at,
    )
    return replace(evening, rounds=(*evening.rounds, new), phase="playing")


def _take_back(evening: Evening, event: e.RoundTakenBack) -> Evening:
    rounds = evening.rounds[:-1]
    return replace(evening, rounds=rounds, phase="playing" if rounds else "entry")


def _set_clock(evening: Evening, event: e.ClockSet) -> Evening:
    clock = Clock(event.left, event.at if event.running else None)
    return replace(evening, rounds=(*evening.rounds[:-1], replace(evening.rounds[-1], clock=clock)))


def _claim(evening: Evening, event: e.ResultClaimed) -> Evening:
    table = evening.rounds[-1].tables[event.table - 1]
    others = tuple(claim for claim in table.claims if claim.by != event.by)
    claims = (*others, alike(TypedResult, event))
    return _with_table(evening, len(evening.rounds), event.table, claims=claims)


def _set_result(evening: Evening, event: e.ResultSet) -> Evening:
    result = {"scores": event.scores, "how": event.how, "time_up": event.time_up, "record": event.record}
    evening = _with_table(evening, len(evening.rounds), event.table, **result)
    now = evening.rounds[-1]
    if now.over:
        evening = replace(evening, rounds=(*evening.rounds[:-1], replace(now, ended=event.at)))
    return evening


def _correct(evening: Evening, event: e.ResultCorrected) -> Evening:
    table = evening.rounds[event.round - 1].tables[event.table - 1]
    assert table.scores is not None
    trace = (*table.trace, Correction(table.scores, event.scores, event.reason, event.at))
    return _with_table(evening, event.round, event.table, scores=event.scores, trace=trace)


def _link(evening: Evening, event: e.TableLinked) -> Evening:
    return _with_table(evening, len(evening.rounds), event.table, match=event.match, invite=event.invite)


def _begin_play_off(evening: Evening, event: e.PlayOffBegun) -> Evening:
    return replace(evening, play_off=event.players)


def _judge(evening: Evening, event: e.LuckJudged) -> Evening:
    return _with_table(evening, event.round, event.table, luck=event.luck)


def _finish(evening: Evening, event: e.Finished) -> Evening:
    return replace(evening, phase="over", ended=event.at)


def _show_luck(evening: Evening, event: e.LuckShown) -> Evening:
    return replace(evening, luck_shown=True)


def _with_player(evening: Evening, number: int, **changes: Any) -> Evening:
    players = list(evening.players)
    players[number - 1] = replace(players[number - 1], **changes)
    return replace(evening, players=tuple(players))


def _with_table(evening: Evening, number: int, table: int, **changes: Any) -> Evening:
    now = evening.rounds[number - 1]
    tables = list(now.tables)
    tables[table - 1] = replace(tables[table - 1], **changes)
    rounds = list(evening.rounds)
    rounds[number - 1] = replace(now, tables=tuple(tables))
    return replace(evening, rounds=tuple(rounds))


_CHANGES: dict[type, Callable[..., Any]] = by_type(globals(), e.Event)
