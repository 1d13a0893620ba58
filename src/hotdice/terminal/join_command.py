"""`hotdice join LINK`: sit down at a table of a server, or set one up, and play in plain text."""

import asyncio
import sys
from typing import Any

import click

from hotdice.client.http import HttpClient, ServerRefused
from hotdice.client.links import Link, parse_link
from hotdice.match.games.duplicate_record import PARALLEL, TWO_TABLES
from hotdice.munchkin.loading import NAME as MUNCHKIN_DICE
from hotdice.terminal import completing
from hotdice.terminal.arriving import arrival_options, arrive, ask, silent
from hotdice.terminal.breaking_off import broken_off
from hotdice.terminal.console import can_draw
from hotdice.terminal.devices import Devices
from hotdice.terminal.opening import open_app
from hotdice.terminal.options import bags_option, fail
from hotdice.terminal.settings import load_settings
from hotdice.terminal.telling import counted


@click.command()
@click.argument("link")
@arrival_options
@click.option(
    "--new",
    "rules",
    shell_complete=completing.sheets,
    metavar="RULES",
    help=f"Set up a table with this sheet; also {MUNCHKIN_DICE}.",
)
@click.option(
    "--seats", type=click.IntRange(1, 64), default=2, show_default=True, help="Seats of a new table."
)
@click.option(
    "--bot",
    "bots",
    shell_complete=completing.bots,
    multiple=True,
    metavar="BOT",
    help="A bot on a seat of it; repeatable.",
)
@click.option(
    "--duplicate",
    type=click.Choice([TWO_TABLES, PARALLEL]),
    help="The same dice for everybody: each against the same bot, or all at once by rounds.",
)
@click.option("--against", metavar="BOT", help="Whom everybody plays at two tables.  [default: greedy]")
@bags_option
@click.option("--clock", type=click.IntRange(0), default=0, help="Seconds for a turn at a new table.")
@click.option(
    "--best-of", type=click.Choice(["3", "5", "7", "9"]), help="A series at a new table of two players."
)
@click.option("--chat", is_flag=True, help="Allow chat at a new table.")
@click.option("--watch", is_flag=True, help="Watch without sitting down.")
@click.option("--plain", is_flag=True, help="Plain lines: for screen readers and pipes.")
@click.option("--yes", is_flag=True, help="Sit down without being asked.")
@click.option(
    "--mail", metavar="ADDRESS", help="Be told by mail that it is your turn, where the server does that."
)
@click.option("--no-mail", is_flag=True, help="No more mail about this table.")
def command(link: str, watch: bool, plain: bool, yes: bool, **asked: Any) -> None:
    """Play on a server: by the link of an invitation, or at a new table.

    In a terminal the app opens at the table; with --plain, and over a pipe, the game is told line by line.
    """
    try:
        from hotdice.terminal.online_game import play_online
    except ImportError as error:
        fail(f"playing online needs packages that are not here ({error.name}): pip install 'hotdice[server]'")
    devices = Devices()
    try:
        where = parse_link(link)
        client = HttpClient(where.server, devices.of(where.server).get("key", ""), on_silence=silent)
        token = ""
        if not watch:
            arrive(client, devices, asked)
        if asked["rules"] or (not where.match and not watch):
            where, token = _new_table(client, devices, asked)
        elif not where.match:
            fail("give the link of a table to watch")
        elif not watch:
            token = _sit(client, devices, where, yes)
        else:
            client.table(where.match)  # a server that is not there is told at once, not waited for
        _mail(client, where.match, asked)
        drawn = sys.stdin.isatty() and sys.stdout.isatty() and can_draw()
        if drawn and not plain and not load_settings().plain:
            open_app(online=(where, token, client))
            click.echo(f"Your seat is kept; come back with: hotdice join '{where}'")
        else:
            asyncio.run(play_online(where, token, client))
    except (ServerRefused, ValueError) as error:
        fail(str(error))
    except KeyboardInterrupt:
        click.echo()
        broken_off("stopped; your seat is kept, come back with the same link")


def _mail(client: HttpClient, match: str, asked: dict[str, Any]) -> None:
    """Give the own seat an address to be told at, or take it back."""
    if asked["no_mail"]:
        client.post(f"/api/matches/{match}/mail/drop")
        click.echo("No more mail about this table.")
    elif asked["mail"]:
        found = client.post(f"/api/matches/{match}/mail", address=asked["mail"], language="en")
        click.echo(
            "You are told by mail when it is your turn."
            if found["state"] == "confirmed"
            else "A mail is on its way to that address: say yes there, and you are told when it is your turn."
        )


def _new_table(client: HttpClient, devices: Devices, asked: dict[str, Any]) -> tuple[Link, str]:
    duplicate, rules = asked["duplicate"], asked["rules"]
    if asked["against"] and duplicate != TWO_TABLES:
        raise ValueError(f"--against goes with --duplicate {TWO_TABLES}")
    kind = "munchkin" if rules == MUNCHKIN_DICE else duplicate or "farkle"
    against = asked["against"] or "greedy" if kind == TWO_TABLES else ""
    made = client.new_table(
        rules=rules or ("marina" if duplicate == PARALLEL else "classic"),
        kind=kind,
        seats=max(asked["seats"], len(asked["bots"]) + 1),
        bots=list(asked["bots"]),
        clock={"turn": asked["clock"]},
        options={
            "chat": asked["chat"],
            "reactions": asked["chat"],
            "against": against,
            "bags": list(asked["bags"]),
            "best_of": int(asked["best_of"] or 0),
        },
    )
    devices.remember_seat(client.server, made["match"], made["token"])
    link = Link(client.server, made["match"], made["invite"])
    click.echo(f"The table is set up. Friends join with:  hotdice join '{link}'")
    return link, made["token"]


def _sit(client: HttpClient, devices: Devices, where: Link, yes: bool) -> str:
    """The token of a seat: the one that is kept here, or that of a seat taken now."""
    known = devices.seat(where.server, where.match)
    if known:
        return known
    view = client.table(where.match)
    people = [chair["name"] for chair in view["chairs"] if not chair["empty"]]
    clock = f", {view['clock']['turn']} seconds a turn" if view["clock"]["turn"] else ""
    seats = counted(len(view["chairs"]), "seat")
    click.echo(f"{view['title']}, {seats}{clock}. There: {', '.join(people) or 'nobody'}.")
    if not yes and ask("Sit down? (yes, no, watch)").lower() not in ("y", "yes", ""):
        return ""
    seated = client.sit(where.match, where.invite)
    devices.remember_seat(where.server, where.match, seated["token"])
    return str(seated["token"])
