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
    SeededDice,
    State,
    parse_position,
    print_position,
)
from hotdice.game.record import check_name
from hotdice.players import Player, UnknownBot, make
from hotdice.rules import Ruleset, shipped
from hotdice.terminal.champion_note import note_champions
from hotdice.terminal.console import Console, can_draw
from hotdice.terminal.opening import open_app
from hotdice.terminal.options import fail, load_or_fail, set_option
from hotdice.terminal.plain_game import PlainGame
from hotdice.terminal.session import Session
from hotdice.terminal.settings import load_settings
from hotdice.terminal.sheet_choice import ask_sheet
from hotdice.terminal.starting import default_names, line_up
from hotdice.terminal.storage import new_file, read_record, unfinished_games


@click.command()
@click.argument("rules", required=False)
@click.option("--players", metavar="WHO,WHO", help="human or a bot for each seat, such as human,greedy.")
@click.option("--names", metavar="NAME,NAME", help="Names of the seats.")
@click.option("--colours", metavar="C,C", help="A colour for each seat, where the sheet has cards.")
@click.option("--first", type=int, metavar="SEAT", help="The seat that begins, instead of the sheet's way.")
@click.option("--seed", metavar="S", help="A word or number; the same seed gives the same dice.")
@click.option("--plain", is_flag=True, help="No drawn dice, no colour: for screen readers and pipes.")
@click.option("--record", "file", type=click.Path(path_type=Path), help="Save here, or go on with it.")
@click.option("--position", metavar="POS", help="Begin from this position.")
@click.option("--resume", is_flag=True, help="Go on with the latest unfinished game.")
@set_option
def command(
    *,
    rules: str | None,
    players: str | None,
    names: str | None,
    colours: str | None,
    first: int | None,
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
    bare = not (rules or players or names or first or seed or file or position or resume or settings)
    if bare and console.drawn and not open_app():
        return
    try:
        asks = interactive and rules is None and position is None
        session = _resumed(file, resume=resume, asks=asks, console=console)
        if session is None:
            sheet, start = _sheet(rules, settings, position, console if asks else None)
            if file is None and interactive:
                file = new_file(sheet)
            record = _new_record(sheet, start, players=players, names=names, first=first, seed=seed)
            session = Session(_coloured(record, colours), file)
            session.save()
            if not console.drawn:
                _welcome(session, console)
        if console.drawn:
            _at_the_table(session)
        else:
            _play(session, console)
    except KeyboardInterrupt:
        click.echo("\nStopped.")


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
    if asks and (games := unfinished_games()):
        record = read_record(games[0])
        totals = ", ".join(
            f"{name} {seat.total:,}" for name, seat in zip(record.names, record.state().seats, strict=True)
        )
        answer = console.ask(f"A game of {record.rules.title} waits ({totals}). Go on with it? [Y/n] ")
        if answer is not None and answer.strip().lower() in ("", "y", "yes"):
            return _open(games[0], console)
    return None


def _open(file: Path, console: Console) -> Session:
    try:
        record = read_record(file)
    except RecordError as error:
        fail(str(error))
    if record.state().over:
        fail(f"{file} holds a finished game; look at it with: hotdice replay {file}")
    if not record.dice.startswith("seeded "):
        fail(f"{file} was played with {record.dice.split(' ')[0]} dice, which cannot be thrown here")
    console.say(f"Going on with {file}.")
    return Session(record, file)


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
        fail(f"the position has {len(start.seats)} seats, --players {len(who)}")
    if start and first is not None:
        fail("a position says who began; leave --first away")
    if first is not None and not 1 <= first <= len(who):
        fail(f"--first is a seat from 1 to {len(who)}")
    seed = seed if seed is not None else secrets.token_hex(8)
    if not seed or len(seed) > 100 or not seed.isprintable() or seed != seed.strip():
        fail("--seed is a word or number of at most 100 characters")
    return Record(
        rules=sheet,
        names=_names(who, names),
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
    for player in who:
        _bot(player)
    if len(who) not in sheet.seats_allowed:
        low, high = sheet.min_players, sheet.seats_allowed[-1]
        allowed = str(low) if low == high else f"{low} to {high}"
        fail(f"{sheet.title} is for {allowed} players, not {len(who)}")
    note_champions(sheet, who)
    return who


def _bot(player: str) -> Player | None:
    if player == "human":
        return None
    try:
        return make(player)
    except UnknownBot as error:
        fail(f"{error}, or human")


def _names(who: tuple[str, ...], names: str | None) -> tuple[str, ...]:
    if names is not None:
        chosen = tuple(name.strip() for name in names.split(","))
        if len(chosen) != len(who):
            fail(f"--names has {len(chosen)} names for {len(who)} seats")
        for name in chosen:
            fault = check_name(name)
            if fault:
                fail(f"--names: {fault}")
        if len(set(chosen)) != len(chosen):
            fail("--names: two seats have the same name")
        return chosen
    return default_names(who)


def _play(session: Session, console: Console) -> None:
    record = session.record
    playing = {seat: bot for seat, who in enumerate(record.players) if (bot := _bot(who)) is not None}
    dice = SeededDice(record.dice.removeprefix("seeded "))
    ended = PlainGame(session, playing, dice, console).run()
    file = session.file
    if file is not None and not session.save_fault:
        if ended:
            console.say(f"The record is in {file}; step through it with: hotdice replay {file}")
            console.say(f"What the coach says to it: hotdice review {file}")
        else:
            console.say(f"\nThe game is kept in {file}; go on with: hotdice play --record {file}")
    elif not ended:
        console.say("\nThe game was not saved.")
