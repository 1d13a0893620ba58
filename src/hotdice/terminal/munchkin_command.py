"""`hotdice munchkin`: the companion of a real table, the table on screen, and what a roll is worth."""

import sys
from pathlib import Path

import click

from hotdice.game import RecordError
from hotdice.game.record import check_name
from hotdice.match.games.fair_chance import derive_table
from hotdice.munchkin import NotDerived, Record, Sheet, load, parse_record, print_record
from hotdice.munchkin.companion import CompanionRecord, new_record, parse_companion
from hotdice.munchkin.sheet import EPIC
from hotdice.players import UnknownBot
from hotdice.players.munchkin_player import MunchkinPlayer
from hotdice.players.munchkin_registry import make_munchkin, munchkin_bots
from hotdice.rules import RulesError
from hotdice.terminal.console import Console
from hotdice.terminal.munchkin_companion import CompanionSession, run_companion
from hotdice.terminal.munchkin_saved import (
    COMPANION_SUFFIX,
    TABLE_SUFFIX,
    munchkin_names,
    new_file,
    new_table,
    saved_companions,
    saved_tables,
    today,
)
from hotdice.terminal.munchkin_table import TableGame, TableSession
from hotdice.terminal.options import fail, json_option, print_json, set_option
from hotdice.terminal.verify_command import tell_table


@click.group()
def command() -> None:
    """Munchkin Dice: the ten-sided die at a real table (companion) or on screen (play)."""


def _console(plain: bool = False) -> Console:
    return Console(drawn=sys.stdin.isatty() and sys.stdout.isatty() and not plain)


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        fail(f"{file}: {(error.strerror or 'cannot be read').lower()}")
    except ValueError:  # a name with a null character in it
        fail(f"{str(file)!r} is not the name of a file")


# The companion


@command.command()
@click.option("--players", metavar="NAME,NAME", help="Who sits at the table, in the order of play.")
@click.option("--epic", is_flag=True, help=f"Play to level {EPIC}.")
@click.option("--record", "file", type=click.Path(path_type=Path), help="Save here, or go on with it.")
def companion(players: str | None, epic: bool, file: Path | None) -> None:
    """Keep a real table: levels, penalties, who may roll, what a result means. Type help there."""
    console = _console()
    try:
        session = _companion_session(console, players, file, epic=epic)
        run_companion(session, console)
    except KeyboardInterrupt:
        click.echo("\nStopped; every entry is saved.")


def _companion_session(
    console: Console, players: str | None, file: Path | None, *, epic: bool
) -> CompanionSession:
    if file is None and players is None and not epic:
        file = _latest_companion()
    if file is not None and file.exists():
        if players is not None or epic:
            fail(f"{file} holds a table already; leave out --players and --epic, or name another file")
        try:
            record = parse_companion(_read(file))
        except RecordError as error:
            fail(f"{file}: {error}")
        console.say(f"Going on with {file}.")
        return CompanionSession(record, file)
    record = _new_companion(console, players, epic=epic)
    if file is None:
        file = new_file(COMPANION_SUFFIX)
    session = CompanionSession(record, file)
    session.save()
    console.say(f"Every entry is saved in {file}.")
    return session


def _latest_companion() -> Path | None:
    """The table that was kept last, if it has no winner yet."""
    return next((path for path, record in saved_companions() if record.table().winner < 0), None)


def _new_companion(console: Console, players: str | None, *, epic: bool) -> CompanionRecord:
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
        return new_record(names, winning_level=EPIC if epic else 10, date=today())
    except ValueError as error:
        fail(f"--players: {error}")


# The table on screen


@command.command()
@click.option("--players", metavar="WHO,WHO", help="human or a bot for each seat, such as human,shrewd.")
@click.option("--names", metavar="NAME,NAME", help="Names of the seats.")
@click.option("--seed", metavar="S", help="A word or number; the same seed gives the same dice and cards.")
@click.option("--epic", is_flag=True, help=f"Play to level {EPIC}.")
@click.option("--cards", type=click.Path(path_type=Path), help="A card file of your own.")
@click.option("--plain", is_flag=True, help="No colour: for screen readers and pipes.")
@click.option("--record", "file", type=click.Path(path_type=Path), help="Save here, or go on with it.")
@click.option("--resume", is_flag=True, help="Go on with the latest unfinished game.")
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
                file = new_file(TABLE_SUFFIX)
            session = TableSession(record, file)
            session.save()
            _welcome(session, console)
        _run(session, console)
    except KeyboardInterrupt:
        click.echo("\nStopped.")


def _latest_game() -> Path | None:
    """The game that was played last and is not over."""
    return next((path for path, record in saved_tables() if not record.state().over), None)


def _sheet(*, epic: bool, cards: Path | None, settings: tuple[str, ...]) -> Sheet:
    wanted = ([f"winning_level={EPIC}"] if epic else []) + list(settings)
    try:
        return load(wanted, cards=cards)
    except RulesError as error:
        fail(str(error))


def _resumed(file: Path, console: Console) -> TableSession:
    record = _record(file)
    if record.state().over:
        fail(f"{file} holds a finished game; look at it with: hotdice munchkin replay {file}")
    if not record.dice.startswith("seeded "):
        fail(f"{file} was played with real dice, which cannot be thrown here")
    for player in record.players:
        _bot(player)
    console.say(f"Going on with {file}.")
    return TableSession(record, file)


