"""What a command leads to: events, or a refusal that says why and changes nothing."""

from collections.abc import Callable
from typing import Any

import msgspec

from hotdice.club.evening import commands as c
from hotdice.club.evening import events as e
from hotdice.club.evening.knockout import cut_is_clear, is_final, winners
from hotdice.club.evening.plan import MOST_PLAYERS, fault_of
from hotdice.club.evening.rounds import next_round
from hotdice.club.evening.standings import ranking
from hotdice.club.evening.state import Evening, Round, Scores, Table, left_on
from hotdice.frozen import Frozen, alike
from hotdice.game import Refusal
from hotdice.game.dispatch import by_type

HOST, SERVER, NEWCOMER = 0, -1, -2
"""Who asks, where it is no player: the host, the server for a match of its own, somebody who enters."""
PLAYERS = (c.CheckIn, c.Drop, c.TypeResult, c.Confirm)
"""What players may ask for, each for themselves and at their own table."""
CLAIMS = 2
"""So many players of a table have to say the same."""
Result = tuple[e.AnyEvent, ...] | Refusal


class Asked(Frozen):
    """Who asks, when, what decides a draw, and the device of somebody who enters."""

    who: int = HOST
    at: int = 0
    lot: int = 0
    person: str = ""


def decide(evening: Evening, command: c.AnyCommand, asked: Asked = Asked()) -> Result:  # noqa: B008 - frozen
    """The events of a command, or why it is refused.

    >>> from hotdice.club.evening.plan import Plan
    >>> evening = Evening(Plan(), 0)
    >>> decide(evening, c.Enter("Ann"))[0].name
    'Ann'
    >>> decide(evening, c.Pair()).sentence
    'At least two players have to be checked in.'
    """
    refused = _may(evening, command, asked)
    if refused:
        return refused
    result: Result = _DECISIONS[type(command)](evening, command, asked)
    return result


def _may(evening: Evening, command: c.Command, asked: Asked) -> Refusal | None:
    if asked.who in (HOST, SERVER):
        return None
    if asked.who == NEWCOMER:
        return None if isinstance(command, c.Enter) else Refusal("not_entered", "Enter first, please.")
    if not isinstance(command, PLAYERS):
        return Refusal("not_host", "Only the host may do that.")
    if isinstance(command, c.CheckIn | c.Drop):
        return None if command.player == asked.who else Refusal("not_you", "That is somebody else.")
    table = _table_now(evening, command.table)
    if isinstance(table, Refusal):
        return table
    return None if asked.who in table.players else Refusal("not_your_table", "You do not sit at that table.")


def _change_plan(evening: Evening, command: c.ChangePlan, asked: Asked) -> Result:
    if evening.rounds:
        return Refusal("begun", "The first round is paired: the plan stands.")
    fault = fault_of(command.plan)
    if fault:
        return Refusal("bad_plan", "This plan does not work: {fault}.", {"fault": fault})
    if command.plan == evening.plan:
        return _no_change()
    return (e.PlanChanged(plan=command.plan, at=asked.at),)


def _enter(evening: Evening, command: c.Enter, asked: Asked) -> Result:
    name = clean(command.name)
    if evening.phase == "over":
        return _over()
    if evening.play_off or (evening.plan.system == "knockout" and evening.rounds):
        return Refusal("bracket_drawn", "The bracket is drawn: nobody can enter any more.")
    if len(evening.players) >= MOST_PLAYERS:
        return Refusal("full", "An evening has at most {most} players.", {"most": MOST_PLAYERS})
    refused = _bad_name(evening, name)
    if refused:
        return refused
    if asked.person and any(player.person == asked.person for player in evening.players):
        return Refusal("entered", "You are in already.")
    number = len(evening.players) + 1
    seed = command.seed if asked.who == HOST else 0
    here = command.here
    return (e.Entered(player=number, name=name, person=asked.person, seed=seed, here=here, at=asked.at),)


def _respell(evening: Evening, command: c.Respell, asked: Asked) -> Result:
    if evening.player(command.player) is None:
        return _nobody(command.player)
    name = clean(command.name)
    return _bad_name(evening, name) or (e.Renamed(player=command.player, name=name, at=asked.at),)


def _come_or_go(evening: Evening, command: c.CheckIn | c.Drop, asked: Asked) -> Result:
    number = command.player
    player = evening.player(number)
    if player is None:
        return _nobody(number)
    if evening.phase == "over":
        return _over()
    coming = isinstance(command, c.CheckIn)
    if player.here if coming else player.gone:
        return _no_change()
    return (e.CheckedIn(player=number, at=asked.at),) if coming else _gone(evening, number, asked)


def _gone(evening: Evening, number: int, asked: Asked) -> Result:
    """Somebody goes; a table at which one is left has its result."""
    dropped = e.Dropped(player=number, at=asked.at)
    table = evening.now.table_of(number) if evening.now else None
    if table is None or table.over:
        return (dropped,)
    absent = {*table.absent, number}
    if len(table.players) - len(absent) > 1:
        return (dropped,)
    scores = tuple(None if player in absent else 0 for player in table.players)
    return (dropped, e.ResultSet(table=table.number, scores=scores, how="walkover", at=asked.at))


