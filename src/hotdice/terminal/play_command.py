"""`hotdice play`: the app, or a game at this keyboard in plain text."""

import secrets
import sys
from datetime import UTC, datetime
from pathlib import Path

import click
from msgspec.structs import replace

from hotdice.game import (
    PositionError,
    Record,
    RecordError,
    State,
    parse_position,
    print_position,
)
from hotdice.players import make
from hotdice.rules import Ruleset, shipped
from hotdice.terminal import completing
from hotdice.terminal.breaking_off import broken_off
from hotdice.terminal.champion_note import note_champions
from hotdice.terminal.console import Console, can_draw
from hotdice.terminal.opening import open_app
from hotdice.terminal.options import bags_option, fail, kept_options, load_or_fail, set_option, who_options
from hotdice.terminal.plain_game import PlainGame
from hotdice.terminal.series import Series
from hotdice.terminal.session import Session
from hotdice.terminal.settings import load_settings
from hotdice.terminal.sheet_choice import ask_sheet
from hotdice.terminal.starting import (
    check_bots,
    check_unfinished,
    chosen_names,
    default_names,
    line_up,
    seated,
    with_bags,
)
from hotdice.terminal.storage import new_file, read_record, record_or_fail, unfinished_games, waits
from hotdice.terminal.telling import counted


@click.command()
@click.argument("rules", required=False, shell_complete=completing.sheets)
@who_options(completing.players, "greedy", "dice")
@click.option("--colours", metavar="C,C", help="A colour for each seat, where the sheet has cards.")
@bags_option
@click.option("--first", type=int, metavar="SEAT", help="The seat that begins, instead of the sheet's way.")
@click.option(
    "--best-of", type=click.Choice(["3", "5", "7", "9"]),
    help="A series of two players; with --record it can be gone on with.",
)  # fmt: skip
@click.option("--plain", is_flag=True, help="No drawn dice, no colour: for screen readers and pipes.")
@click.option("--position", metavar="POS", help="Begin from this position.")
@kept_options
@set_option
def command(
    *,
    rules: str | None,
    players: str | None,
    names: str | None,
    colours: str | None,
    bags: tuple[str, ...],
    first: int | None,
    best_of: str | None,
    seed: str | None,
    plain: bool,
    file: Path | None,
    position: str | None,
    resume: bool,
    settings: tuple[str, ...],
) -> None:
    """Play a game: people at this keyboard and bots, any sheet. Type help during the game.

    In a terminal the app opens, with arguments at the table; with --plain the game is told line by line.
    """
    interactive = sys.stdin.isatty() and sys.stdout.isatty()
    plain = plain or load_settings().plain
    console = Console(drawn=interactive and not plain and can_draw())
    bare = not (
        best_of
        or rules
        or players
        or names
        or bags
        or first
        or seed
        or file
        or position
        or resume
        or settings
    )
    if bare and console.drawn and not open_app():
        return
    try:
        asks = interactive and rules is None and position is None
        series = _series(best_of, file, position, resume=resume)
        file = series.file if series else file
        session = (
            seated(series.after(series.games[-1]), file)
            if series and series.games and file is not None and not file.exists()
            else _resumed(file, resume=resume, asks=asks and not series, console=console)
        )
        if session is None:
            sheet, start = _sheet(rules, settings, position, console if asks else None)
            if file is None and interactive:
                file = new_file(sheet)
            record = _new_record(sheet, start, players=players, names=names, first=first, seed=seed)
            session = seated(with_bags(_coloured(record, colours), bags), file)
            session.save()
            if not console.drawn:
                _welcome(session, console)
        if series is not None:
            if series.file is None:
                series.file = file
            _play_series(series, session, console)
        elif console.drawn:
            _at_the_table(session)
        else:
            _play(session, console)
    except KeyboardInterrupt:
        click.echo()
        broken_off(f"stopped; go on with: hotdice play --record {file}" if file else "stopped")


def _series(best_of: str | None, file: Path | None, position: str | None, *, resume: bool) -> Series | None:
    """The series that is asked for, as far as it has been played."""
    if best_of is None:
        return None
    if position is not None or resume:
        fail("a series begins at the start, and is gone on with by its file: --best-of with --record FILE")
    try:
        series = Series(int(best_of), file)
    except RecordError as error:
        fail(str(error))
    if series.games and series.decided:
        fail(f"that series is decided: {series.told}")
    return series


def _play_series(series: Series, session: Session, console: Console) -> None:
    """Play one game after the other until the series is decided, or somebody stops."""
    while True:
        if len(session.record.names) != 2:
            fail("a series is for two players: --players human,human")
        if console.drawn and session.file is not None:
            _at_the_table(session)
            record = read_record(session.file)
        else:
            _play(session, console)
            record = session.record
        if not record.state().over:
            return
        series.games.append(record)
        console.say(series.told)
        if series.decided:
            return
        session = seated(series.after(record), series.file)
        session.save()
        console.say()


