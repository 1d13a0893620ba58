"""`hotdice admin`: what the owner of a server may do, with the owner's link."""

from datetime import timedelta
from functools import cached_property
from typing import Any
from urllib.parse import quote

import click

from hotdice.client.http import HttpClient, ServerRefused
from hotdice.client.links import parse_link
from hotdice.terminal.options import fail, json_option, print_json
from hotdice.terminal.telling import counted


class Owner:
    """The server's owner, as every subcommand uses it."""

    def __init__(self, link: str) -> None:
        self._link = link

    @cached_property
    def _client(self) -> HttpClient:
        """The way to the server, looked for when something is asked of it; help needs none."""
        if not self._link:
            fail("whose server? Give the owner's link with --link, or in HOTDICE_ADMIN")
        try:
            where = parse_link(self._link)
        except ValueError as error:
            fail(str(error))
        if not where.admin:
            fail("that is not the owner's link; 'hotdice serve --new-admin-link' prints a new one")
        return HttpClient(where.server, where.admin)

    def ask(self, path: str, **body: Any) -> Any:
        """Ask the server; what it refuses ends the program with its sentence."""
        try:
            where = f"/api/admin/{path}"
            return self._client.post(where, **body) if body else self._client.get(where)
        except ServerRefused as error:
            fail(str(error))

    def found(self, path: str, *, as_json: bool) -> dict[str, Any]:
        """What the server answers, to be told; nothing where it was printed for programs."""
        answer: dict[str, Any] = self.ask(path)
        if as_json:
            print_json(answer)
        return {} if as_json else answer

    def post(self, path: str) -> Any:
        """Have something done that takes no more words."""
        try:
            return self._client.post(f"/api/admin/{path}")
        except ServerRefused as error:
            fail(str(error))


@click.group()
@click.option("--link", envvar="HOTDICE_ADMIN", default="", help="The owner's link; also HOTDICE_ADMIN.")
@click.pass_context
def command(context: click.Context, link: str) -> None:
    """Look after a server: list, end, delete, ban, announce, close."""
    context.obj = Owner(link)


@command.command()
@json_option
@click.pass_obj
def status(owner: Owner, as_json: bool) -> None:
    """How the server is."""
    for name, value in owner.found("status", as_json=as_json).items():
        click.echo(f"{name.replace('_', ' '):<16} {said(name, value)}")


def said(name: str, value: Any) -> str:
    """A line of the status for people.

    >>> said("uptime", 93784.2), said("matches", {"open": 2, "over": 1}), said("damaged", [])
    ('1 day, 2:03:04', '2 open, 1 over', 'none')
    """
    match value:
        case bool():
            return "yes" if value else "no"
        case float() if name == "uptime":
            return str(timedelta(seconds=int(value)))
        case dict():
            return ", ".join(f"{count} {status}" for status, count in value.items()) or "none"
        case list():
            return ", ".join(value) or "none"
        case _:
            return str(value)


@command.command("list")
@json_option
@click.pass_obj
def list_matches(owner: Owner, as_json: bool) -> None:
    """All matches, the latest first."""
    for line in owner.found("matches", as_json=as_json).get("games", ()):
        click.echo(
            f"{line['match']}  {line['status']:<8} {counted(line['seats'], 'seat')}  {line['rules'][:40]}"
        )


@command.command()
@click.pass_obj
def boards(owner: Owner) -> None:
    """The scores of real tables that the server keeps, the latest first."""
    for line in owner.ask("boards")["boards"]:
        click.echo(f"{line['board']}  version {line['version']:,}  {line['bytes']:,} bytes")


@command.command("remove-board")
@click.argument("board")
@click.pass_obj
def remove_board(owner: Owner, board: str) -> None:
    """Remove the score of a real table."""
    owner.post(f"boards/{quote(board)}/delete")
    click.echo("Removed.")


@command.command()
@click.argument("match")
@click.pass_obj
def people(owner: Owner, match: str) -> None:
    """The people at a table, by seat, for ban and mute."""
    click.echo(owner.ask(f"matches/{quote(match)}/people")["text"])


@command.command()
@click.argument("match")
@click.pass_obj
def end(owner: Owner, match: str) -> None:
    """End a match; its seed is shown."""
    owner.post(f"matches/{quote(match)}/end")
    click.echo("Ended.")


@command.command()
@click.argument("match")
@click.pass_obj
def delete(owner: Owner, match: str) -> None:
    """Remove a match and all that belongs to it."""
    owner.post(f"matches/{quote(match)}/delete")
    click.echo("Removed.")


@command.command()
@click.argument("match")
@click.argument("seat", type=click.IntRange(1, 64))
@click.pass_obj
def erase(owner: Owner, match: str, seat: int) -> None:
    """Erase the name and the chat lines of a seat."""
    done = owner.ask(f"matches/{quote(match)}/erase", seat=seat - 1)
    click.echo(f"Texts erased: {done['count']}.")


def _measure(name: str, key: str, lifted: str) -> click.Command:
    """A measure against a person, and its end with `--lift`."""

    @click.argument("person")
    @click.option("--lift", is_flag=True, help=f"Let them {lifted} again.")
    @click.pass_obj
    def measure(owner: Owner, person: str, lift: bool) -> None:
        owner.ask(f"people/{quote(person)}", **{key: not lift})
        click.echo("Done.")

    return command.command(name, help=f"{name.title()} somebody, by the id that `people` shows.")(measure)


ban = _measure("ban", "banned", "play")
mute = _measure("mute", "muted", "write")


@command.command()
@click.argument("text")
@click.pass_obj
def announce(owner: Owner, text: str) -> None:
    """Tell everybody who is connected."""
    click.echo(f"Told {owner.ask('announce', text=text)['count']}.")


@command.command()
@click.argument("passcode", default="")
@click.pass_obj
def passcode(owner: Owner, passcode: str) -> None:
    """Set what newcomers must know; nothing takes it away."""
    owner.ask("passcode", passcode=passcode)
    click.echo("The passcode is set." if passcode else "There is no passcode.")


@command.command("close")
@click.option("--open", "opened", is_flag=True, help="Take new tables again.")
@click.pass_obj
def close(owner: Owner, opened: bool) -> None:
    """Take no new tables; those that are there go on."""
    owner.ask("closed", closed=not opened)
    click.echo("Open." if opened else "Closed.")


@command.command()
@click.argument("state", type=click.Choice(["on", "off"]))
@click.pass_obj
def ladder(owner: Owner, state: str) -> None:
    """Show who plays how well, luck taken out; off until you switch it on."""
    owner.ask("ladder", on=state == "on")
    click.echo(f"The ladder is {state}.")


@command.command()
@click.argument("days", type=click.IntRange(0, 10**6))
@click.pass_obj
def retention(owner: Owner, days: int) -> None:
    """Remove finished games after so many days; 0 keeps them for ever."""
    done = owner.ask("retention", days=days)
    click.echo(f"Set; games removed: {done['count']:,}.")