def _pair(evening: Evening, command: c.Pair, asked: Asked) -> Result:
    if evening.phase == "over":
        return _over()
    if evening.now and not evening.now.over:
        return _round_open(evening.now)
    return next_round(evening, at=asked.at, lot=asked.lot, repeats=command.repeats)


def _take_back(evening: Evening, command: c.TakeBack, asked: Asked) -> Result:
    if evening.phase == "over":
        return _over()
    if evening.now is None:
        return Refusal("no_round", "No round is paired.")
    if any(
        table.claims or table.match or table.how not in (None, "walkover") for table in evening.now.tables
    ):
        return Refusal("played", "Results of this round are typed already, so it stands.")
    return (e.RoundTakenBack(at=asked.at),)


def _run_clock(evening: Evening, command: c.RunClock, asked: Asked) -> Result:
    now = evening.now
    if now is None or now.over or evening.phase == "over":
        return Refusal("no_round", "No round is being played.")
    if command.minutes is not None:
        left = command.minutes * 60_000
    elif now.clock is not None:
        if now.clock.since is not None:
            return _no_change()
        left = now.clock.left
    elif evening.plan.minutes:
        left = evening.plan.minutes * 60_000
    else:
        return Refusal("no_minutes", "Say how many minutes a round has.")
    return (e.ClockSet(left=left, running=True, at=asked.at),)


def _stop_clock(evening: Evening, command: c.StopClock, asked: Asked) -> Result:
    clock = evening.now.clock if evening.now else None
    if clock is None or clock.since is None:
        return Refusal("no_clock", "No clock is running.")
    return (e.ClockSet(left=left_on(clock, asked.at), running=False, at=asked.at),)


def _open_table(evening: Evening, number: int) -> Table | Refusal:
    """A table of this round that is still played."""
    table = _table_now(evening, number)
    if isinstance(table, Refusal) or not table.over:
        return table
    return Refusal("has_result", "This table has a result; the host can correct it.")


def _type_result(evening: Evening, command: c.TypeResult, asked: Asked) -> Result:
    table = _open_table(evening, command.table)
    if isinstance(table, Refusal):
        return table
    refused = _bad_scores(evening.rounds[-1], table, command.scores, by_host=asked.who in (HOST, SERVER))
    if refused:
        return refused
    set_ = e.ResultSet(
        table=table.number,
        scores=command.scores,
        how="match" if asked.who == SERVER else "typed",
        time_up=command.time_up,
        record=command.record,
        at=asked.at,
    )
    if asked.who in (HOST, SERVER) or not evening.plan.confirm:
        return (set_,)
    return _claimed(table, set_, asked)


def _claimed(table: Table, result: e.ResultSet, asked: Asked) -> Result:
    """A result of a player counts as soon as a second one says the same."""
    claim = alike(e.ResultClaimed, result, by=asked.who)
    said = {one.by: one.scores for one in table.claims}
    if said.get(asked.who) == result.scores:
        return _no_change()
    said[asked.who] = result.scores
    if len(said) >= CLAIMS and len(set(said.values())) == 1:
        record = result.record or next((one.record for one in table.claims if one.record), "")
        return (claim, msgspec.structs.replace(result, how="confirmed", record=record))
    return (claim,)


def _confirm(evening: Evening, command: c.Confirm, asked: Asked) -> Result:
    table = _open_table(evening, command.table)
    if isinstance(table, Refusal):
        return table
    others = [claim for claim in table.claims if claim.by != asked.who]
    if not others:
        return Refusal("nothing_typed", "Nobody else has typed a result yet.")
    if len({claim.scores for claim in others}) > 1:
        return Refusal("disputed", "Two results were typed: the host decides.")
    typed = c.TypeResult(command.table, others[0].scores, others[0].time_up)
    return _type_result(evening, typed, asked)


def _correct(evening: Evening, command: c.Correct, asked: Asked) -> Result:
    if command.round > len(evening.rounds):
        return Refusal("no_round", "There is no round {round}.", {"round": command.round})
    one = evening.rounds[command.round - 1]
    if command.table > len(one.tables):
        return _no_table(command.table)
    table = one.tables[command.table - 1]
    if table.scores is None:
        return Refusal("no_result", "This table has no result yet.")
    if not clean(command.reason):
        return Refusal("no_reason", "Say why, so that everybody can read it.")
    refused = _bad_scores(one, table, command.scores, by_host=True)
    if refused:
        return refused
    if command.scores == table.scores:
        return _no_change()
    after = msgspec.structs.replace(table, scores=command.scores)
    went_on = one.stage == "knockout" and command.round < len(evening.rounds)
    if went_on and table.number != one.third and winners(after) != winners(table):
        return Refusal("went_on", "The next round was paired by this result: take that round back first.")
    return (
        e.ResultCorrected(
            round=command.round,
            table=command.table,
            scores=command.scores,
            reason=clean(command.reason),
            at=asked.at,
        ),
    )


