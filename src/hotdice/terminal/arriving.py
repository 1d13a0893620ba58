"""Being known to a server: by the key of this computer, a code, a recovery phrase, or as somebody new."""

import sys
from collections.abc import Mapping
from typing import Any

import click

from hotdice.client.http import HttpClient, ServerRefused
from hotdice.terminal.devices import Devices
from hotdice.terminal.options import Function

ARRIVAL = ("name", "passcode", "recover", "code")
"""The options of `arrival_options`."""


def arrival_options(function: Function) -> Function:
    """Who you are there: `--name`, `--passcode`, `--recover` and `--code`."""
    code = "Bring this device in with the code that another one shows."
    function = click.option("--code", help=code)(function)
    recover = "Come back with your recovery phrase."
    function = click.option("--recover", metavar="PHRASE", help=recover)(function)
    passcode = "The passcode, where the server has one."  # nosec B105 - a help text
    function = click.option("--passcode", default="", help=passcode)(function)
    return click.option("--name", help="What you are called there.")(function)


def silent() -> None:
    """Said while a server takes its time."""
    click.echo("The server does not answer; waiting for it. (Ctrl-C: go)", err=True)


def arrive(client: HttpClient, devices: Devices, asked: Mapping[str, Any], *, ask_name: bool = True) -> None:
    """Be known to the server; the client and this computer have the key from then on.

    A name that is not given is asked for, unless the next line may be meant for something else.

    Raises:
        ServerRefused: it says no, or is not there.
        ValueError: nobody says a name.
    """
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
            click.echo(f"{client.server} does not know this device any more.", err=True)
    name = asked["name"] or (ask("What are you called?") if ask_name else "")
    if not name:
        raise ValueError("a name is needed: --name NAME")
    me = client.arrive(name, asked["passcode"])
    devices.remember(client.server, key=me["key"], name=me["name"])
    click.echo(f"Hello {me['name']}. Your recovery phrase, shown this once: {me['phrase']}")


def ask(question: str) -> str:
    """The next line that is typed."""
    click.echo(f"{question} ", nl=False)
    return sys.stdin.readline().strip()
