"""`hotdice daily --server`: the sealed day of a real server, played, broken off, gone on with, checked."""

import asyncio
import json
import re
import sqlite3
import threading
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hotdice.client import HttpClient, ServerRefused
from hotdice.client.days import DayClient
from hotdice.club.daily import rules_of_the_day
from hotdice.club.days import seal_of, sealed_seed
from hotdice.door import Game
from hotdice.game import Command, IllegalMove
from hotdice.game.events import DiceRolled
from hotdice.match.days import EarlierSeal, OwnDay, Sealed
from hotdice.match.store import open_store
from hotdice.match.store.opening import new_epoch
from hotdice.server.daily import SECRET
from hotdice.terminal.cli import hotdice
from hotdice.terminal.daily_play import NotDone
from hotdice.terminal.day_seals import faults_of, heed
from hotdice.terminal.devices import Devices
from hotdice.terminal.sealed_table import SealedTable
from server.processes import Process, serve
from server.test_daily import Club, settled
from terminal.running import Terminal


@pytest.fixture(autouse=True)
def _not_at_midnight() -> None:
    now = datetime.now(UTC)
    if (now + timedelta(minutes=10)).date() != now.date():
        pytest.skip("it is nearly midnight: the day would end in the middle")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Process]:
    folder = tmp_path / "server"
    folder.mkdir()
    store = open_store(str(folder / "games.db"))
    store.set_setting(SECRET, kind_secret()).result()
    store.close()
    with serve(folder) as found:
        yield found


def kind_secret() -> str:
    """A secret by which the first two throws of today both score: what a test does must not hang on luck."""
    for number in count():
        game = Game(rules_of_the_day(), ["You"], seed=sealed_seed(f"{number}".encode(), today()))
        game.move("roll")
        if game.dice:
            game.move(game.legal[0])
            game.move("roll")
            if game.dice:
                return f"{number}"
    raise AssertionError("there is always one")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    found = tmp_path / "home"
    found.mkdir()
    return found


def run(*words: str, home: Path, typed: str = "", code: int = 0) -> Result:
    """What somebody sees whose games are in a folder, over a pipe."""
    found = CliRunner().invoke(hotdice, list(words), input=typed, env={"HOTDICE_HOME": str(home)})
    assert found.exit_code == code, found.output
    assert found.exception is None or isinstance(found.exception, SystemExit), found.output
    return found


def seed_of(server: Process, day: date) -> str:
    """The seed that the server keeps to itself: whoever has its database can read the secret."""
    with sqlite3.connect(server.db) as link:
        (secret,) = link.execute("SELECT body FROM settings WHERE name = 'daily_secret'").fetchone()
    link.close()
    return sealed_seed(str(secret).encode(), day)


def whole_game(seed: str) -> tuple[list[str], int]:
    """What somebody types who keeps the most and stops as soon as that is allowed; and the points."""
    game = Game(rules_of_the_day(), ["You"], seed=seed)
    typed = []
    while not game.over:
        words = game.legal[0] if "keep" in game.legal[0] else "bank" if "bank" in game.legal else "roll"
        typed.append(words)
        game.move(words)
    return typed, game.totals[0]


def lines(words: list[str]) -> str:
    return "".join(f"{one}\n" for one in words)


def today() -> date:
    return datetime.now(UTC).date()


def test_a_killed_client_goes_on_to_the_die_and_a_second_start_shows_the_result(
    server: Process, home: Path, tmp_path: Path
) -> None:
    typed, points = whole_game(seed_of(server, today()))
    at = ("daily", "--server", server.url)
    first = Terminal(*at, "--name", "Ann", home=home)
    for words in typed[:5]:
        first.wait_for("> ")
        first.type(words)
    first.wait_for("> ")
    server.kill()  # the server goes in the middle, and comes back
    first.type(typed[5])
    first.wait_for("Your game is kept there")
    server.start()
    first.wait_for("> ")
    first.type(typed[5])
    first.wait_for("> ")
    first.kill()  # and the client
    assert "not over yet" in run(*at, "--show", home=home, code=2).stderr
    other = tmp_path / "tablet"
    other.mkdir()
    ann = HttpClient(server.url, Devices(home / "servers.json").of(server.url)["key"])
    code = ann.post("/api/me/code")["text"]
    half = run(*at, "--code", code, home=other, typed=lines(["bank bank", *typed[6:9], "quit"])).stdout
    assert "it goes on" in half
    assert "is kept at the server" in half

    told = run(*at, home=home, typed=lines(typed[9:])).stdout
    assert f"{points:,} points, " in told
    share = re.search(r"^Hotdice \d+: .*$", told, re.MULTILINE)  # without the word "open"
    assert share
    assert f": {points:,} (Fox " in share.group()
    assert "The seal of these dice: " in told
    assert settled(server, str(today()), 1) == 1
    again = run(*at, home=home, typed="roll\n").stdout
    assert "Ann (you)" in again
    assert "> roll" not in again
    assert share.group() in again
    assert share.group() in run(*at, "--show", home=other).stdout

    found = json.loads(run(*at, "--json", home=home).stdout)
    assert (found["points"], found["counted"], found["faults"]) == (points, True, [])
    assert found["lists"]["people"] == 1
    assert found["seed"] == ""
    assert "Played the daily game on 1 day." in run("me", home=home).stdout


