"""`hotdice review`: the coach's report on a recorded game, as text, JSON or a page."""

from pathlib import Path
from typing import Literal

import click
import msgspec

from hotdice.client import HttpClient, ServerRefused, parse_link
from hotdice.coach.report import review_page
from hotdice.coach.reviewing import GAMES, review
from hotdice.coach.sources import solved_for
from hotdice.coach.telling import review_lines
from hotdice.game import Record, RecordError, parse_record
from hotdice.match import write_atomically
from hotdice.odds.refusals import Unsolvable
from hotdice.terminal.options import fail, json_option, print_json
from hotdice.terminal.solving import solved_game
from hotdice.terminal.storage import read_record


@click.command()
@click.argument("file")
@click.option(
    "--unit",
    type=click.Choice(["win", "points"]),
    help="Chances to win, or points; races are told in wins, rounds and solitaire in points.",
)
@click.option("--all", "everything", is_flag=True, help="Every decision, not only the costliest.")
@click.option(
    "--html", "page", type=click.Path(path_type=Path), help="Write the report as a page, with charts."
)
@click.option(
    "--at-once", is_flag=True, help="Do not solve a sheet that has no table: judge each turn alone."
)
@click.option(
    "--games", type=click.IntRange(80, 100_000), default=GAMES, show_default=True,
    help="Simulated games, where more play than are solved.",
)  # fmt: skip
@json_option
def command(
    file: str,
    unit: Literal["win", "points"] | None,
    everything: bool,
    page: Path | None,
    at_once: bool,
    games: int,
    as_json: bool,
) -> None:
    """What every decision of a game cost, how lucky every throw was; FILE is a record or a table's link."""
    record, server = _record(file)
    try:
        in_wins = unit == "win" or (unit is None and not record.rules.rounds)
        if in_wins and not at_once and solved_for(record.rules, len(record.names)):
            solved_game(record.rules, len(record.names))
        found = review(record, unit, games=games)
    except (Unsolvable, ValueError) as error:
        fail(str(error))
    if page is not None:
        try:
            link = f"{server}/#/what-if/" if server else ""
            write_atomically(page, review_page(found, date=record.date, link=link))
        except OSError as error:
            fail(f"{page}: {(error.strerror or 'cannot be written').lower()}")
    if as_json:
        print_json(msgspec.to_builtins(found))
        return
    for line in review_lines(found, everything=everything):
        click.echo(line)
    if page is not None:
        click.echo(f"\nThe page: {page}")


def _record(file: str) -> tuple[Record, str]:
    """The record of a file or of a table, and the server of the table."""
    try:
        if "://" in file:
            link = parse_link(file)
            if not link.match:
                fail("that link names no table; it looks like http://192.168.1.5:8000/#join=...")
            return parse_record(HttpClient(link.server).record(link.match)), link.server.rstrip("/")
        return read_record(Path(file)), ""
    except (RecordError, ServerRefused) as error:
        fail(str(error))
