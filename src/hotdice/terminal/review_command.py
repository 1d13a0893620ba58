"""`hotdice review`: the coach's report on a recorded game, as text, JSON or a page."""

from pathlib import Path
from typing import Literal

import click
import msgspec

from hotdice.client import HttpClient, ServerRefused, parse_link
from hotdice.coach.following import following, following_lines
from hotdice.coach.report import review_page
from hotdice.coach.reviewing import GAMES, review
from hotdice.coach.sources import solved_for
from hotdice.coach.telling import review_lines
from hotdice.game import Record, RecordError, parse_record
from hotdice.match import write_atomically
from hotdice.odds.refusals import Unsolvable
from hotdice.players import make
from hotdice.terminal import completing
from hotdice.terminal.options import fail, file_option, json_option, judging_options, print_json
from hotdice.terminal.solving import solved_game
from hotdice.terminal.storage import read_record
from hotdice.terminal.targets import check_target, write_target


@click.command()
@click.argument("file", shell_complete=completing.files)
@click.option(
    "--unit",
    type=click.Choice(["win", "points"]),
    help="Judge by chances to win, or by points; unless said, by the aim of the sheet.",
)
@click.option("--all", "everything", is_flag=True, help="Every decision, not only the costliest.")
@file_option("--html", "page", "Write the report as a page, with charts.")
@click.option(
    "--by",
    "bot",
    metavar="BOT",
    shell_complete=completing.bots,
    help="Also what following a bot would have cost, such as paper, who plays the strategy card.",
)
@judging_options(100_000, GAMES, "judge each turn alone")
@json_option
def command(
    file: str,
    unit: Literal["win", "points"] | None,
    everything: bool,
    page: Path | None,
    bot: str | None,
    at_once: bool,
    games: int,
    as_json: bool,
) -> None:
    """What every decision of a game cost, how lucky every throw was.

    FILE is a record, - for standard input, or a table's link.
    """
    check_target(page, "--html")
    record, server = _record(file)
    try:
        in_wins = unit == "win" or (unit is None and (record.rules.solo_goal or not record.rules.rounds))
        if in_wins and not at_once and solved_for(record.rules, len(record.names)):
            solved_game(record.rules, len(record.names))
        if bot is not None:
            make(bot)  # before anything is solved
        found = review(record, unit, games=games)
        beside = None if bot is None else following(found, bot, games=games)
    except (Unsolvable, ValueError) as error:
        fail(str(error))
    link = f"{server}/#/what-if/" if server else ""
    written = write_target(
        page, "--html", lambda path: write_atomically(path, review_page(found, date=record.date, link=link))
    )
    if as_json:
        told = msgspec.to_builtins(found)
        print_json(told if beside is None else {**told, "by": msgspec.to_builtins(beside)})
    else:
        for line in review_lines(found, everything=everything):
            click.echo(line)
        for line in [] if beside is None else ["", *following_lines(beside)]:
            click.echo(line)
        if page is not None and written:
            click.echo(f"\nThe page: {page}")
    if not written:
        raise SystemExit(2)


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
