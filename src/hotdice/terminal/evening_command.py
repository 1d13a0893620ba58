"""`hotdice evening`: a tournament of people at real tables, kept in a file that survives everything."""

from datetime import datetime
from pathlib import Path
from typing import NoReturn, get_args

import click
import msgspec

from hotdice.club.evening import commands as c
from hotdice.club.evening import events as e
from hotdice.club.evening.deciding import HOST, Asked, decide
from hotdice.club.evening.estimate import estimate
from hotdice.club.evening.evolving import evolve
from hotdice.club.evening.plan import Plan, System, TieBreak, TimeUp, fault_of
from hotdice.club.evening.standings import standings
from hotdice.club.evening.state import Evening, Table, left_on
from hotdice.club.evening.telling import (
    correction_lines,
    plan_lines,
    round_lines,
    slip_lines,
    slips_page,
    standings_lines,
    standings_page,
)
from hotdice.game import Refusal
from hotdice.match import write_atomically
from hotdice.rules import RulesError, load
from hotdice.terminal import evening_file
from hotdice.terminal.evening_words import Unclear, find_player, parse_scores, scores_of_record
from hotdice.terminal.options import Function, Number, fail, file_option, json_option, print_json
from hotdice.terminal.targets import check_target, write_target

FILE = click.argument("file", type=click.Path(path_type=Path))
WHO = click.argument("who", nargs=-1, required=True)


@click.group()
def command() -> None:
    """A tournament for people: pair, type results, stand, print.

    FILE keeps the whole evening. Every command is on the disk before it answers.
    """


def by_option(function: Function) -> Function:
    """The `--by` of what a player may type."""
    return click.option("--by", metavar="WHO", help="The player who says so; otherwise the host does.")(
        function
    )


@command.command()
@FILE
@click.argument("names", nargs=-1)
@click.option("--title", default="An evening of Farkle", show_default=True, help="What stands on the slips.")
@click.option("--system", type=click.Choice(get_args(System)), default="swiss", show_default=True)
@click.option("--size", type=Number(2, 6), default=2, show_default=True, help="How many sit at a table.")
@click.option("--rounds", type=Number(1, 64), help="How many rounds; otherwise as many as it takes.")
@click.option("--rules", default="classic", show_default=True, help="The rule sheet of the tables.")
@click.option("--minutes", type=Number(1, 600), help="How long a round lasts; otherwise there is no clock.")
@click.option(
    "--time-up",
    type=click.Choice(get_args(TimeUp)),
    default="round",
    show_default=True,
    help="When time is up: finish the round, finish the turn, or stop at once.",
)
@click.option("--points", metavar="N,N", help="Points of the places of a full table, such as 5,3,1.")
@click.option(
    "--ties", metavar="NAME,NAME", help=f"Tie-breaks in their order: {', '.join(get_args(TieBreak))}."
)
@click.option("--third", is_flag=True, help="A knock-out or a play-off has a match for the third place.")
def new(
    file: Path,
    names: tuple[str, ...],
    title: str,
    system: System,
    size: int,
    rounds: int | None,
    rules: str,
    minutes: int | None,
    time_up: TimeUp,
    points: str | None,
    ties: str | None,
    third: bool,
) -> None:
    """Plan an evening; NAMES are those who are there already."""
    try:
        load(rules)
        values = {
            "title": title,
            "system": system,
            "size": size,
            "rounds": rounds or 0,
            "rules": rules,
            "minutes": minutes or 0,
            "time_up": time_up,
            "points": [int(one) for one in points.split(",")] if points else [],
            "ties": [one.strip() for one in ties.split(",")] if ties else [],
            "third": third,
        }
        plan = msgspec.convert(values, Plan)
    except RulesError as error:
        fail(str(error))
    except msgspec.ValidationError as error:
        fail(f"this plan does not work: {error}")
    except ValueError:
        fail("points are whole numbers with commas, such as 5,3,1")
    fault = fault_of(plan)
    if fault:
        fail(f"this plan does not work: {fault}")
    events: list[e.AnyEvent] = [e.Opened(plan=plan, at=evening_file.now())]
    evening = Evening(plan, events[0].at, length=1)
    for name in names:
        entry = _command(c.Enter, {"name": name})
        result = decide(evening, entry, Asked(HOST, evening_file.now()))
        if isinstance(result, Refusal):
            fail(result.sentence)
        for event in result:
            evening = evolve(evening, event)
            events.append(event)
    try:
        evening_file.create(file, events)
    except evening_file.EveningError as error:
        fail(str(error))
    for line in plan_lines(plan):
        click.echo(line)
    click.echo(f"{len(evening.players)} players. Next: hotdice evening enter {file} NAME, then pair, result.")