def _new_record(sheet: Sheet, players: str | None, names: str | None, seed: str | None) -> Record:
    who = tuple(part.strip() for part in (players or "human,shrewd,steady").split(","))
    for player in who:
        _bot(player)
    if not sheet.min_players <= len(who) <= sheet.max_players:
        fail(f"{sheet.title} is for {sheet.min_players} to {sheet.max_players} players, not {len(who)}")
    if seed is not None and (not seed or len(seed) > 100 or not seed.isprintable() or seed != seed.strip()):
        fail("--seed is a word or number of at most 100 characters")
    return new_table(sheet, who, _names(who, names), seed)


def _names(who: tuple[str, ...], names: str | None) -> tuple[str, ...]:
    if names is not None:
        chosen = tuple(name.strip() for name in names.split(","))
        if len(chosen) != len(who):
            fail(f"--names has {len(chosen)} names for {len(who)} seats")
        for name in chosen:
            if fault := check_name(name):
                fail(f"--names: {fault}")
        if len(set(chosen)) != len(chosen):
            fail("--names: two seats have the same name")
        return chosen
    return munchkin_names(who)


def _bot(player: str) -> MunchkinPlayer | None:
    if player == "human":
        return None
    try:
        return make_munchkin(player)
    except UnknownBot as error:
        fail(f"{error}, or human")


def _welcome(session: TableSession, console: Console) -> None:
    record = session.record
    console.say(f"{record.sheet.title}. First to level {record.sheet.winning_level}, by killing a monster.")
    console.say(f"At the table: {', '.join(record.names)}. Type help at any time.")
    if session.save_fault:
        console.say(session.save_fault)


def _run(session: TableSession, console: Console) -> None:
    bots = {seat: bot for seat, who in enumerate(session.record.players) if (bot := _bot(who)) is not None}
    ended = TableGame(session, bots, console).run()
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
def replay(file: Path) -> None:
    """Tell a recorded game, turn by turn."""
    click.echo(print_record(_record(file), story=True), nl=False)


@command.command()
@click.argument("file", type=click.Path(path_type=Path))
@json_option
def verify(file: Path, as_json: bool) -> None:
    """Derive every die and card of a record again from its seed; exit code 1 where one differs."""
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
        return parse_record(_read(file))
    except RecordError as error:
        fail(f"{file}: {error}")


@command.command()
@click.option("--positions", default=100, metavar="N", help="How many positions.")
@click.option("--rollouts", default=4, metavar="N", help="How often each is played out in each way.")
@click.option("--seats", default=3, metavar="N", help="How many sit at the table.")
@click.option("--seed", default="1", metavar="S", help="The same seed gives the same figures.")
@click.option("--workers", default=1, metavar="N", help="Processes that share the work.")
@json_option
def measure(*, positions: int, rollouts: int, seats: int, seed: str, workers: int, as_json: bool) -> None:
    """How much each result of the die is worth, measured by playing positions out in every way."""
    from hotdice.players.munchkin_measuring import measure as measured
    from hotdice.players.munchkin_measuring import plain, table_lines

    for name, value, most in (
        ("--positions", positions, 100_000),
        ("--rollouts", rollouts, 1000),
        ("--workers", workers, 256),
    ):
        if not 1 <= value <= most:
            fail(f"{name} is from 1 to {most:,}")
    sheet = load()
    if not sheet.min_players <= seats <= sheet.max_players:
        fail(f"--seats is from {sheet.min_players} to {sheet.max_players}")
    found = measured(positions, rollouts=rollouts, seats=seats, seed=seed, workers=workers)
    if as_json:
        print_json(plain(found))
    else:
        for line in table_lines(found):
            click.echo(line)


@command.command()
@click.option("--players", default="shrewd,steady,steady", metavar="BOT,BOT", help="Who plays.")
@click.option("--games", default=100, metavar="N", help="How many games.")
@click.option("--seed", default="1", metavar="S", help="The same seed gives the same games.")
@json_option
def simulate(players: str, games: int, seed: str, as_json: bool) -> None:
    """Bots against each other: many games, everybody moves on one seat after each."""
    from hotdice.players.munchkin_contest import contest

    if not 1 <= games <= 1_000_000:
        fail("--games is from 1 to 1,000,000")
    try:
        found = contest([part.strip() for part in players.split(",")], games, seed=seed)
    except ValueError as error:
        fail(f"--players: {error}")
    if as_json:
        wins = [
            {"seat": s.seat, "bot": s.bot, "wins": s.wins, "rate": s.rate, "low": s.low, "high": s.high}
            for s in found.standings
        ]
        means = {"mean_level": [s.mean_level for s in found.standings], "mean_turns": found.mean_turns}
        print_json({"games": found.games, "wins": wins, **means, "rolls": [s.rolls for s in found.standings]})
        return
    click.echo(f"{found.games:,} games, {found.mean_turns:.1f} turns each")
    for s in found.standings:
        click.echo(
            f"  {s.bot:<10} {s.rate:>6.1%} ({s.low:.1%} to {s.high:.1%})"
            f"  mean level {s.mean_level:.1f}  {s.rolls:.1f} rolls a game"
        )


@command.command()
def bots() -> None:
    """The bots of this table."""
    for bot in munchkin_bots():
        name = f"{bot.name}:{bot.argument}" if bot.argument else bot.name
        click.echo(f"{name:<12} {bot.character}")
