"""A game on a server in plain text: what happens is told as it comes, words are read a line at a time."""

import asyncio
import contextlib
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import click

from hotdice.client.http import HttpClient, ServerRefused
from hotdice.client.links import Link
from hotdice.client.seat import Lost, Seat
from hotdice.match import table_commands as c
from hotdice.match import wire
from hotdice.match.saving import write_atomically
from hotdice.terminal.devices import Devices
from hotdice.terminal.online_duplicate import DuplicateTale
from hotdice.terminal.online_farkle import FarkleTale
from hotdice.terminal.online_munchkin import MunchkinTale
from hotdice.terminal.online_news import names_at, tell_news
from hotdice.terminal.online_table import seat_at
from hotdice.terminal.online_tale import Tale

_TALES: dict[str, Callable[[], Tale]] = {
    "farkle": FarkleTale,
    "two-tables": DuplicateTale,
    "parallel": DuplicateTale,
    "munchkin": MunchkinTale,
}
SEEDS_SECONDS = 5.0
_HELP = """Words, one a line:
%s
  start              begin the game              bot 2 greedy      a bot on seat 2 (owner)
  say TEXT           chat, where it is allowed   remove 2          empty a seat (owner)
  score              the totals                  back              play on where a bot sat in
  record FILE        write the record            leave             get up, decline or resign
  rematch            play again                  quit              go; your seat is kept"""


class OnlineGame:
    """What one person at a terminal sees and does."""

    def __init__(self, where: Link, client: HttpClient) -> None:
        self.where = where
        self.client = client
        self.seat: Seat
        self.tale: Tale = FarkleTale()
        self._asked = -1
        self._by_itself: set[asyncio.Task[wire.AnyAnswer]] = set()

    # Telling

    async def hear(self, message: wire.Update | wire.Welcome) -> None:
        """Tell what is new."""
        view = message.view
        if not isinstance(self.tale, _TALES[view.kind]):  # type: ignore[arg-type]
            self.tale = _TALES[view.kind]()
        for line in message.news:
            self._tell(line, view)
        for warning in self.seat.warnings():
            click.echo(f"!!! {warning}")
        self._prompt(view)

    def _names(self, view: wire.TableView) -> list[str]:
        return list(names_at(view))

    def _tell(self, line: wire.News, view: wire.TableView) -> None:
        names = self._names(view)
        for sentence in tell_news(line, view, names):
            click.echo(sentence)
        match line.what:
            case "GameBegun":
                self.tale.begin(view)
            case "Played":
                self.tale.tell(line, view, names)
            case "GameFinished":
                click.echo("Check the dice: 'record game.farkle' here, then: hotdice verify game.farkle")
                if view.kind == "farkle":
                    click.echo("What the coach says to it: hotdice review game.farkle")
            case "RematchMade":
                click.echo("Type rematch to play it.")

    def _prompt(self, view: wire.TableView) -> None:
        """Say what is awaited of this person, once."""
        if self._asked == view.sequence:
            return
        self._asked = view.sequence
        if view.phase == "open":
            empty = sum(chair.empty for chair in view.chairs)
            if view.seat is not None and view.seat == view.owner and not empty:
                click.echo("Everybody is here: type start.")
            return
        if view.phase != "playing" or view.seat is None:
            return
        command = self.tale.prompt(view, self._names(view))
        if command is not None:
            task = asyncio.create_task(self.seat.play(command))
            self._by_itself.add(task)
            task.add_done_callback(self._by_itself.discard)

    async def announced(self, text: str) -> None:
        """Tell what the owner of the server says."""
        click.echo(f"*** {text}")

    # Doing

    async def word(self, line: str) -> bool:
        """Carry out one line; False to go."""
        words = line.split()
        first, rest = (words[0].lower(), words[1:]) if words else ("", [])
        view = self.seat.view
        if view is None or first in ("quit", "q"):
            return view is None
        try:
            if first in ("help", "?"):
                click.echo(_HELP % self.tale.help)
            elif first == "record":
                await self._record(rest)
            elif first == "rematch":
                await self._rematch()
            elif not self.tale.show(first, rest, view, self._names(view)):
                await self._command(first, rest, view)
        except (ValueError, ServerRefused) as error:
            click.echo(str(error))
        return True

    async def _command(self, first: str, rest: list[str], view: wire.TableView) -> None:
        table = _table_command(first, rest, "shrewd" if view.kind == "munchkin" else "greedy")
        if table is not None:
            answer = await self.seat.do(table)
        elif view.seat is None:
            raise ValueError("You watch this game.")
        else:
            answer = await self.seat.play(self.tale.move(first, rest, view, self._names(view)))
        await self.seat.caught_up(answer)
        if isinstance(table, c.Begin) and isinstance(answer, wire.Accepted):
            # Devices that are there open their seeds at once; nobody is kept waiting for the others.
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.seat.begun(), SEEDS_SECONDS)
        if isinstance(answer, wire.Refused):
            click.echo(answer.text)
            self._asked = -1

    async def _record(self, rest: list[str]) -> None:
        if not rest:
            raise ValueError("record takes the name of a file, such as: record game.farkle")
        text = await asyncio.to_thread(self.client.record, self.where.match)
        try:
            write_atomically(Path(rest[0]), text)
        except OSError as error:
            raise ValueError(f"{rest[0]}: {(error.strerror or 'cannot be written').lower()}") from None
        click.echo(f"Written to {rest[0]}.")

    async def _rematch(self) -> None:
        path = f"/api/matches/{self.where.match}/rematch"
        made = await asyncio.to_thread(lambda: self.client.post(path))
        Devices().remember_seat(self.where.server, made["match"], made["token"])
        raise _Elsewhere(Link(self.where.server, made["match"], made.get("invite", "")), made["token"])