def _at_the_table(session: Session) -> None:
    """Open the app at the table of a game, and say afterwards where it is kept."""
    open_app(table=(session.file, session.record))
    if session.file is not None:
        click.echo(f"The game is kept in {session.file}; go on with: hotdice play --record {session.file}")


def _sheet(
    rules: str | None, settings: tuple[str, ...], position: str | None, asking: Console | None
) -> tuple[Ruleset, State | None]:
    """The sheet to play, by name, file or question, or that of a position with its state."""
    if position is not None:
        if rules is not None or settings:
            fail("a position names its sheet; leave RULES and --set away")
        try:
            state = parse_position(position)
        except PositionError as error:
            fail(f"--position: {error}")
        return state.rules, state
    if rules is None:
        rules = ask_sheet(asking) if asking else shipped()[0]
    return load_or_fail(rules, settings), None


def _resumed(file: Path | None, *, resume: bool, asks: bool, console: Console) -> Session | None:
    """The game to go on with: in the named file, the latest one, or one that the person picks."""
    if file is not None and file.exists():
        return _open(file, console)
    if resume:
        games = unfinished_games()
        if not games:
            fail("there is no unfinished game to resume; start one with: hotdice play")
        return _open(games[0], console)
    if asks and (games := unfinished_games()) and console.agrees(f"{waits(games[0])} Go on with it?"):
        return _open(games[0], console)
    return None


def _open(file: Path, console: Console) -> Session:
    record = record_or_fail(file)
    check_unfinished(file, over=record.state().over, dice=record.dice, replay="hotdice replay")
    console.say(f"Going on with {file}.")
    check_bots(record.players, make)
    return seated(record, file)


def _new_record(
    sheet: Ruleset,
    start: State | None,
    *,
    players: str | None,
    names: str | None,
    first: int | None,
    seed: str | None,
) -> Record:
    who = _who(sheet, players, len(start.seats) if start else None)
    if start and len(start.seats) != len(who):
        fail(f"the position has {counted(len(start.seats), 'seat')}, --players {len(who)}")
    if start and first is not None:
        fail("a position says who began; leave --first away")
    if first is not None and not 1 <= first <= len(who):
        fail(f"--first is a seat from 1 to {len(who)}")
    seed = seed if seed is not None else secrets.token_hex(8)
    if not seed or len(seed) > 100 or not seed.isprintable() or seed != seed.strip():
        fail("--seed is a word or number of at most 100 characters")
    return Record(
        rules=sheet,
        names=chosen_names(who, names, default_names(who)),
        players=who,
        dice=f"seeded {seed}",
        first=None if first is None else first - 1,
        start=print_position(start) if start else "",
        date=datetime.now(UTC).strftime("%Y-%m-%d"),
    )


def _coloured(record: Record, colours: str | None) -> Record:
    """The record with the colours that the seats have chosen."""
    if colours is None:
        return record
    chosen = tuple(colour.strip() for colour in colours.split(","))
    try:
        record = replace(record, colours=chosen)
        record.opening_state()
    except ValueError as error:
        fail(f"--colours: {error}")
    return record


def _welcome(session: Session, console: Console) -> None:
    sheet, names = session.record.rules, session.record.names
    console.say(f"{sheet.title}. {sheet.summary}".strip())
    if sheet.deck is not None:
        console.say(f"{sheet.deck.title}: {sheet.deck.source}".strip())
    console.say(f"{len(names)} at the table: {', '.join(_with_colours(session))}. Type help at any time.")
    if session.save_fault:
        console.say(session.save_fault)


def _with_colours(session: Session) -> list[str]:
    """The names, each with its colour where the sheet has cards."""
    deck, cards = session.record.rules.deck, session.state.cards
    if deck is None or cards is None:
        return list(session.record.names)
    colours = [deck.colours[place].name for place in cards.colours]
    return [f"{name} ({colour})" for name, colour in zip(session.record.names, colours, strict=True)]


def _who(sheet: Ruleset, players: str | None, seats: int | None) -> tuple[str, ...]:
    """Who decides for each seat; without a wish one person and as many bots as the sheet needs."""
    if players is None:
        count = seats or max(sheet.min_players, min(2, sheet.seats_allowed[-1]))
        return tuple(line_up(sheet, count))
    who = tuple(part.strip() for part in players.split(","))
    check_bots(who, make)
    if len(who) not in sheet.seats_allowed:
        low, high = sheet.min_players, sheet.seats_allowed[-1]
        allowed = str(low) if low == high else f"{low} to {high}"
        players = "player" if allowed == "1" else "players"
        fail(f"{sheet.title} is for {allowed} {players}, not {len(who)}")
    note_champions(sheet, who)
    return who


def _play(session: Session, console: Console) -> None:
    ended = PlainGame(session, console).run()
    file = session.file
    if file is not None and not session.save_fault:
        if ended:
            console.say(f"The record is in {file}; step through it with: hotdice replay {file}")
            console.say(f"What the coach says to it: hotdice review {file}")
        else:
            console.say(f"\nThe game is kept in {file}; go on with: hotdice play --record {file}")
    elif not ended:
        console.say("\nThe game was not saved.")
