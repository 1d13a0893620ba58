"""`hotdice join LINK`: sit down at a table of a server, or set one up, and play in plain text."""

import asyncio
import secrets
import sys
from typing import Any

import click

from hotdice.client.http import HttpClient, ServerRefused
from hotdice.client.links import Link, parse_link
from hotdice.match.games.duplicate_record import PARALLEL, TWO_TABLES
from hotdice.munchkin.loading import NAME as MUNCHKIN_DICE
from hotdice.terminal.devices import Devices
from hotdice.terminal.options import fail


@click.command()
@click.argument("link")
@click.option("--name", help="What you are called there.")
@click.option("--passcode", default="", help="The passcode, where the server has one.")
@click.option(
    "--new", "rules", metavar="RULES", help=f"Set up a table with this sheet; also {MUNCHKIN_DICE}."
)
@click.option(
    "--seats", type=click.IntRange(1, 64), default=2, show_default=True, help="Seats of a new table."
)
@click.option("--bot", "bots", multiple=True, metavar="BOT", help="A bot on a seat of it; repeatable.")
@click.option(
    "--duplicate",
    type=click.Choice([TWO_TABLES, PARALLEL]),
    help="The same dice for everybody: each against the same bot, or all at once by rounds.",
)
@click.option("--against", metavar="BOT", help="Whom everybody plays at two tables.  [default: greedy]")
@click.option("--clock", type=click.IntRange(0), default=0, help="Seconds for a turn at a new table.")
@click.option("--chat", is_flag=True, help="Allow chat at a new table.")
@click.option("--watch", is_flag=True, help="Watch without sitting down.")
@click.option("--yes", is_flag=True, help="Sit down without being asked.")
@click.option("--recover", metavar="PHRASE", help="Come back with your recovery phrase.")
@click.option("--code", help="Bring this device in with the code that another one shows.")
def command(link: str, watch: bool, yes: bool, **asked: Any) -> None:
    """Play on a server: by the link of an invitation, or at a new table."""
    try:
        from hotdice.terminal.online_game import play_online
    except ImportError as error:
        fail(f"playing online needs packages that are not here ({error.name}): pip install 'hotdice[server]'")
    devices = Devices()
    try:
        where = parse_link(link)
        client = HttpClient(where.server, devices.of(where.server).get("key", ""))
        token = ""
        if not watch:
            _arrive(client, devices, asked)
        if asked["rules"] or (not where.match and not watch):
            where, token = _new_table(client, devices, asked)
        elif not where.match:
            fail("give the link of a table to watch")
        elif not watch:
            token = _sit(client, devices, where, yes)
        asyncio.run(play_online(where, token, client))
    except (ServerRefused, ValueError) as error:
        fail(str(error))
    except KeyboardInterrupt:
        click.echo("\nYour seat is kept; come back with the same link.")


def _arrive(client: HttpClient, devices: Devices, asked: dict[str, Any]) -> None:
    """Be known to the server: by the key of this device, a code, a phrase, or as somebody new."""
    if asked["recover"] or asked["code"]:
        me = (
            client.post("/api/recover", phrase=asked["recover"])
            if asked["recover"]
            else client.post("/api/codes", code=asked["code"])
        )
        client.key = me["key"]
        devices.remember(client.server, key=me["key"], name=me["name"])
        click.echo(f"Welcome back, {me['name']}.")
        return
    if client.key:
        try:
            me = client.get("/api/me")
            if asked["name"] and asked["name"] != me["name"]:
                client.post("/api/me/name", name=asked["name"])
            return
        except ServerRefused as refused:
            if refused.code != "unknown_device":
                raise
            client.key = ""
    name = asked["name"] or _ask("What are you called?")
    if not name:
        raise ValueError("a name is needed: --name NAME")
    me = client.arrive(name, asked["passcode"])
    devices.remember(client.server, key=me["key"], name=me["name"])
    click.echo(f"Hello {me['name']}. Your recovery phrase, shown this once: {me['phrase']}")


def _ask(question: str) -> str:
    click.echo(f"{question} ", nl=False)
    return sys.stdin.readline().strip()


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
        options={"chat": asked["chat"], "reactions": asked["chat"], "against": against},
        seed=secrets.token_hex(32),
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
    click.echo(
        f"{view['title']}, {len(view['chairs'])} seats{clock}. There: {', '.join(people) or 'nobody'}."
    )
    if not yes and _ask("Sit down? (yes, no, watch)").lower() not in ("y", "yes", ""):
        return ""
    seated = client.sit(where.match, where.invite, secrets.token_hex(32))
    devices.remember_seat(where.server, where.match, seated["token"])
    return str(seated["token"])
