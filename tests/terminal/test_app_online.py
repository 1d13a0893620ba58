"""`join` in the app: a server as a process, the app on one seat, a person or a bot on another."""

import asyncio
import os
import signal
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList, RichLog

from hotdice.client import HttpClient, Seat
from hotdice.client.links import Link
from hotdice.game import Step
from hotdice.match import Waiting, wire
from hotdice.match import table_commands as c
from hotdice.players import make
from hotdice.terminal.app.application import HotdiceApp
from hotdice.terminal.app.home_screen import HomeScreen
from hotdice.terminal.app.online_screens import (
    LobbyScreen,
    OnlineCards,
    OnlineFarkle,
    OnlineTableOfMunchkins,
    lobby,
)
from hotdice.terminal.app.table_screen import TYPED_AHEAD
from hotdice.terminal.app.text_screens import LineQuestion, Question, TextScreen
from server.processes import Pair, serve
from terminal.piloting import home, run_app, screen_text, type_line, until
from terminal.test_app_terminal import AppTerminal

__all__ = ["home"]

SHORT = '{"base":"kcd","target":1000}'


def come_in(app: HotdiceApp, pair: Pair, place: int = 0) -> None:
    app.push_screen(lobby(Link(pair.urls[place], pair.match), pair.tokens[place], pair.clients[place]))


def said(app: HotdiceApp) -> str:
    """What the log of this screen has said; nothing while a screen is still being set up."""
    return "\n".join(line.text for log in app.screen.query("#log").results(RichLog) for line in log.lines)


async def key(pilot: "Pilot[str]", *keys: str) -> None:
    for each in keys:
        await pilot.press(each)
        await pilot.pause()


def test_a_game_of_farkle_on_a_server_from_the_lobby_to_the_rematch(tmp_path: Path, home: Path) -> None:
    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        with serve(tmp_path / "server") as server:
            pair = Pair(server.url, rules=SHORT, options={"chat": True, "reactions": True})
            come_in(app, pair)
            await until(pilot, lambda: any("Everybody is here" in line for line in screen_text(app)))
            async with Seat(pair.urls[1], pair.match, pair.tokens[1]) as bob:
                await bob.do(c.Say("good luck"))
                await until(pilot, lambda: "Bob: good luck" in said(app))
                await key(pilot, "s")
                await until(pilot, lambda: isinstance(app.screen, OnlineFarkle))
                table = app.screen
                assert isinstance(table, OnlineFarkle)
                other = asyncio.create_task(bob.play_with(make("greedy")))
                await until(pilot, lambda: not table.busy)
                await key(pilot, "e")
                assert isinstance(app.screen, Question)
                await key(pilot, "enter")
                await until(pilot, lambda: any(line.what == "Reacted" for line in bob.news))
                for _ in range(600):
                    if table.session.waiting_for is Waiting.NOBODY and not table.busy:
                        break
                    if not table.busy and table.session.state.step is Step.KEEP:
                        await key(pilot, "a", "b" if table.session.state.turn_total >= 200 else "r")
                    elif not table.busy:
                        await key(pilot, "r" if table.session.state.turn_total < 200 else "b")
                    await pilot.pause(0.02)
                assert table.session.state.over
                assert table.session.state.totals == bob.state().totals
                await asyncio.wait_for(other, 60)
                await until(pilot, lambda: any("Play again" in line for line in screen_text(app)))
                await pilot.pause(2 * TYPED_AHEAD)
                await key(pilot, "r")
                await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
            await until(pilot, lambda: any("owner" in line for line in screen_text(app)))
            await key(pilot, "escape", "down", "enter")
            await until(pilot, lambda: isinstance(app.screen, HomeScreen))

    (tmp_path / "server").mkdir()
    asyncio.run(run_app(script, size=(130, 36)))


