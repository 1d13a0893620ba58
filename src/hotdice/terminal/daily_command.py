"""`hotdice daily`: one game a day, the same dice for everybody, judged by what was decided."""

from datetime import UTC, date, datetime
from typing import Any

import click
import msgspec

from hotdice.club.daily import Judged, fox_game, judge
from hotdice.club.days import may_end, number_of, open_seed, parse_day, today
from hotdice.club.sharing import share_text
from hotdice.door.game import Game
from hotdice.game import Record
from hotdice.terminal.arriving import ARRIVAL, arrival_options
from hotdice.terminal.console import Console, can_draw
from hotdice.terminal.daily_files import days_played, file_of, load_game
from hotdice.terminal.daily_play import play, tell_rounds
from hotdice.terminal.devices import Devices
from hotdice.terminal.open_table import OpenTable
from hotdice.terminal.options import fail, json_option, print_json


class DailyCommand(click.Command):
    """Says under its help where this computer has a key; which day is played is for people to say."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The examples, and the servers that are known here."""
        super().format_epilog(ctx, formatter)
        known = known_servers()
        if known:
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text("Servers that know you, whose sealed day you can play:")
                for server in known:
                    formatter.write_text(f"hotdice daily --server {server}")


def known_servers() -> list[str]:
    """The servers at which this computer has a key."""
    devices = Devices()
    return [server for server in devices.servers() if devices.of(server).get("key")]


@click.command(cls=DailyCommand)
@click.option(
    "--day", "chosen", metavar="DAY", help="Another day, by date or number; past ones are for practice."
)
@click.option("--show", is_flag=True, help="Only show the result, do not play.")
@click.option("--server", metavar="URL", help="The sealed day of this server, with its lists.")
@arrival_options
@json_option
def command(chosen: str | None, show: bool, as_json: bool, server: str | None, **who: Any) -> None:
    """Ten rounds alone for points; everybody has the same dice today.

    Without --server the dice follow from the date, and the game is called open. With it the dice fall at the
    server and the game is kept there: it goes on from any device that has your key. A server is never chosen
    for you; this help names those that know you.
    """
    if server is not None:
        from hotdice.terminal.sealed_day import run_sealed

        run_sealed(server, chosen, show=show, as_json=as_json, who=who)
        return
    if given := [f"--{name}" for name in ARRIVAL if who[name]]:
        fail(f"{given[0]} is for a server: --server URL")
    _open_day(chosen, show=show, as_json=as_json)


def _open_day(chosen: str | None, *, show: bool, as_json: bool) -> None:
    now = today()
    try:
        day = parse_day(chosen) if chosen else now
    except ValueError as error:
        fail(str(error))
    if day > now:
        fail(f"the game of {day} has not begun; today is {now} (UTC)")
    practice = day < now and not _may_go_on(day)
    path = file_of(day, practice=practice)
    game = load_game(path, day)
    if show or as_json:
        if not game.over:
            fail("the game is not over yet: hotdice daily")
        if as_json:
            print_json(_json(game, day))
        else:
            _tell_result(Console(drawn=can_draw()), game, day)
        return
    console = Console(drawn=can_draw())
    if not game.over:
        kind = "for practice" if practice else "just for fun; nobody checks"
        console.say(f"Hotdice {number_of(day)}, the daily game of {day} ({kind}).", strong=True)
        play(console, OpenTable(path, game), (), "The game is kept: hotdice daily goes on.")
    if game.over:
        _tell_result(console, game, day)


def _may_go_on(day: date) -> bool:
    """Whether yesterday's game was begun in time and may still be ended."""
    return file_of(day).is_file() and may_end(day, datetime.now(UTC))


def _fox(day: date) -> Record:
    return fox_game(open_seed(day))


def _judged(game: Game, day: date) -> Judged:
    return judge(game.record, day.isoformat())


def _tell_result(console: Console, game: Game, day: date) -> None:
    judged, fox = _judged(game, day), _fox(day)
    tell_rounds(console, judged, judge(fox, day.isoformat()))
    console.say(share_text(judged, fox.state().totals[0], sealed=False))
    console.say()
    count = days_played()
    console.say(f"Played {count} day{'' if count == 1 else 's'}. Best play has 5,464 on the mean.")


def _json(game: Game, day: date) -> dict[str, object]:
    judged, fox = _judged(game, day), _fox(day)
    return {
        "day": day.isoformat(),
        "number": judged.number,
        "points": judged.points,
        "given_away": judged.given_away,
        "fox": fox.state().totals[0],
        "rounds": msgspec.to_builtins(judged.rounds),
        "share": share_text(judged, fox.state().totals[0], sealed=False),
        "days": days_played(),
    }
