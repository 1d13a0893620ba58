"""Boards: the score of a game with real dice, written by one device and looked at by many."""

import asyncio
import secrets
import threading
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from hotdice.client import HttpClient, ServerRefused
from hotdice.match.boards import RETENTION, UNSEEN, Boards
from hotdice.match.store import open_store
from hotdice.terminal.cli import hotdice
from server.processes import serve
from server.test_abuse import until_refused

KEY = "k" * 43


def _write(client: HttpClient, board: str, version: int, body: str, key: str = KEY) -> int:
    answer: dict[str, Any] = client.post(f"/api/boards/{board}", key=key, version=version, body=body)
    return int(answer["version"])


def test_a_board_is_written_by_its_key_and_read_by_its_name(tmp_path: Path) -> None:
    board = secrets.token_hex(12)
    with serve(tmp_path) as server:
        client = HttpClient(server.url)
        with pytest.raises(ServerRefused) as fault:
            client.get(f"/api/boards/{board}")
        assert (fault.value.status, fault.value.code) == (404, "no_such_board")
        assert _write(client, board, 3, "three") == 3
        assert _write(client, board, 3, "three") == 3  # sent again: nothing changes
        assert _write(client, board, 2, "two") == 3  # an older one comes late
        assert client.get(f"/api/boards/{board}")["body"] == "three"
        with pytest.raises(ServerRefused) as fault:
            _write(client, board, 4, "forged", key="x" * 43)
        assert (fault.value.status, fault.value.code) == (403, "not_yours")
        assert client.get(f"/api/boards/{board}")["version"] == 3
        for name in ("short", "x" * 65, "not-letters-and-digits-only"):
            with pytest.raises(ServerRefused) as fault:
                _write(client, name, 1, "")
            assert fault.value.status == 400
        with pytest.raises(ServerRefused) as fault:
            _write(client, secrets.token_hex(12), 1, "x" * 12_001)
        assert fault.value.status in (400, 413)
        server.kill()
        server.start()
        assert client.get(f"/api/boards/{board}")["body"] == "three"


def test_who_looks_on_hears_of_the_next_version(tmp_path: Path) -> None:
    board = secrets.token_hex(12)
    with serve(tmp_path) as server:
        client = HttpClient(server.url)
        _write(client, board, 1, "one")
        heard: list[dict[str, Any]] = []
        watcher = threading.Thread(
            target=lambda: heard.append(HttpClient(server.url).get(f"/api/boards/{board}/after/1"))
        )
        watcher.start()
        _write(client, board, 2, "two")
        watcher.join(60)
        assert [one["body"] for one in heard] == ["two"]
        assert client.get(f"/api/boards/{board}/after/1")["version"] == 2
        with pytest.raises(ServerRefused) as fault:
            client.get(f"/api/boards/{board}/after/x")
        assert fault.value.status == 400


def test_boards_live_by_visits(tmp_path: Path) -> None:
    now = start = 10 * RETENTION
    store = open_store(str(tmp_path / "games.db"))
    boards = Boards(store, lambda: now)

    async def body() -> None:
        nonlocal now
        for name in ("unseen", "seen", "looked at again"):
            await boards.write(name, KEY, 1, "")
        now = start + 1
        assert await boards.read("seen", 0, 0) is not None
        assert await boards.read("looked at again", 1, 0.01) is not None  # patience at its end
        now = start + UNSEEN
        await boards.write("new", KEY, 1, "")
        assert await boards.remove_old() == 0
        now = start + UNSEEN + 1
        assert await boards.remove_old() == 1
        assert not await boards.known("unseen")
        now = start + RETENTION
        assert await boards.remove_old() == 1  # the new one, at which nobody has looked
        assert await boards.read("looked at again", 0, 0) is not None
        now = start + RETENTION + 1
        assert await boards.remove_old() == 0
        now = start + RETENTION + 2
        assert await boards.remove_old() == 1
        assert not await boards.known("seen")
        assert await boards.known("looked at again")
        now = start + 2 * RETENTION + 1
        assert await boards.remove_old() == 1
        assert store.count_boards() == 0

    asyncio.run(body())
    store.close()


def test_an_address_makes_so_many_boards_and_their_owner_removes_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serve(tmp_path, trust=False) as server:
        client = HttpClient(server.url)
        names = [secrets.token_hex(12) for _ in range(22)]
        made = until_refused(lambda: _write(client, names.pop(), 1, "x"), 22)
        assert made in (20, 21)
        monkeypatch.setenv("HOTDICE_ADMIN", server.admin)
        listed = CliRunner().invoke(hotdice, ["admin", "boards"]).output.splitlines()
        assert len(listed) == made
        board = listed[0].split()[0]
        assert _write(client, board, 2, "y") == 2, "who has one goes on writing"
        assert CliRunner().invoke(hotdice, ["admin", "remove-board", board]).output == "Removed.\n"
        with pytest.raises(ServerRefused) as gone:
            client.get(f"/api/boards/{board}")
        assert gone.value.code == "no_such_board"
        again = CliRunner().invoke(hotdice, ["admin", "remove-board", board])
        assert again.exit_code == 2
        assert "no such board" in again.output
