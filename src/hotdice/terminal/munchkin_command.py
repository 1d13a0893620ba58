"""`hotdice munchkin`: the companion of a real table, the table on screen, and what a roll is worth."""

import sys
from pathlib import Path

import click

from hotdice.game import RecordError
from hotdice.game.record import check_name
from hotdice.match.games.fair_chance import derive_table
from hotdice.munchkin import NotDerived, Record, Sheet, load, parse_record
from hotdice.munchkin.companion import CompanionRecord, new_record, parse_companion
from hotdice.munchkin.sheet import EPIC
from hotdice.players.munchkin_registry import make_munchkin, munchkin_bots
from hotdice.rules import RulesError
from hotdice.terminal import completing
from hotdice.terminal import munchkin_saved as saved
from hotdice.terminal.bot_faces import face_line
from hotdice.terminal.breaking_off import broken_off, stoppable
from hotdice.terminal.console import Console
from hotdice.terminal.munchkin_companion import CompanionSession, run_companion, with_sexes
from hotdice.terminal.munchkin_table import TableGame, TableSession
from hotdice.terminal.munchkin_words import table_json, told_table
from hotdice.terminal.options import (
    Number,
    fail,
    json_option,
    kept_options,
    print_json,
    set_option,
    who_options,
)
from hotdice.terminal.progress import progress_bar
from hotdice.terminal.record_header import read_with
from hotdice.terminal.starting import check_bots, check_unfinished, chosen_names
from hotdice.terminal.telling import counted
from hotdice.terminal.verify_command import tell_table


@click.group()
def command() -> None:
    """Munchkin Dice: the ten-sided die at a real table (companion) or on screen (play)."""


def _console(plain: bool = False) -> Console:
    return Console(drawn=sys.stdin.isatty() and sys.stdout.isatty() and not plain)


# The companion


@command.command()
@click.option("--players", metavar="NAME,NAME", help="Who sits at the table, in the order of play.")
@click.option("--sexes", metavar="SEX,SEX", help="woman or man for each of them, if it is to be kept.")
@click.option("--epic", is_flag=True, help=f"Play to level {EPIC}.")
@click.option("--record", "file", type=click.Path(path_type=Path), help="Save here, or go on with it.")
def companion(players: str | None, sexes: str | None, epic: bool, file: Path | None) -> None:
    """Keep a real table: levels, penalties, who may roll, what a result means, and what a roll is worth.

    Type help there for all words; worth tells whether a level is well spent.
    """
    console = _console()
    try:
        session = _companion_session(console, players, sexes, file, epic=epic)
        run_companion(session, console)
    except KeyboardInterrupt:
        click.echo()
        broken_off("stopped; every entry is saved")


def _companion_session(
    console: Console, players: str | None, sexes: str | None, file: Path | None, *, epic: bool
) -> CompanionSession:
    if file is None and players is None and not epic:
        file = _latest_companion()
    if file is not None and file.exists():
        if players is not None or epic:
            fail(f"{file} holds a table already; leave out --players and --epic, or name another file")
        try:
            record = read_with(file, parse_companion)
        except RecordError as error:
            fail(str(error))
        console.say(f"Going on with {file}.")
        return CompanionSession(record, file)
    record = _new_companion(console, players, sexes, epic=epic)
    if file is None:
        file = saved.new_file(saved.COMPANION_SUFFIX)
    session = CompanionSession(record, file)
    session.save()
    console.say(f"Every entry is saved in {file}.")
    return session


def _latest_companion() -> Path | None:
    """The table that was kept last, if it has no winner yet."""
    return next((path for path, record in saved.saved_companions() if record.table().winner < 0), None)


def _new_companion(
    console: Console, players: str | None, sexes: str | None, *, epic: bool
) -> CompanionRecord:
    asking = players is None
    if players is None:
        players = console.ask("Who plays? Names with commas between them > ")
        if players is None:
            fail("nobody plays: name them with --players Ann,Bob,Cy")
    names = [name.strip() for name in players.split(",")]
    for name in names:
        if fault := check_name(name):
            fail(f"--players: {fault}")
        if name.isdigit():
            fail("--players: a name is not a number; numbers stand for seats")
    try:
        record = new_record(names, winning_level=EPIC if epic else 10, date=saved.today())
    except ValueError as error:
        fail(f"--players: {error}")
    while sexes is None and asking:
        told = console.ask("Woman or man, in the same order? w,m,... or Enter to leave it out > ") or ""
        try:
            return with_sexes(record, told)
        except ValueError as error:  # the names that were typed are not lost over it
            console.say(f"{str(error)[:1].upper()}{str(error)[1:]}.")
    try:
        return with_sexes(record, sexes or "")
    except ValueError as error:
        fail(f"--sexes: {error}")


