"""Both stores against the conformance suite, and controls that show the suite can fail."""

import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest
from msgspec.structs import replace

from conftest import Bar
from hotdice.match.store import Entry, InUse, SqlStore, StoreError, Tampered, Unavailable, open_store
from hotdice.match.store.opening import back_up, copy_all
from hotdice.match.store.postgres import PostgresBackend
from hotdice.match.store.sqlite import SqliteBackend, open_sqlite
from hotdice.match.store.statements import TABLES
from hotdice.testing import stores as suite

CHECKS = list(suite.checks())


@pytest.fixture(params=["sqlite", "postgres"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database of each kind; PostgreSQL's is emptied first."""
    if request.param == "sqlite":
        return str(tmp_path / "games.db")
    url: str = request.getfixturevalue("postgres")
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    return url


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_conformance(check: Callable[[suite.Open], None], where: str) -> None:
    check(lambda: open_store(where))


class Forgetful(SqlStore):
    """A store that says yes to every second entry without keeping it: a lost acknowledgement."""

    turn = 0

    def append(self, entry: Entry) -> Any:
        self.turn += 1
        return super().append(replace(entry, match=suite.new_id()) if self.turn % 2 == 0 else entry)


class Doubling(SqlStore):
    """A store that appends every event twice."""

    def append(self, entry: Entry) -> Any:
        return super().append(replace(entry, events=entry.events * 2))


@pytest.mark.parametrize("kind", [Forgetful, Doubling])
def test_the_suite_finds_a_bad_store(kind: type[SqlStore], tmp_path: Path) -> None:
    def open_bad() -> SqlStore:
        store = open_store(str(tmp_path / "bad.db"))
        store.__class__ = kind
        return store

    with pytest.raises((AssertionError, StoreError)):
        suite.keeps_what_it_was_given(open_bad)


def test_sqlite_syncs_at_every_commit(tmp_path: Path, bar: Bar) -> None:
    backend = SqliteBackend(tmp_path / "games.db")
    bar("F2 pragma", f"synchronous={backend.sync_level}", "2", backend.sync_level == 2)
    assert SqliteBackend(tmp_path / "weak.db", "NORMAL").sync_level == 1


def test_the_file_is_for_its_owner_only(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "games.db"))
    assert os.stat(tmp_path / "games.db").st_mode & 0o077 == 0
    store.close()


def test_a_second_process_on_the_same_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    store = open_store(str(path))
    with pytest.raises(InUse, match="in use"):
        open_store(str(path))
    code = f"from hotdice.match.store import open_store; open_store({str(path)!r})"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
    )
    assert "InUse" in done.stderr
    store.close()
    open_store(str(path)).close()


def test_a_database_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    open_store(str(path)).close()
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 9999")
    connection.close()
    with pytest.raises(StoreError, match="newer"):
        open_store(str(path))


@pytest.mark.parametrize("text", ["mysql://x", "postgresql://127.0.0.1:1/none", "/dev/null/x.db"])
def test_what_cannot_be_opened_is_said_in_a_sentence(text: str) -> None:
    with pytest.raises(StoreError):
        open_store(text)


def test_f13_backup_while_playing_and_restore(where: str, tmp_path: Path, bar: Bar) -> None:
    store = open_store(where)
    match, other = suite.new_id(), suite.new_id()
    head = suite.grow(store, match, 20)
    suite.grow(store, other, 3)
    pending = [store.append(suite.entry(suite.new_id())) for _ in range(200)]
    copied = back_up(store, tmp_path / "backup.db")
    late = store.append(suite.entry(match, 20, head))
    late.result(30)
    for future in pending:
        future.result(30)
    assert copied >= 23
    with pytest.raises(StoreError, match="already"):
        back_up(store, tmp_path / "backup.db")
    backup = open_store(str(tmp_path / "backup.db"))
    restored = open_store(str(tmp_path / "restored.db"))
    assert copy_all(backup, restored) == copied
    assert len(restored.read(match)) == 20
    assert restored.answer(match, "c7") == store.answer(match, "c7")
    with pytest.raises(StoreError, match="not empty"):
        copy_all(backup, restored)
    for one in (store, backup, restored):
        one.close()
    bar("F13", f"{copied} events restored, only what came later is missing", "all before the backup", True)