class Losing(DayClient):
    """Whose next answer gets lost on the way, after the server has done what was asked."""

    lose = False

    def move(self, day: date, after: int, command: Command) -> OwnDay:
        told = super().move(day, after, command)
        if self.lose:
            self.lose = False
            raise ServerRefused(0, "unreachable", "the server cannot be reached: it was lost")
        return told


def test_a_lost_answer_another_device_and_a_restore_do_no_move_twice(server: Process) -> None:
    http = HttpClient(server.url)
    http.arrive("Ann")
    client = Losing(http)
    table = SealedTable(client, today())
    client.lose = True
    with pytest.raises(NotDone, match="Your game is kept there"):
        table.move("roll")
    with pytest.raises(NotDone, match="has gone on at the server") as again:
        table.move("roll")
    assert not again.value.final
    other = SealedTable(DayClient(http), today())
    assert other.game.record.events == table.game.record.events
    assert sum(isinstance(event, DiceRolled) for event in table.game.record.events) == 1
    with pytest.raises(IllegalMove):  # the referee here says so; nobody is asked
        other.move("bank")
    other.move(f"{other.game.legal[0]} roll")  # in one breath
    assert sum(isinstance(event, DiceRolled) for event in other.game.record.events) == 2
    with pytest.raises(NotDone, match="has gone on at the server"):
        table.move(table.game.legal[0])
    assert table.game.record.events == other.game.record.events
    server.stop()
    store = open_store(server.db)
    new_epoch(store)  # as `hotdice restore` does
    store.close()
    server.start()
    with pytest.raises(NotDone, match="restored from an earlier state"):
        table.move(table.game.legal[0])
    assert table.game.record.events == ()
    server.stop()
    with sqlite3.connect(server.db) as link:
        link.execute("INSERT INTO settings VALUES ('daily_revealed', ?)", (today().isoformat(),))
    link.close()
    server.start()
    with pytest.raises(NotDone, match="The last game of this day is over") as late:
        table.move("roll")
    assert late.value.final


def test_friends_stand_in_both_lists(server: Process, home: Path, tmp_path: Path) -> None:
    typed, points = whole_game(seed_of(server, today()))
    other = tmp_path / "bob"
    other.mkdir()
    run("daily", "--server", server.url, "--name", "Bob", home=other, typed=lines(typed))
    ann = HttpClient(server.url)
    Devices(home / "servers.json").remember(server.url, key=ann.arrive("Ann")["key"], name="Ann")
    made = ann.new_table(seats=2)
    HttpClient(server.url, Devices(other / "servers.json").of(server.url)["key"]).sit(
        made["match"], made["invite"]
    )
    run("daily", "--server", server.url, home=home, typed=lines(typed))
    assert settled(server, str(today()), 2) == 2
    told = run("daily", "--server", server.url, "--show", home=home).stdout
    for title in ("Gave away least (2 people have played", "Most points (2 people have played"):
        below = told.partition(title)[2].splitlines()[2:4]
        assert {line.split()[1] for line in below} == {"Ann", "Bob"}
        assert all(line.split()[0] == "1." and f"{points:,}" in line for line in below)
        assert any("Bob (friend)" in line for line in below)
    # The help names the server, and nothing chooses it.
    assert f"hotdice daily --server {server.url}" in run("daily", "--help", home=home).stdout
    assert "it goes on" not in run("daily", home=home, typed="quit\n").stdout