def _link(evening: Evening, command: c.LinkTable, asked: Asked) -> Result:
    table = _open_table(evening, command.table)
    if isinstance(table, Refusal):
        return table
    if any(command.match == other.match for one in evening.rounds for other in one.tables):
        return Refusal("linked", "That match belongs to a table already.")
    return (e.TableLinked(table=command.table, match=command.match, invite=command.invite, at=asked.at),)


def _play_off(evening: Evening, command: c.PlayOff, asked: Asked) -> Result:
    if evening.phase == "over":
        return _over()
    if evening.plan.system == "knockout" or evening.play_off:
        return Refusal("knockout", "This is a knock-out already.")
    if evening.now is None:
        return Refusal("no_round", "No round is paired.")
    if not evening.now.over:
        return _round_open(evening.now)
    here = set(evening.here)
    best = [player for player in ranking(evening) if player in here][: command.best]
    if len(best) < command.best:
        return Refusal("too_few", "Only {count} players are here.", {"count": len(best)})
    return (e.PlayOffBegun(players=tuple(best), at=asked.at),)


def _judge(evening: Evening, command: c.Judge, asked: Asked) -> Result:
    if command.round > len(evening.rounds) or command.table > len(evening.rounds[command.round - 1].tables):
        return _no_table(command.table)
    table = evening.rounds[command.round - 1].tables[command.table - 1]
    if not table.over:
        return Refusal("no_result", "This table has no result yet.")
    if len(command.luck) != len(table.players) or not all(-9 < one < 9 for one in command.luck):
        return Refusal("bad_luck", "One number for each seat, please.")
    if command.luck == table.luck:
        return _no_change()
    return (e.LuckJudged(round=command.round, table=command.table, luck=command.luck, at=asked.at),)


def _finish(evening: Evening, command: c.Finish, asked: Asked) -> Result:
    if evening.phase == "over":
        return _over()
    if evening.now is None:
        return Refusal("no_round", "No round is paired.")
    if not evening.now.over:
        return _round_open(evening.now)
    return (e.Finished(at=asked.at),)


def _show_luck(evening: Evening, command: c.ShowLuck, asked: Asked) -> Result:
    if evening.phase != "over":
        return Refusal("not_over", "Give the prizes first.")
    if not any(table.luck for one in evening.rounds for table in one.tables):
        return Refusal("no_luck", "No game of this evening was recorded throw by throw.")
    if evening.luck_shown:
        return _no_change()
    return (e.LuckShown(at=asked.at),)


def _table_now(evening: Evening, number: int) -> Table | Refusal:
    if evening.phase == "over":
        return _over()
    if evening.now is None:
        return Refusal("no_round", "No round is paired.")
    if number > len(evening.now.tables):
        return _no_table(number)
    return evening.now.tables[number - 1]


def _bad_scores(one: Round, table: Table, scores: Scores, *, by_host: bool) -> Refusal | None:
    if len(scores) != len(table.players):
        return Refusal(
            "bad_scores", "{count} scores, please, one for each seat.", {"count": len(table.players)}
        )
    missing = {player for player, score in zip(table.players, scores, strict=True) if score is None}
    if len(missing) == len(scores):
        return Refusal("bad_scores", "Somebody was there, so there is a score.")
    if not by_host and missing != set(table.absent):
        return Refusal("bad_scores", "A score for everybody who played, please.")
    final = one.stage == "knockout" and (is_final(one) or table.number == one.third)
    if one.stage == "knockout" and not cut_is_clear(scores, final=final):
        return Refusal("tie_decides", "That leaves open who goes on: play one more turn each.")
    return None


def clean(text: str) -> str:
    r"""A text on one line, without what cannot be seen.

    >>> clean("  Ann \n Lee\u200b ")
    'Ann Lee'
    """
    return " ".join("".join(one for one in text if one.isprintable() or one.isspace()).split())


def _bad_name(evening: Evening, name: str) -> Refusal | None:
    if not name:
        return Refusal("bad_name", "That name has nothing to show.")
    if any(player.name.casefold() == name.casefold() for player in evening.players):
        return Refusal("name_taken", "Somebody is called {name} already.", {"name": name})
    return None


def _over() -> Refusal:
    return Refusal("over", "The evening is over.")


def _nobody(number: int) -> Refusal:
    return Refusal("nobody", "There is no player {number}.", {"number": number})


def _no_table(number: int) -> Refusal:
    return Refusal("no_table", "There is no table {table} in this round.", {"table": number})


def _no_change() -> Refusal:
    return Refusal("no_change", "It is so already.")


def _round_open(one: Round) -> Refusal:
    left = sum(not table.over for table in one.tables)
    return Refusal("round_open", "{count} tables of this round have no result yet.", {"count": left})


_DECISIONS: dict[type, Callable[..., Any]] = by_type(globals(), c.Command)
