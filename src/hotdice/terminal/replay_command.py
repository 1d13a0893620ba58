"""`hotdice replay`: step through a recorded game, or hand it out as a table or as data."""

import sys
from pathlib import Path
from typing import Any

import click

from hotdice.game import PositionError, Record, RecordError, State, print_position, to_csv
from hotdice.match.games.duplicate_record import DuplicateRecord, result_of
from hotdice.terminal.any_record import AnyRecord, head_json, read_any
from hotdice.terminal.munchkin_words import table_json, told_table
from hotdice.terminal.options import fail, json_option, print_json
from hotdice.terminal.telling import tell


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--at", "step", type=int, metavar="STEP", help="Only the moment after this many events.")
@click.option("--csv", "as_csv", is_flag=True, help="Print the game as comma-separated values.")
@json_option
def command(file: Path, step: int | None, as_csv: bool, as_json: bool) -> None:
    """Tell a recorded game step by step; in a terminal Enter goes on, b goes back, q quits.

    A FILE called - is standard input.
    """
    try:
        record = read_any(file)
    except RecordError as error:
        fail(str(error))
    if as_csv and as_json:
        fail("--csv and --json are two ways to say the same: choose one")
    if isinstance(record, Record):
        _one_game(record, step, as_csv=as_csv, as_json=as_json)
        return
    if as_csv or step is not None:
        several = "a duplicate match has several boards"
        why = several if isinstance(record, DuplicateRecord) else "Munchkin Dice is told as a whole"
        fail(f"--at and --csv are for a single game of Farkle; {why}")
    if as_json:
        print_json(_json(record))
    elif isinstance(record, DuplicateRecord):
        _tell_boards(record)
    else:
        for line in told_table(record):
            click.echo(line)


def _one_game(record: Record, step: int | None, *, as_csv: bool, as_json: bool) -> None:
    if as_csv:
        click.echo(to_csv(record), nl=False)
        return
    states = list(record.states())
    if step is not None and not 0 <= step < len(states):
        fail(f"--at is from 0 to {len(states) - 1}")
    if as_json:
        print_json(_json(record) if step is None else _moment(record, states, step))
    elif step is not None:
        _show_moment(record, states, step)
    else:
        _heading(record)
        if sys.stdin.isatty() and sys.stdout.isatty():
            _walk(record, states)
            return
        for index in range(1, len(states)):
            _line(record, states, index)


# As data


def _json(record: AnyRecord) -> dict[str, Any]:
    if isinstance(record, DuplicateRecord):
        boards = [_json(board) for board in record.boards]
        return {
            "game": "duplicate",
            "form": record.form,
            "result": result_of(record.states),
            "boards": boards,
        }
    if not isinstance(record, Record):
        return table_json(record)
    states = list(record.states())
    end = states[-1]
    return {
        **head_json("farkle", record.rules, record),
        "steps": [_moment(record, states, index) for index in range(1, len(states))],
        "over": end.over,
        "totals": list(end.totals),
        "winners": [seat + 1 for seat in end.winners],
    }


def _moment(record: Record, states: list[State], step: int) -> dict[str, Any]:
    state = states[step]
    return {
        "step": step,
        "event": type(record.events[step - 1]).__name__ if step else None,
        "told": _told(record, states, step) if step else "",
        "turn": state.turn,
        "totals": list(state.totals),
        "position": _position(state),
    }


def _position(state: State) -> str | None:
    try:
        return print_position(state)
    except PositionError:
        return None


# In words


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


def _told(record: Record, states: list[State], index: int) -> str:
    return tell(record.events[index - 1], states[index - 1], states[index], record.names)


def _line(record: Record, states: list[State], index: int) -> bool:
    """Tell one step; False where there is nothing to tell."""
    text = _told(record, states, index)
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