def test_a_past_day_is_told_checked_and_played_for_practice(server: Process, home: Path) -> None:
    ann = HttpClient(server.url)
    me = ann.arrive("Ann")
    Devices(home / "servers.json").remember(server.url, key=me["key"], name="Ann")
    server.stop()
    club = Club(server.db)
    past = datetime.now(UTC) - timedelta(days=3)

    async def body() -> None:
        await club.days.start()
        club.time = past
        assert (await club.play(me["id"], day=past.date())).points is not None
        club.time = past + timedelta(days=1)
        await club.play(me["id"], rounds=2, day=club.time.date())

    asyncio.run(body())
    club.store.close()
    server.start()
    at = ("daily", "--server", server.url, "--day")
    seed = seed_of(server, past.date())
    told = run(*at, str(past.date()), home=home).stdout
    assert f"Checked: the SHA-256 of the seed {seed} is the seal {seal_of(seed)}," in told
    assert "1 person has played" in told
    # A game that was not ended in time, and a day without one, are there for practice by their seeds.
    for days, said in ((1, "was not ended in time"), (-1, "for practice")):
        day = past.date() + timedelta(days=days)
        typed, points = whole_game(seed_of(server, day))
        half = run(*at, str(day), home=home, typed=lines(typed[:4])).stdout
        assert said in half
        assert "Checked: the seal is the SHA-256 of the seed." in half
        told = run(*at, str(day), home=home, typed=lines(typed[4:])).stdout
        assert "it counts nowhere" in told
        assert f" open: {points:,} (Fox " in told
    assert "Played the daily game on 1 day." in run("me", home=home).stdout
    # Negative control: a host who changes the secret cannot hide it from who has seen the seal.
    server.stop()
    with sqlite3.connect(server.db) as link:
        link.execute("UPDATE settings SET body = 'another' WHERE name = 'daily_secret'")
    link.close()
    server.start()
    told = run(*at, str(past.date()), "--show", home=home).stdout
    assert f"The seal of {past.date()} is not the one that was seen here before." in told
    assert "The seed does not give your game: the dice of round " in told
    assert "Checked" not in told


def test_what_cannot_be_is_said_in_a_sentence(server: Process, home: Path) -> None:
    def refused(*words: str) -> str:
        return run("daily", *words, home=home, code=2).stderr

    assert "cannot be reached" in refused("--server", "http://127.0.0.1:1")
    assert "is no link to a server" in refused("--server", "ftp://there")
    assert "--name is for a server" in refused("--name", "Ann")
    at = ("--server", server.url)
    assert "has not begun; at this server" in refused(*at, "--day", "2999-01-01")
    assert "is no day" in refused(*at, "--day", "soon")
    assert "a name is needed" in refused(*at)
    Devices(home / "servers.json").remember(server.url, key="of somebody who was erased")
    lost = run("daily", *at, home=home, typed="roll\n", code=2).stderr
    assert "does not know this device any more" in lost
    assert "a name is needed" in lost
    Devices(home / "servers.json").forget(server.url)
    assert "does not know you yet" in refused(*at, "--show")
    assert "only read; leave out --name" in refused(*at, "--json", "--name", "Ann")
    Devices(home / "servers.json").remember(server.url, key=HttpClient(server.url).arrive("Ann")["key"])
    assert "you have not played the game of" in refused(*at, "--show")
    assert HttpClient(server.url).get("/api/daily")["people"] == 0


@pytest.mark.parametrize(
    ("status", "kind", "body", "said"),
    [
        (404, "application/json", '{"code": "not_found", "text": "Nothing."}', "has no game of the day"),
        (200, "text/html", "<p>A site without a server", "is no Hotdice server"),
        (200, "application/json", '{"today": 7}', "does not understand"),
    ],
)
def test_a_server_without_days(home: Path, status: int, kind: str, body: str, said: str) -> None:
    class Other(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_: object) -> None:
            """Nothing is said."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Other) as other:
        threading.Thread(target=other.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{other.server_address[1]}"
        assert said in run("daily", "--server", url, home=home, code=2).stderr
        other.shutdown()


def test_a_seal_that_was_seen_holds_also_after_a_restore(tmp_path: Path) -> None:
    devices = Devices(tmp_path / "servers.json")
    before = Sealed("2026-11-16", 1, seal_of("7"))
    assert heed(devices, "http://here", before) == []
    restored = Sealed("2026-11-16", 1, seal_of("8"), "", (EarlierSeal(seal_of("7")),))
    assert heed(devices, "http://here", restored) == []
    assert heed(devices, "http://here", Sealed("2026-11-16", 1, seal_of("7"), "7")) == []
    for _ in range(2):  # what was seen first stays
        (fault,) = heed(devices, "http://here", Sealed("2026-11-16", 1, seal_of("8"), "8"))
        assert "not the one that was seen" in fault
    assert faults_of(Sealed("2026-11-16", 1, seal_of("7"), "7", (EarlierSeal(seal_of("8"), "9"),)))
