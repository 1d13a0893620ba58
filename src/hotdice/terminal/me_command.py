"""`hotdice me`: games, wins, luck, what was given away, friends, medals, and one thing to try."""

import csv
import io
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import click
import msgspec

from hotdice.club.medals import MEDALS
from hotdice.club.you import Note, You, note_of, you
from hotdice.coach.forms import Unit
from hotdice.coach.places import NothingToSay
from hotdice.coach.reviewing import review
from hotdice.game import Record, RecordError
from hotdice.match import write_atomically
from hotdice.terminal import erasing
from hotdice.terminal.daily_files import FOLDER, days_played
from hotdice.terminal.erasing import NOTES, gathered
from hotdice.terminal.options import fail, json_option, print_json
from hotdice.terminal.progress import progress_bar
from hotdice.terminal.storage import SUFFIX, home, read_record

NOTED_AS = 2
"""What a note says has changed so often: older ones are made anew."""


@click.command()
@click.option(
    "--name", help="Whose seat, where several people play on this computer; else the first person's."
)
@click.option("--csv", "as_csv", is_flag=True, help="One row for every game.")
@click.option("--erase", is_flag=True, help="Erase your games, training and name, here and at servers.")
@click.option("--yes", is_flag=True, help="Erase without being asked.")
@json_option
def command(name: str | None, as_csv: bool, erase: bool, yes: bool, as_json: bool) -> None:
    """A page about you, from the games that are saved on this computer."""
    if yes and not erase:
        fail("--yes belongs to --erase")
    if erase:
        if name or as_csv or as_json:
            fail("--erase erases everything and prints nothing else; leave out --name, --csv and --json")
        _erase(asked=yes)
        return
    notes = gather(name)
    if as_csv:
        click.echo(table_of(notes), nl=False)
        return
    found = you(notes, days_played())
    if as_json:
        print_json(msgspec.to_builtins(found) | {"notes": msgspec.to_builtins(notes)})
        return
    for line in lines_of(found, notes):
        click.echo(line)


def _erase(*, asked: bool) -> None:
    found = gathered()
    if found.nothing:
        click.echo("There is nothing about you here.")
        return
    if not asked:
        click.echo(f"{found.sentence()} hotdice me --json takes a copy along first.")
        try:
            asked = click.prompt("Type erase to go on", default="", show_default=False).strip() == "erase"
        except click.Abort:
            asked = False
    if not asked:
        click.echo("Nothing was erased.")
        return
    faults = erasing.erase(found)
    if faults:
        fail("; ".join(faults))
    click.echo("Forgotten. Results at servers stay without your name.")


def gather(name: str | None) -> list[Note]:
    """The notes of all finished games, the oldest first; new games are reviewed now."""
    known = _known()
    found: list[Note] = []
    files = sorted(
        [*home().glob(f"*{SUFFIX}"), *(home() / FOLDER).glob(f"*{SUFFIX}")], key=lambda path: path.name
    )
    fresh = 0
    with progress_bar("your games") as progress:
        for done, path in enumerate(files, 1):
            progress(done, len(files))
            for key, record, seat in _seats(path, name):
                note = known.get(key)
                if note is None:
                    note = _noted(path.stem, record, seat)
                    known[key] = note
                    fresh += 1
                found.append(note)
    if fresh:
        text = "".join(msgspec.json.encode([key, note]).decode() + "\n" for key, note in known.items())
        try:
            write_atomically(home() / NOTES, text)
        except OSError:
            click.echo("hotdice: what was found could not be kept, so the next time takes as long", err=True)
    return found


def _known() -> dict[str, Note]:
    try:
        lines = (home() / NOTES).read_bytes().splitlines()
        return dict(msgspec.json.decode(line, type=tuple[str, Note]) for line in lines)
    except (OSError, msgspec.MsgspecError):
        return {}


def _seats(path: Path, name: str | None) -> Iterator[tuple[str, Record, int]]:
    """The finished game in a file with the seat that is yours, if there is one."""
    try:
        record = read_record(path)
    except RecordError:
        return
    if not record.state().over:
        return
    people = [seat for seat, player in enumerate(record.players) if player == "human"]
    mine = [seat for seat in people if record.names[seat] == name] if name else people[:1]
    for seat in mine:
        key = sha256(f"{NOTED_AS} {seat} {record}".encode()).hexdigest()[:24]
        yield key, record, seat


def _noted(game: str, record: Record, seat: int) -> Note:
    # Alone points count: the goal of a sheet for one is out of reach in most games, whatever is decided.
    unit: Unit | None = "points" if len(record.names) == 1 else None
    try:
        report = review(record, unit, games=160)
    except (NothingToSay, ValueError):
        report = None
    return note_of(game, record, seat, report)


def table_of(notes: list[Note]) -> str:
    """One row for every game."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(
        ["game", "date", "sheet", "name", "others", "won", "total", "best_turn", "unit", "luck", "given_away"]
    )
    for note in notes:
        row = [note.game, note.date, note.sheet, note.name, " ".join(note.others), int(note.won), note.total]
        rows.writerow([*row, note.best_turn, note.unit, note.luck, note.given_away])
    return out.getvalue()


def lines_of(found: You, notes: list[Note]) -> Iterator[str]:
    """The page, line by line."""
    if not found.games and not found.days:
        yield "No finished games yet. Play one: hotdice play, or hotdice daily."
        return
    days = f"Played the daily game on {_count(found.days, 'day')}."
    yield f"{_count(found.games, 'game')}, {_count(found.wins, 'win')}. {days}"
    if found.best_turn:
        yield f"Biggest turn: {found.best_turn:,} ({found.best_turn_game})."
    for skill in found.skills:
        players = f", {skill.seats} players" if skill.seats > 2 else ""
        if skill.sure:
            yield (
                f"{skill.sheet}{players}: of a hundred games against champions you would win "
                f"{skill.wins:.1f} "
                f"(95 %: {skill.low:.1f} to {skill.high:.1f}, from {_count(skill.games, 'game')})."
            )
        else:
            games = _count(skill.games, "rated game")
            yield f"{skill.sheet}{players}: {games}; more are needed before a number means something."
    if found.given_away:
        recent = found.given_away[-10:]
        games, lost = _count(len(recent), "game"), 100 * sum(recent) / len(recent)
        yield f"Given away in the last {games}: {lost:.1f} % of a win each."
        yield f"Luck in the same: {100 * sum(found.luck[-10:]) / len(recent):+.1f} % of a win each."
    alone = [note for note in notes if note.unit == "points" and not note.others][-10:]
    points = [(note.given_away, note.luck) for note in alone if note.given_away is not None]
    if points:
        lost, luck = (sum(column) / len(points) for column in zip(*points, strict=True))
        yield f"Given away in the last {_count(len(points), 'game')} alone: {lost:,.0f} points each."
        yield f"Luck in the same: {luck:+,.0f} points each."
    for other in found.against[:8]:
        yield f"Against {other.name}: {other.wins} of {_count(other.games, 'game')} won."
    for medal in MEDALS:
        if medal.name in found.medals:
            times = found.medals[medal.name]
            yield f"Medal: {medal.title}{f', {times} times' if times > 1 else ''}. {medal.how}"
    unrated = [note for note in notes if note.unrated and note.others]
    if unrated:
        yield f"{_count(len(unrated), 'game')} not rated; the last because {unrated[-1].unrated}."
    if found.try_this:
        yield f"One thing to try: {found.try_this}."
        yield f"  hotdice train --like {found.try_position}"


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