@command.command()
@FILE
@WHO
@click.option("--seed", type=Number(1, 100_000), help="The place in a list by strength, 1 the strongest.")
@click.option("--away", is_flag=True, help="They are not there yet: check them in later.")
def enter(file: Path, who: tuple[str, ...], seed: int | None, away: bool) -> None:
    """Enter people, early or late."""
    for name in who:
        evening = _ask(file, c.Enter, {"name": name, "seed": seed or 0, "here": not away})
        click.echo(f"{len(evening.players)}  {evening.players[-1].name}")


@command.command()
@FILE
@WHO
def checkin(file: Path, who: tuple[str, ...]) -> None:
    """Somebody is there, or back."""
    _each(file, who, c.CheckIn, "{} is here; {} are.")


@command.command()
@FILE
@WHO
def drop(file: Path, who: tuple[str, ...]) -> None:
    """Somebody goes home; the score stands."""
    _each(file, who, c.Drop, "{} has gone; {} are here.")


def _each(file: Path, who: tuple[str, ...], what: type[c.Command], said: str) -> None:
    """Ask the same for some players, one after the other."""
    for text in who:
        player = _player(_read(file), text)
        evening = _ask(file, what, {"player": player})
        click.echo(said.format(evening.players[player - 1].name, len(evening.here)))


@command.command()
@FILE
@click.argument("who")
@click.argument("name")
def rename(file: Path, who: str, name: str) -> None:
    """Write a name differently."""
    player = _player(_read(file), who)
    click.echo(_ask(file, c.Respell, {"player": player, "name": name}).players[player - 1].name)


@command.command()
@FILE
@click.option("--repeats", is_flag=True, help="People may meet again where nothing else is left.")
@click.option("--take-back", is_flag=True, help="Take this round back; nothing may have been typed in it.")
@click.option("--draw", type=Number(0), help="A number that decides what is drawn, to draw it again.")
def pair(file: Path, repeats: bool, take_back: bool, draw: int | None) -> None:
    """The next round: who sits where, who starts, who is free."""
    if take_back:
        evening = _ask(file, c.TakeBack, {})
        click.echo(f"Taken back; {len(evening.rounds)} rounds stand.")
        return
    evening = _ask(file, c.Pair, {"repeats": repeats}, lot=draw)
    _tell_round(evening)


@command.command()
@FILE
@click.argument("table", type=Number(1))
@click.argument("scores", nargs=-1)
@click.option(
    "--record", "record", type=click.Path(path_type=Path), help="The scorekeeper's file of the game."
)
@click.option("--time-up", is_flag=True, help="The clock had run down.")
@by_option
def result(
    file: Path, table: int, scores: tuple[str, ...], record: Path | None, time_up: bool, by: str | None
) -> None:
    """The result of a TABLE: SCORES by seat, or Ann=10000 Bob=8250; - for who was not there."""
    evening = _read(file)
    place = _table(evening, table)
    values: dict[str, object] = {"table": table, "time_up": time_up}
    try:
        if record is not None:
            from hotdice.game import print_record
            from hotdice.terminal.storage import record_or_fail

            if scores:
                fail("scores or --record, not both")
            game = record_or_fail(record)
            values |= {"scores": scores_of_record(evening, place, game, record), "record": print_record(game)}
        else:
            values["scores"] = parse_scores(evening, place, scores)
    except Unclear as error:
        fail(str(error))
    evening = _ask(file, c.TypeResult, values, who=_player(evening, by) if by else HOST)
    _tell_table(evening, table)