# The table on screen


@command.command()
@who_options(completing.munchkin_players, "shrewd", "dice and cards")
@click.option("--epic", is_flag=True, help=f"Play to level {EPIC}.")
@click.option("--cards", type=click.Path(path_type=Path), help="A card file of your own.")
@click.option("--plain", is_flag=True, help="No colour: for screen readers and pipes.")
@kept_options
@set_option
def play(
    *,
    players: str | None,
    names: str | None,
    seed: str | None,
    epic: bool,
    cards: Path | None,
    plain: bool,
    file: Path | None,
    resume: bool,
    settings: tuple[str, ...],
) -> None:
    """Play Munchkin Dice on screen: people at this keyboard and bots. Type help during the game."""
    console = _console(plain)
    try:
        if resume:
            file = _latest_game()
            if file is None:
                fail("there is no unfinished game to resume; start one with: hotdice munchkin play")
        if file is not None and file.exists():
            if players or names or seed or epic or cards or settings:
                fail(f"{file} holds a game already; name nothing but --record, or name another file")
            session = _resumed(file, console)
        else:
            sheet = _sheet(epic=epic, cards=cards, settings=settings)
            record = _new_record(sheet, players, names, seed)
            if file is None and console.drawn:
                file = saved.new_file(saved.TABLE_SUFFIX)
            session = TableSession(record, file)
            session.save()
            _welcome(session, console)
        _run(session, console)
    except KeyboardInterrupt:
        click.echo()
        broken_off("stopped")


def _latest_game() -> Path | None:
    """The game that was played last and is not over."""
    return next((path for path, record in saved.saved_tables() if not record.state().over), None)


def _sheet(*, epic: bool, cards: Path | None, settings: tuple[str, ...]) -> Sheet:
    wanted = ([f"winning_level={EPIC}"] if epic else []) + list(settings)
    try:
        return load(wanted, cards=cards)
    except RulesError as error:
        fail(str(error))


def _resumed(file: Path, console: Console) -> TableSession:
    record = _record(file)
    check_unfinished(file, over=record.state().over, dice=record.dice, replay="hotdice munchkin replay")
    check_bots(record.players, make_munchkin)
    console.say(f"Going on with {file}.")
    return TableSession(record, file)


def _new_record(sheet: Sheet, players: str | None, names: str | None, seed: str | None) -> Record:
    who = tuple(part.strip() for part in (players or "human,shrewd,steady").split(","))
    check_bots(who, make_munchkin)
    if not sheet.min_players <= len(who) <= sheet.max_players:
        fail(f"{sheet.title} is for {sheet.min_players} to {sheet.max_players} players, not {len(who)}")
    if seed is not None and (not seed or len(seed) > 100 or not seed.isprintable() or seed != seed.strip()):
        fail("--seed is a word or number of at most 100 characters")
    return saved.new_table(sheet, who, chosen_names(who, names, saved.munchkin_names(who)), seed)


def _welcome(session: TableSession, console: Console) -> None:
    record = session.record
    console.say(f"{record.sheet.title}. First to level {record.sheet.winning_level}, by killing a monster.")
    console.say(f"At the table: {', '.join(record.names)}. Type help at any time.")
    if session.save_fault:
        console.say(session.save_fault)


def _run(session: TableSession, console: Console) -> None:
    ended = TableGame(session, console).run()
    file = session.file
    if file is None or session.save_fault:
        if not ended:
            console.say("\nThe game was not saved.")
    elif ended:
        console.say(f"The record is in {file}; read it with: hotdice munchkin replay {file}")
    else:
        console.say(f"\nThe game is kept in {file}; go on with: hotdice munchkin play --record {file}")


# What was played, and what a roll is worth


@command.command()
@click.argument("file", type=click.Path(path_type=Path))
@json_option
def replay(file: Path, as_json: bool) -> None:
    """Tell a recorded game, turn by turn; a FILE called - is standard input."""
    record = _record(file)
    if as_json:
        print_json(table_json(record))
        return
    for line in told_table(record):
        click.echo(line)


