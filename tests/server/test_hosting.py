"""The commands of docs/hosting.md, tried on a real server: admin, backup, restore, a second server."""

import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner

from hotdice.client import HttpClient, ServerRefused
from hotdice.match.store import open_store
from hotdice.terminal.cli import hotdice
from hotdice.testing import stores as suite
from server.processes import Pair, serve
from server.test_play import hotdice as hotdice_process


def told(*words: str, code: int = 0) -> str:
    """What the program says to these words."""
    done = CliRunner().invoke(hotdice, [*words])
    assert done.exit_code == code, done.output
    return done.output


def test_an_owner_looks_after_a_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serve(tmp_path) as server:
        pair = Pair(server.url)
        assert "owner's link" in told("admin", "--link", server.url, "status", code=2)
        monkeypatch.setenv("HOTDICE_ADMIN", server.admin)
        status = told("admin", "status")
        assert "matches          1 open\n" in status
        assert "damaged          none\n" in status
        assert f"{pair.match}  open     2 seats  classic" in told("admin", "list")
        bob = told("admin", "people", pair.match).splitlines()[1].split(" ")[1]
        told("admin", "ban", bob)
        with pytest.raises(ServerRefused, match="may not play"):
            pair.clients[1].get("/api/me")
        told("admin", "ban", bob, "--lift")
        assert pair.clients[1].get("/api/me")["name"] == "Bob"
        told("admin", "passcode", "dice")
        with pytest.raises(ServerRefused, match="passcode"):
            HttpClient(server.url).arrive("Eve")
        told("admin", "passcode")
        HttpClient(server.url).arrive("Eve")
        told("admin", "close")
        with pytest.raises(ServerRefused, match="no new tables"):
            pair.clients[0].new_table()
        told("admin", "close", "--open")
        assert told("admin", "erase", pair.match, "1") == "Texts erased: 1.\n"
        assert "no seat 9" in told("admin", "erase", pair.match, "9", code=2)
        told("admin", "end", pair.match)
        assert pair.clients[0].table(pair.match)["reason"] == "closed"
        told("admin", "delete", pair.match)
        assert told("admin", "list") == ""


def test_a_backup_of_a_running_server_and_what_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backup, new = str(tmp_path / "backup.db"), str(tmp_path / "new.db")
    with serve(tmp_path) as server:
        monkeypatch.setenv("HOTDICE_DB", server.db)
        match = Pair(server.url).match
        assert "every log in it is whole" in told("backup", backup)
        assert "is there already" in told("backup", backup, code=2)
        second = hotdice_process(tmp_path, "second", "", "serve", "--port", "0", "--db", server.db)
        assert "in use by another" in second.communicate(timeout=120)[0]
        assert second.returncode == 2
    assert "every log is whole" in told("restore", backup, "--db", new)
    assert "not empty" in told("restore", backup, "--db", new, code=2)
    server.db = new
    with server:
        assert HttpClient(server.url).table(match)["phase"] == "open"


def test_a_backup_of_a_damaged_match_names_it_and_ends_with_one(tmp_path: Path) -> None:
    path, backup, new = (str(tmp_path / name) for name in ("games.db", "backup.db", "new.db"))
    store = open_store(path)
    whole, damaged = suite.new_id(), suite.new_id()
    for match in (whole, damaged):
        suite.grow(store, match, 3)
    store.close()
    connection = sqlite3.connect(path)
    connection.execute("UPDATE events SET body = ? WHERE match = ? AND seq = 2", (b"{}", damaged))
    connection.commit()
    connection.close()
    output = told("backup", backup, "--db", path, code=1)
    assert damaged in output
    assert "event 2" in output
    assert whole not in output
    assert "every log is whole" in told("restore", backup, "--db", new)
    assert "3 events" in told("backup", str(tmp_path / "again.db"), "--db", new)
    assert "Marked as restored" in told("restore", "--db", new)
