"""`hotdice replay`: step through a recorded game, or hand it out as a table."""

import sys
from pathlib import Path

import click

from hotdice.game import PositionError, Record, RecordError, State, print_position, to_csv
from hotdice.match.games.duplicate_record import DuplicateRecord, result_of
from hotdice.munchkin import print_record as print_table
from hotdice.terminal.any_record import read_any
from hotdice.terminal.options import fail
from hotdice.terminal.telling import tell


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--at", "step", type=int, metavar="STEP", help="Only the moment after this many events.")
@click.option("--csv", "as_csv", is_flag=True, help="Print the game as comma-separated values.")
def command(file: Path, step: int | None, as_csv: bool) -> None:
    """Tell a recorded game step by step; in a terminal Enter goes on, b goes back, q quits."""
    try:
        record = read_any(file)
    except RecordError as error:
        fail(str(error))
    if isinstance(record, DuplicateRecord):
        if as_csv or step is not None:
            fail("--at and --csv are for a single game; a duplicate match has several boards")
        _tell_boards(record)
        return
    if not isinstance(record, Record):
        click.echo(print_table(record, story=True), nl=False)
        return
    if as_csv:
        click.echo(to_csv(record), nl=False)
        return
    states = list(record.states())
    if step is not None:
        if not 0 <= step < len(states):
            fail(f"--at is from 0 to {len(states) - 1}")
        _show_moment(record, states, step)
        return
    _heading(record)
    if sys.stdin.isatty() and sys.stdout.isatty():
        _walk(record, states)
        return
    for index in range(1, len(states)):
        _line(record, states, index)


def _tell_boards(record: DuplicateRecord) -> None:
    """A duplicate match, board after board."""
    click.echo(f"{record.rules.title}, duplicate, {record.form.replace('-', ' ')}")
    for number, board in enumerate(record.boards, 1):
        click.echo(f"Board {number}: {', '.join(board.names)}")
        states = list(board.states())
        for index in range(1, len(states)):
            _line(board, states, index)
    click.echo(f"Result: {result_of(record.states)}")


def _heading(record: Record) -> None:
    click.echo(record.rules.title)
    seats = [
        name if player == "human" else f"{name} ({player})"
        for name, player in zip(record.names, record.players, strict=True)
    ]
    click.echo(f"Seats: {', '.join(seats)}. Dice: {record.dice.split(' ')[0]}.")


def _line(record: Record, states: list[State], index: int) -> bool:
    """Tell one step; False where there is nothing to tell."""
    text = tell(record.events[index - 1], states[index - 1], states[index], record.names)
    if text:
        click.echo(f"{index:>5}  {text}")
    return bool(text)


def _show_moment(record: Record, states: list[State], step: int) -> None:
    state = states[step]
    if step:
        _line(record, states, step)
    for name, seat in zip(record.names, state.seats, strict=True):
        click.echo(f"  {name}: {seat.total:,}")
    try:
        click.echo(f"Position: {print_position(state)}")
    except PositionError as error:
        click.echo(f"Position: {error}")


def _walk(record: Record, states: list[State]) -> None:
    index = 0
    click.echo("Enter: next   b: back   q: quit")
    while True:
        key = input().strip().lower() if index else ""
        if key.startswith("q"):
            return
        if key.startswith("b"):
            index = _back(record, states, index)
            continue
        index += 1
        while index < len(states) and not _line(record, states, index):
            index += 1
        if index >= len(states) - 1:
            return


def _back(record: Record, states: list[State], index: int) -> int:
    """The step before this one that has something to tell."""
    index -= 1
    while index > 0 and not _line(record, states, index):
        index -= 1
    return max(index, 1)
