"""Mail of a whole server: the options, the pages behind the links, and kill -9 in the middle of a letter."""

import http.client
import queue
import re
from email.message import EmailMessage
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from click.testing import CliRunner

from hotdice.client import HttpClient, ServerRefused
from hotdice.terminal.cli import hotdice
from server.mailbox import Office, beside
from server.processes import Pair, Process, serve
from server.test_play import run

DAY = 24 * 3600
PATIENCE = 120


class Letters:
    """What arrives, in its order; nobody waits longer than a test may take."""

    def __init__(self, office: Office) -> None:
        self._queue: queue.Queue[EmailMessage] = queue.Queue()
        office.box.on_text = self._queue.put

    def next(self) -> EmailMessage:
        return self._queue.get(timeout=PATIENCE)


def mailing(tmp_path: Path, office: Office) -> Process:
    return serve(
        tmp_path, "--smtp", f"127.0.0.1:{office.port}", "--smtp-security", "none", "--mail-from",
        "dice@example.org", "--mail-pause", "0", "--public-url", "https://dice.example.org",
    )  # fmt: skip


def path_of(letter: EmailMessage, number: int = 0) -> str:
    found: list[str] = re.findall(r"https://dice\.example\.org(\S+)", letter.get_content())
    return found[number]


def asked(client: HttpClient, method: str, path: str) -> tuple[int, str, Any]:
    """A page as a browser gets it."""
    where = urlsplit(client.server)
    line = http.client.HTTPConnection(where.hostname or "", where.port, timeout=PATIENCE)
    try:
        line.request(method, path, b"List-Unsubscribe=One-Click" if method == "POST" else None)
        answer = line.getresponse()
        return answer.status, answer.read().decode(), answer.headers
    finally:
        line.close()


async def begin(pair: Pair) -> None:
    async with pair.seat(0) as ann, pair.seat(1) as bob:
        await ann.begin()
        await bob.begun()


async def play_a_turn(pair: Pair) -> int:
    """Whoever is to move plays a turn, with nobody else at the table; who it was."""
    place = int(pair.clients[0].table(pair.match)["game"]["mover"])
    async with pair.seat(place) as seat:
        while seat.asked:
            await seat.caught_up(await seat.play(seat.game.legal[-1]))
    return place


def test_mail_of_a_whole_server_with_kills_in_the_middle_of_a_letter(tmp_path: Path) -> None:
    with beside() as office:
        letters, process = Letters(office), mailing(tmp_path, office)
        with process:
            pair = Pair(process.url, clock={"turn": 3 * DAY})
            run(begin(pair))
            place = 1 - int(pair.clients[0].table(pair.match)["game"]["mover"])
            client, other = pair.clients[place], pair.clients[1 - place]
            where = f"/api/matches/{pair.match}/mail"
            assert client.get(where) == {"offered": True, "state": ""}
            with pytest.raises(ServerRefused, match="no address"):
                client.post(where, address="ann@example.org, eve@example.org")
            assert client.post(where, address="ann@example.org", language="de")["state"] == "asked"
            page = path_of(letters.next())
            status, text, headers = asked(client, "GET", page)
            assert status == 200
            assert '<form method="post"><button>Ja, schreibt mir</button>' in text
            assert "form-action 'self'" in headers["content-security-policy"]
            assert client.get(where)["state"] == "asked", "looking is not saying yes"
            assert "wenn du dran bist" in asked(client, "POST", page)[1]
            assert "nowhere" in asked(client, "POST", page)[1], "once"
            assert client.get(where)["state"] == "confirmed"
            assert other.get(where)["state"] == "", "nobody learns of another's address"
            for text in (other.get(f"/api/matches/{pair.match}"), client.get("/metrics")):
                assert "example.org" not in str(text)
            run(play_a_turn(pair))
            assert "Du bist dran" in letters.next()["Subject"]
            run(play_a_turn(pair))
            # The process dies after the whole text has been said and before it could hear the answer.
            dead: queue.Queue[None] = queue.Queue()

            def die(*_: object) -> None:
                process.kill()
                dead.put(None)

            office.box.on_text = die
            before = len(office.box.arrived)
            run(play_a_turn(pair))
            dead.get(timeout=PATIENCE)
            assert len(office.box.arrived) == before + 1
            letters = Letters(office)
            process.start()
            run(play_a_turn(pair))
            run(play_a_turn(pair))
            # The next letter is that of the next turn: the one before was not said twice.
            assert "Du bist dran" in letters.next()["Subject"]
            assert len(office.box.arrived) == before + 2
            # It dies before the text: nothing is lost.
            run(play_a_turn(pair))
            office.box.on_address = die
            run(play_a_turn(pair))
            dead.get(timeout=PATIENCE)
            office.box.on_address = lambda: None
            process.start()
            letter = letters.next()
            seated = HttpClient(process.url).post(
                f"/api/matches/{pair.match}/pass", token=path_of(letter).rpartition(".")[2]
            )
            assert seated["seat"] == place
            stop = urlsplit(letter["List-Unsubscribe"].strip("<>")).path
            assert "Mail beenden" in asked(client, "GET", stop)[1]
            assert client.get(where)["state"] == "confirmed"
            assert asked(client, "POST", stop)[0] == asked(client, "POST", stop)[0] == 200
            assert client.get(where)["state"] == ""
        assert "example.org" not in process.log.replace("https://dice.example.org", ""), "never logged"


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (["--mail-from", "dice@example.org"], "give --smtp too"),
        (["--smtp", "me:secret@localhost"], "HOTDICE_SMTP_PASSWORD"),
        (["--smtp", "localhost"], "--public-url"),
        (["--smtp", "localhost", "--public-url", "https://d.example"], "--mail-from"),
        (["--smtp", "localhost:x"], "HOST:PORT"),
        (
            ["--smtp", "mail.example.org", "--public-url", "https://d.example", "--mail-from", "a@b.example",
             "--smtp-security", "none"],
            "this machine only",
        ),
        (
            ["--smtp", "localhost", "--public-url", "https://d.example", "--mail-from", "a@b.example",
             "--smtp-user", "dice"],
            "comes from HOTDICE_SMTP_PASSWORD",
        ),
    ],
)  # fmt: skip
def test_settings_that_do_not_fit_get_a_sentence(tmp_path: Path, more: list[str], sentence: str) -> None:
    done = CliRunner().invoke(hotdice, ["serve", "--db", str(tmp_path / "games.db"), "--port", "0", *more])
    assert done.exit_code == 2
    assert sentence in done.output
    assert "secret" not in done.output
    assert not (tmp_path / "games.db").exists()


def test_mail_is_off_by_default(tmp_path: Path) -> None:
    with serve(tmp_path) as process:
        pair = Pair(process.url, clock={"turn": 3 * DAY})
        where = f"/api/matches/{pair.match}/mail"
        assert pair.clients[0].get(where) == {"offered": False, "state": ""}
        with pytest.raises(ServerRefused, match="sends no mail"):
            pair.clients[0].post(where, address="ann@example.org")