def test_f14_any_flipped_byte_is_found_and_only_that_match_suffers(tmp_path: Path, bar: Bar) -> None:
    path = tmp_path / "games.db"
    store = open_store(str(path))
    match, other = suite.new_id(), suite.new_id()
    suite.grow(store, match, 4)
    suite.grow(store, other, 4)
    store.close()
    flips = 0
    for column in ("body", "hash", "at", "command", "seq"):
        with sqlite3.connect(path) as connection:
            before = connection.execute(f"SELECT {column} FROM events WHERE match = ? AND seq = 2", (match,))
            value = before.fetchone()[0]
        for changed in flipped(value):
            change_event(path, column, match, changed)
            store = open_store(str(path))
            with pytest.raises(Tampered):
                store.read(match)
            assert [name for name, _ in store.damaged()] == [match]
            assert len(store.read(other)) == 4
            store.close()
            seq = changed if column == "seq" else 2
            change_event(path, column, match, value, seq)
            flips += 1
    with sqlite3.connect(path) as connection:
        connection.execute("DELETE FROM events WHERE match = ? AND seq = 4", (match,))
    connection.close()
    store = open_store(str(path))
    with pytest.raises(Tampered):
        store.read(match)
    store.close()
    bar("F14", f"{flips} of {flips} changes and a cut tail found, others read", "all", True)


def flipped(value: object) -> list[Any]:
    """The value with one bit changed, at every byte."""
    if isinstance(value, bytes):
        return [value[:i] + bytes([value[i] ^ 1]) + value[i + 1 :] for i in range(len(value))]
    if isinstance(value, int):
        return [value ^ 256]
    assert isinstance(value, str)
    return [value[:i] + chr(ord(value[i]) ^ 1) + value[i + 1 :] for i in range(len(value))]


def change_event(path: Path, column: str, match: str, value: object, seq: object = 2) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute(f"UPDATE events SET {column} = ? WHERE match = ? AND seq = ?", (value, match, seq))
    connection.close()


def test_f4_a_full_disk_refuses_and_recovers(tmp_path: Path, bar: Bar) -> None:
    """The database may not grow: writing is refused, reading goes on, and service returns by itself."""
    store = open_store(str(tmp_path / "games.db"))
    match = suite.new_id()
    head = suite.grow(store, match, 3)
    backend = store._writer._backend
    assert isinstance(backend, SqliteBackend)
    assert backend._connection is not None
    pages = backend._connection.execute("PRAGMA page_count").fetchone()[0]
    backend._connection.execute(f"PRAGMA max_page_count = {pages}")
    big = suite.entry(match, 3, head, events=(b"x" * 200_000,))
    assert isinstance(store.append(big).exception(30), Unavailable)
    assert len(store.read(match)) == 3
    backend._connection.execute("PRAGMA max_page_count = 1073741823")
    store.append(big).result(30)
    assert len(store.read(match)) == 4
    store.close()
    bar("F4 full disk", "refused, reads go on, returns without a restart", "same", True)


def test_f4_a_locked_and_a_read_only_database(tmp_path: Path, bar: Bar) -> None:
    path = tmp_path / "games.db"
    store = open_store(str(path))
    match = suite.new_id()
    head = suite.grow(store, match, 1)
    backend = store._writer._backend
    assert isinstance(backend, SqliteBackend)
    assert backend._connection is not None
    backend._connection.execute("PRAGMA busy_timeout = 50")
    thief = sqlite3.connect(path, isolation_level=None)
    thief.execute("BEGIN IMMEDIATE")
    assert isinstance(store.append(suite.entry(match, 1, head)).exception(30), Unavailable)
    assert len(store.read(match)) == 1
    thief.execute("ROLLBACK")
    thief.close()
    backend._connection.execute("PRAGMA query_only = 1")
    assert isinstance(store.append(suite.entry(match, 1, head)).exception(30), Unavailable)
    backend._connection.execute("PRAGMA query_only = 0")
    store.append(suite.entry(match, 1, head)).result(30)
    store.close()
    bar("F4 locked, read-only", "refused, then accepted", "same", True)


def test_migrations_of_both_databases_make_the_same_tables(postgres: str, tmp_path: Path) -> None:
    open_sqlite(tmp_path / "a.db").close()
    PostgresBackend(postgres).close()
    store = open_store(postgres)
    for table, columns in TABLES.items():
        with sqlite3.connect(tmp_path / "a.db") as connection:
            found = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        connection.close()
        assert tuple(found) == columns
        with psycopg.connect(postgres) as link:
            rows = link.execute(
                "SELECT column_name FROM information_schema.columns WHERE table_name = %s"
                " AND table_schema = 'public' ORDER BY ordinal_position",
                (table,),
            ).fetchall()
        assert tuple(row[0] for row in rows) == columns
    store.close()


def wait_until(condition: Callable[[], bool], seconds: float = 120) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.02)


def test_two_processes_on_postgres_hear_of_each_other(postgres: str) -> None:
    heard: list[str] = []
    one = open_store(postgres)
    two = open_store(postgres, on_hint=heard.extend)
    wait_until(lambda: "*" in heard)
    match = suite.new_id()
    head = suite.grow(one, match, 2)
    wait_until(lambda: match in heard)
    assert suite.refused(two, suite.entry(match, 1, two.read(match)[0].hash))
    two.append(suite.entry(match, 2, head)).result(30)
    assert len(one.read(match)) == 3
    one.close()
    two.close()