@pytest.mark.parametrize(
    ("rules", "bots", "page"),
    [
        ("munchkin-farkle", ["schemer", "eager"], OnlineCards),
        ("munchkin-dice", ["shrewd", "steady"], OnlineTableOfMunchkins),
    ],
)
def test_cards_and_munchkin_dice_on_a_server(
    tmp_path: Path,
    home: Path,
    rules: str,
    bots: list[str],
    page: type[OnlineCards] | type[OnlineTableOfMunchkins],
) -> None:
    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        with serve(tmp_path / "server") as server:
            client = HttpClient(server.url)
            client.arrive("Ann")
            kind = "munchkin" if rules == "munchkin-dice" else "farkle"
            made = client.new_table(rules=rules, kind=kind, seats=3, bots=[bots[0]], options={"chat": True})
            app.push_screen(lobby(Link(server.url, made["match"], made["invite"]), made["token"], client))
            await until(pilot, lambda: any("1 empty" in line for line in screen_text(app)))
            await key(pilot, "o")  # a bot on the seat that is empty
            assert isinstance(app.screen, Question)
            answers = [name for name, _ in app.screen.answers]
            await key(pilot, *["down"] * answers.index(bots[1]), "enter")
            await until(pilot, lambda: any("Everybody is here" in line for line in screen_text(app)))
            await key(pilot, "s")
            await until(pilot, lambda: isinstance(app.screen, page))
            table = app.screen
            assert isinstance(table, OnlineCards | OnlineTableOfMunchkins)
            moved = 0
            for _ in range(3000):
                await pilot.pause(0.02)
                if app.screen is not table or table.busy:
                    continue
                before = table.table.seat.sequence
                if isinstance(table, OnlineTableOfMunchkins):
                    assert table.query_one("#moves", OptionList).option_count
                    await key(pilot, "enter")
                elif table.session.state.step in (Step.FARKLE, Step.STOP):
                    await key(pilot, "p")
                else:
                    await key(pilot, *(("a", "b", "r") if table.session.state.step is Step.KEEP else ("r",)))
                await until(pilot, lambda seq=before: table.busy or table.table.seat.sequence > seq)  # type: ignore[misc]
                moved += 1
                if moved >= 3:
                    break
            assert moved >= 3
            await key(pilot, "m")
            assert isinstance(app.screen, LineQuestion)
            await type_line(app, pilot, "hello")
            await until(pilot, lambda: any(line.what == "Said" for line in table.table.seat.news))
            assert "Traceback" not in said(app)

    (tmp_path / "server").mkdir()
    asyncio.run(run_app(script, size=(130, 36)))


def test_the_app_says_when_the_server_goes_and_when_it_is_back(tmp_path: Path, home: Path) -> None:
    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        with serve(tmp_path / "server") as server:
            pair = Pair(server.url, rules=SHORT)
            come_in(app, pair)
            await until(pilot, lambda: any("Everybody is here" in line for line in screen_text(app)))
            await key(pilot, "s")
            await until(pilot, lambda: isinstance(app.screen, OnlineFarkle))
            await pilot.pause(1.5)
            server.kill()
            started = asyncio.get_running_loop().time()
            await until(pilot, lambda: "The server is away" in said(app))
            assert asyncio.get_running_loop().time() - started < 3
            await asyncio.to_thread(server.start)
            await until(pilot, lambda: "The server is back" in said(app))

    (tmp_path / "server").mkdir()
    asyncio.run(run_app(script, size=(130, 36)))


def test_the_app_says_when_the_server_hangs_and_when_it_answers_again(tmp_path: Path, home: Path) -> None:
    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        with serve(tmp_path / "server") as server:
            pair = Pair(server.url, rules=SHORT)
            come_in(app, pair)
            await until(pilot, lambda: any("Everybody is here" in line for line in screen_text(app)))
            await pilot.pause(1.5)
            os.kill(server.pid, signal.SIGSTOP)
            try:
                started = asyncio.get_running_loop().time()
                await until(pilot, lambda: "The server is away" in said(app))
                assert asyncio.get_running_loop().time() - started < 3
            finally:
                os.kill(server.pid, signal.SIGCONT)
            await until(pilot, lambda: "The server is back" in said(app))
            await key(pilot, "s")
            await until(pilot, lambda: isinstance(app.screen, OnlineFarkle))
            table = app.screen
            assert isinstance(table, OnlineFarkle)
            assert table.table.seat.resumed == 0  # it was a pause, not a new connection

    (tmp_path / "server").mkdir()
    asyncio.run(run_app(script, size=(130, 36)))