@command.command()
@click.argument("file", type=click.Path(path_type=Path))
@json_option
def verify(file: Path, as_json: bool) -> None:
    """Derive every die and card of a record again from its seed; exit code 1 where one differs.

    A FILE called - is standard input.
    """
    record = _record(file)
    try:
        count, wrong = derive_table(record), ""
    except NotDerived as error:
        count, wrong = 0, str(error)
    except ValueError as error:
        fail(f"{file}: {error}")
    tell_table(count, wrong, as_json)
    if wrong:
        raise SystemExit(1)


def _record(file: Path) -> Record:
    try:
        return read_with(file, parse_record)
    except RecordError as error:
        fail(str(error))


@command.command()
@click.option("--positions", type=Number(1, 100_000), default=100, metavar="N", help="How many positions.")
@click.option(
    "--rollouts",
    type=Number(1, 1000),
    default=4,
    metavar="N",
    help="How often each is played out.",
)
@click.option("--seats", type=Number(), default=3, metavar="N", help="How many sit at the table.")
@click.option("--seed", default="1", metavar="S", help="The same seed gives the same figures.")
@click.option("--workers", type=Number(1, 256), default=1, metavar="N", help="Processes that share the work.")
@json_option
def measure(*, positions: int, rollouts: int, seats: int, seed: str, workers: int, as_json: bool) -> None:
    """How much each result of the die is worth, measured by playing positions out in every way."""
    from hotdice.players.munchkin_measuring import measure as measured
    from hotdice.players.munchkin_measuring import plain, table_lines

    sheet = load()
    if not sheet.min_players <= seats <= sheet.max_players:
        fail(f"--seats is from {sheet.min_players} to {sheet.max_players}")
    with progress_bar(f"{positions:,} positions") as progress:
        found = measured(
            positions, rollouts=rollouts, seats=seats, seed=seed, workers=workers, progress=progress
        )
    if as_json:
        print_json(plain(found))
    else:
        for line in table_lines(found):
            click.echo(line)


@command.command()
@click.option(
    "--players",
    shell_complete=completing.munchkin_players,
    default="shrewd,steady,steady",
    metavar="BOT,BOT",
    help="Who plays.",
)
@click.option("--games", type=Number(1, 1_000_000), default=100, metavar="N", help="How many games.")
@click.option("--seed", default="1", metavar="S", help="The same seed gives the same games.")
@click.option(
    "--workers", type=Number(1, 256), default=1, metavar="N", help="Processes that share the games."
)
@json_option
def simulate(*, players: str, games: int, seed: str, workers: int, as_json: bool) -> None:
    """Bots against each other: many games, everybody moves on one seat after each."""
    from hotdice.players.munchkin_contest import contest

    try:
        with stoppable(), progress_bar(f"{games:,} games") as progress:
            found = contest(
                [part.strip() for part in players.split(",")],
                games,
                seed=seed,
                workers=workers,
                progress=progress,
                partial=True,
            )
    except KeyboardInterrupt:
        broken_off("stopped before a game was over")
    except ValueError as error:
        fail(f"--players: {error}")
    if as_json:
        wins = [
            {"seat": s.seat, "bot": s.bot, "wins": s.wins, "rate": s.rate, "low": s.low, "high": s.high}
            for s in found.standings
        ]
        means = {"mean_level": [s.mean_level for s in found.standings], "mean_turns": found.mean_turns}
        print_json({"games": found.games, "wins": wins, **means, "rolls": [s.rolls for s in found.standings]})
    else:
        click.echo(f"{counted(found.games, 'game')}, {found.mean_turns:.1f} turns each")
        for s in found.standings:
            click.echo(
                f"  {s.bot:<10} {s.rate:>6.1%} ({s.low:.1%} to {s.high:.1%})"
                f"  mean level {s.mean_level:.1f}  {s.rolls:.1f} rolls a game"
            )
    if found.games < games:
        broken_off(f"stopped after {found.games:,} of {games:,} games; these are their figures")


@command.command()
def bots() -> None:
    """The bots of this table."""
    for bot in munchkin_bots():
        name = f"{bot.name}:{bot.argument}" if bot.argument else bot.name
        click.echo(f"{name:<12} {face_line(bot.name)}. {bot.character}")