class _Elsewhere(Exception):  # noqa: N818 - the game goes on at another table
    def __init__(self, where: Link, token: str) -> None:
        self.where = where
        self.token = token


def _table_command(first: str, rest: list[str], usual_bot: str) -> c.AnyTableCommand | None:
    """A word about the table; None where it is a move."""
    numbered = len(rest) >= 1 and rest[0].isdigit() and int(rest[0]) > 0
    if first in ("start", "begin"):
        return c.Begin()
    if first == "leave":
        return c.Leave()
    if first == "back":
        return c.ComeBack()
    if first == "say":
        return c.Say(" ".join(rest)[:300])
    if first == "bot" and numbered:
        return c.SeatBot(int(rest[0]) - 1, rest[1] if len(rest) > 1 else usual_bot)
    if first == "remove" and numbered:
        return c.Remove(int(rest[0]) - 1)
    return None


def _read_lines(loop: asyncio.AbstractEventLoop, lines: "asyncio.Queue[str | None]") -> None:
    """Read what is typed in a thread of its own; None is the end."""
    for line in sys.stdin:
        loop.call_soon_threadsafe(lines.put_nowait, line.strip())
    loop.call_soon_threadsafe(lines.put_nowait, None)


async def _follow(seat: Seat) -> None:
    """Say when the server has gone, and when it is back."""
    there = True
    await asyncio.sleep(1)  # coming in takes a moment
    while True:
        await asyncio.sleep(0.3)
        if seat.connected != there:
            there = seat.connected
            click.echo("The server is back." if there else "The server is away; trying again. (quit: go)")


async def play_online(where: Link, token: str, client: HttpClient) -> None:
    """Play at a table until its person quits or the input ends; the seat is kept.

    Raises:
        ValueError: the connection is gone for good, with the reason.
    """
    lines: asyncio.Queue[str | None] = asyncio.Queue()
    loop = asyncio.get_running_loop()
    threading.Thread(target=_read_lines, args=(loop, lines), daemon=True).start()
    while True:
        game = OnlineGame(where, client)
        game.seat = seat_at(where, token, game.hear, game.announced)
        following = asyncio.create_task(_follow(game.seat))
        try:
            async with game.seat:
                await _until_quit(game, lines)
            return
        except _Elsewhere as other:
            where, token = other.where, other.token
            click.echo(f"Another table. Friends join with:  hotdice join '{where}'")
        except Lost as lost:
            raise ValueError(f"the connection is gone: {lost}") from None
        finally:
            following.cancel()


async def _until_quit(game: OnlineGame, lines: "asyncio.Queue[str | None]") -> None:
    """Read words until somebody quits. When a pipe ends, what still comes is told until the game is over."""
    while True:
        line = await lines.get()
        if line is None:
            while game.seat.view is not None and game.seat.view.phase != "over" and not sys.stdin.isatty():
                if game.seat.view.phase == "open" or game.seat.asked:
                    return
                await game.seat.changed()
            return
        if not await game.word(line):
            return