def test_join_from_the_first_page_and_advice_where_the_table_allows_it(tmp_path: Path, home: Path) -> None:
    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        with serve(tmp_path / "server") as server:
            host = HttpClient(server.url)
            host.arrive("Ann")
            for advice in (True, False):
                made = host.new_table(rules="kcd", seats=2, options={"advice": advice})
                link = str(Link(server.url, made["match"], made["invite"]))
                await choose_join(app, pilot)
                await type_line(app, pilot, link)
                if advice:  # the first time the server does not know this device
                    await type_line(app, pilot, "Bob")
                    await until(pilot, lambda: isinstance(app.screen, TextScreen))
                    await key(pilot, "enter")
                await until(pilot, lambda: any("Everybody is here" in line for line in screen_text(app)))
                async with Seat(server.url, made["match"], made["token"]) as ann:
                    await ann.begin()
                    await until(pilot, lambda: isinstance(app.screen, OnlineFarkle))
                    table = app.screen
                    assert isinstance(table, OnlineFarkle)
                    other = asyncio.create_task(ann.play_with(make("cautious")))
                    await until(pilot, lambda: not table.busy)  # noqa: B023
                    while table.session.state.step is not Step.KEEP:
                        if not table.busy:
                            await key(pilot, "r")
                        await pilot.pause(0.02)
                    await until(pilot, lambda: not table.busy)  # noqa: B023
                    await key(pilot, "h")
                    if advice:
                        await until(pilot, lambda: isinstance(app.screen, TextScreen))
                        assert isinstance(app.screen, TextScreen)
                        assert "best" in app.screen.text.splitlines()[0]
                        await key(pilot, "escape")
                        await until(pilot, lambda: "AdviceUsed" in str(table.session.record.events))  # noqa: B023
                    else:
                        sentence = "This table plays without advice."
                        await until(pilot, lambda: any(sentence in line for line in screen_text(app)))  # noqa: B023
                    other.cancel()
                await key(pilot, "q", "down", "enter")
                await until(pilot, lambda: isinstance(app.screen, HomeScreen))

    (tmp_path / "server").mkdir()
    asyncio.run(run_app(script, size=(130, 36)))


async def choose_join(app: HotdiceApp, pilot: "Pilot[str]") -> None:
    """The line of the first page, as a person finds it."""
    choices = app.screen.query_one("#choices", OptionList)
    choices.highlighted = choices.get_option_index("join")
    await key(pilot, "enter")
    await until(pilot, lambda: isinstance(app.screen, LineQuestion))


@pytest.mark.parametrize(
    ("link", "sentence"),
    [
        ("ftp://example", "is no link to a server"),
        ("127.0.0.1:1", "leads to no table"),
        ("http://127.0.0.1:1/#join=abc.def", "cannot be reached: connection refused"),
    ],
)
def test_a_link_that_leads_nowhere_gets_a_sentence_on_the_first_page(
    home: Path, link: str, sentence: str
) -> None:
    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        await choose_join(app, pilot)
        await key(pilot, "escape")  # thought better of it
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        await choose_join(app, pilot)
        await type_line(app, pilot, link)
        if "refused" in sentence:
            await type_line(app, pilot, "Ann")
        await until(pilot, lambda: sentence in " ".join(screen_text(app)))
        assert isinstance(app.screen, HomeScreen)

    asyncio.run(run_app(script, size=(130, 36)))


def test_join_opens_the_app_in_a_real_terminal(tmp_path: Path) -> None:
    (tmp_path / "server").mkdir()
    with serve(tmp_path / "server") as server:
        words = ("join", f"{server.url}/", "--name", "Ann", "--new", "classic", "--bot", "greedy")
        terminal = AppTerminal(tmp_path, *words)
        terminal.wait_for("Everybody is here")
        terminal.press("s")
        terminal.wait_for("on the board")
        terminal.quit()
        assert b"Traceback" not in terminal.drawn
        assert b"Your seat is kept" in terminal.drawn


def test_answers_of_the_wire_are_told_as_refusals() -> None:
    """A move that the server refuses is a refusal with its words, as at one keyboard."""
    from hotdice.terminal.online_table import OnlineTable

    table = OnlineTable(Link("http://127.0.0.1:1", "m"), "", HttpClient("http://127.0.0.1:1"))

    async def refuse(_: object) -> wire.Refused:
        return wire.Refused("x", "not_your_turn", "It is the turn of seat 2.", 3)

    table.seat.play = refuse  # type: ignore[method-assign,assignment]

    async def body() -> None:
        refusal = await table.play(object())
        assert refusal is not None
        assert (refusal.code, refusal.sentence) == ("not_your_turn", "It is the turn of seat 2.")

    asyncio.run(body())