@command.command()
@FILE
@click.argument("table", type=Number(1))
@by_option
def confirm(file: Path, table: int, by: str | None) -> None:
    """Say that what another player typed is right."""
    evening = _read(file)
    evening = _ask(file, c.Confirm, {"table": table}, who=_player(evening, by) if by else HOST)
    _tell_table(evening, table)


@command.command()
@FILE
@click.argument("round_number", metavar="ROUND", type=Number(1))
@click.argument("table", type=Number(1))
@click.argument("scores", nargs=-1)
@click.option("--reason", required=True, help="Why; everybody can read it.")
def correct(file: Path, round_number: int, table: int, scores: tuple[str, ...], reason: str) -> None:
    """Correct a result; the old one and the reason stay in the log."""
    evening = _read(file)
    if round_number > len(evening.rounds) or table > len(evening.rounds[round_number - 1].tables):
        fail(f"there is no table {table} in round {round_number}")
    place = evening.rounds[round_number - 1].tables[table - 1]
    try:
        wanted = parse_scores(evening, place, scores)
    except Unclear as error:
        fail(str(error))
    values = {"round": round_number, "table": table, "scores": wanted, "reason": reason}
    click.echo(correction_lines(_ask(file, c.Correct, values))[-1])


@command.command()
@FILE
@click.option("--start", is_flag=True, help="Start it, or let it run on.")
@click.option("--minutes", type=Number(1, 600), help="With so many minutes.")
@click.option("--stop", is_flag=True, help="Stop it; what is left stays.")
@json_option
def clock(file: Path, start: bool, minutes: int | None, stop: bool, as_json: bool) -> None:
    """The clock of the round."""
    evening = _read(file)
    if stop:
        evening = _ask(file, c.StopClock, {})
    elif start or minutes:
        evening = _ask(file, c.RunClock, {"minutes": minutes})
    found = evening.now.clock if evening.now else None
    left = left_on(found, evening_file.now()) if found else None
    running = bool(found and found.since is not None)
    if as_json:
        print_json({"left_seconds": None if left is None else left // 1000, "running": running})
    elif left is None:
        click.echo("There is no clock: hotdice evening clock FILE --start --minutes 20")
    else:
        shown = f"{abs(left) // 60_000}:{abs(left) // 1000 % 60:02}"
        click.echo(f"{shown} {'left' if left >= 0 else 'over time'}{'' if running else ', standing'}")


@command.command()
@FILE
@click.option("--round", "number", type=Number(1), help="Another round than the last.")
@json_option
def show(file: Path, number: int | None, as_json: bool) -> None:
    """How the evening stands: the tables of the round, what is missing, when it will be over."""
    evening = _read(file)
    if as_json:
        print_json(msgspec.to_builtins(evening))
        return
    for line in plan_lines(evening.plan):
        click.echo(line)
    away = [player.name for player in evening.players if not player.here and not player.gone]
    click.echo(f"{len(evening.here)} are here." + (f" Not checked in: {', '.join(away)}." if away else ""))
    if number is not None:
        if number > len(evening.rounds):
            fail(f"there is no round {number}")
        for line in round_lines(evening, evening.rounds[number - 1]):
            click.echo(line)
    elif evening.now:
        _tell_round(evening)
    found = estimate(evening, evening_file.now())
    if found:
        early, late = (
            datetime.fromtimestamp(at / 1000).strftime("%H:%M") for at in (found.early, found.late)
        )
        click.echo(f"{found.rounds_left} rounds to come; over between {early} and {late}.")


@command.command("standings")
@FILE
@file_option("--html", "page", "Write them as a page to print.")
@json_option
def standings_(file: Path, page: Path | None, as_json: bool) -> None:
    """Who stands where, and by which tie-break."""
    check_target(page, "--html")
    evening = _read(file)
    written = write_target(page, "--html", lambda path: write_atomically(path, standings_page(evening)))
    if as_json:
        print_json({"standings": msgspec.to_builtins(standings(evening)), "ties": evening.plan.tie_breaks})
    else:
        for line in [*standings_lines(evening), *correction_lines(evening)]:
            click.echo(line)
    if not written:
        raise SystemExit(2)


@command.command()
@FILE
@file_option("--html", "page", "Write them as a page to print and cut.")
def slips(file: Path, page: Path | None) -> None:
    """Slips for the tables of the round: names, room for the scores, room to sign."""
    check_target(page, "--html")
    evening = _read(file)
    now = evening.now
    if now is None:
        fail("no round is paired")
    written = write_target(page, "--html", lambda path: write_atomically(path, slips_page(evening, now)))
    if page is None:
        for table in now.tables:
            click.echo("\n".join([*slip_lines(evening, now, table), ""]))
    if not written:
        raise SystemExit(2)


@command.command()
@FILE
@click.argument("best", type=Number(2, 64))
def playoff(file: Path, best: int) -> None:
    """Let the BEST so many go on in a knock-out."""
    evening = _ask(file, c.PlayOff, {"best": best})
    click.echo("In the play-off: " + ", ".join(evening.players[one - 1].name for one in evening.play_off))


@command.command()
@FILE
def finish(file: Path) -> None:
    """Give the prizes: no more rounds. Results can still be corrected."""
    for line in standings_lines(_ask(file, c.Finish, {})):
        click.echo(line)


@command.command()
@FILE
@json_option
def luck(file: Path, as_json: bool) -> None:
    """The second table, after the prizes: luck taken out of the games that the scorekeeper recorded."""
    from hotdice.terminal.evening_luck import judge_records, tell

    evening = _read(file)
    if evening.phase != "over":
        fail("the prizes come first: hotdice evening finish")
    for judged in judge_records(evening):
        _ask(file, c.Judge, judged)
    evening = _read(file)
    if not evening.luck_shown:
        evening = _ask(file, c.ShowLuck, {})
    tell(evening, as_json=as_json)


@command.command()
@FILE
def export(file: Path) -> None:
    """Everything as one JSON object: plan, players, rounds with every correction, standings."""
    evening = _read(file)
    print_json(
        {"evening": msgspec.to_builtins(evening), "standings": msgspec.to_builtins(standings(evening))}
    )


def _read(file: Path) -> Evening:
    try:
        return evening_file.read(file)
    except evening_file.EveningError as error:
        fail(str(error))


def _ask(
    file: Path, kind: type[c.Command], values: dict[str, object], *, who: int = HOST, lot: int | None = None
) -> Evening:
    """Carry out a command on the file; what is refused ends the program with the reason."""
    try:
        found = evening_file.ask(file, _command(kind, values), who=who, lot=lot)
    except evening_file.EveningError as error:
        fail(str(error))
    if isinstance(found, Refusal):
        fail(found.sentence)
    return found


def _command(kind: type[c.Command], values: dict[str, object]) -> c.AnyCommand:
    try:
        made: c.AnyCommand = msgspec.convert(values, kind)  # type: ignore[assignment]
        return made
    except msgspec.ValidationError as error:
        _bad(error)


def _bad(error: msgspec.ValidationError) -> NoReturn:
    fail(f"that does not work: {error}")


def _player(evening: Evening, text: str) -> int:
    try:
        return find_player(evening, text)
    except Unclear as error:
        fail(str(error))


def _table(evening: Evening, number: int) -> Table:
    if evening.now is None:
        fail("no round is paired: hotdice evening pair")
    if number > len(evening.now.tables):
        fail(f"there is no table {number} in this round")
    return evening.now.tables[number - 1]


def _tell_round(evening: Evening) -> None:
    assert evening.now is not None
    for line in round_lines(evening, evening.now):
        click.echo(line)


def _tell_table(evening: Evening, number: int) -> None:
    assert evening.now is not None
    click.echo(round_lines(evening, evening.now)[1 + number].strip())
    left = sum(not table.over for table in evening.now.tables)
    click.echo(f"{left} table{'s are' if left > 1 else ' is'} open." if left else "The round is complete.")
