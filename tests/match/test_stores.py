"""Both stores against the conformance suite, and controls that show the suite can fail."""

import contextlib
import ctypes
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import wait
from pathlib import Path
from typing import Any, BinaryIO

import psycopg
import pytest
from msgspec.structs import replace

from conftest import Bar, emptied
from hotdice.match.store import (
    Conflict,
    Entry,
    InUse,
    SqlStore,
    StoreError,
    Tampered,
    Unavailable,
    open_store,
)
from hotdice.match.store.chain import chained
from hotdice.match.store.entries import StoredRefusal
from hotdice.match.store.opening import Copied, back_up, copy_all
from hotdice.match.store.owners import Peer
from hotdice.match.store.postgres import PostgresBackend
from hotdice.match.store.processes import ProcessList
from hotdice.match.store.sqlite import SqliteBackend, open_sqlite
from hotdice.match.store.statements import TABLES
from hotdice.testing import stores as suite

CHECKS = list(suite.checks())


@pytest.fixture(params=["sqlite", "postgres"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database of each kind; PostgreSQL's is emptied first."""
    if request.param == "sqlite":
        return str(tmp_path / "games.db")
    return emptied(request.getfixturevalue("postgres"))


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
    copied = back_up(store, tmp_path / "backup.db").events
    late = store.append(suite.entry(match, 20, head))
    late.result(30)
    for future in pending:
        future.result(30)
    with pytest.raises(StoreError, match="already"):
        back_up(store, tmp_path / "backup.db")
    backup = open_store(str(tmp_path / "backup.db"))
    restored = open_store(str(tmp_path / "restored.db"))
    assert copy_all(backup, restored) == Copied(copied)
    kept = len(restored.read(match)), len(restored.read(other))
    assert restored.answer(match, "c7") == store.answer(match, "c7")
    with pytest.raises(StoreError, match="not empty"):
        copy_all(backup, restored)
    for one in (store, backup, restored):
        one.close()
    text = f"{copied} events restored, {kept[0]} and {kept[1]} of 20 and 3 from before the backup"
    bar("F13", text, "all before the backup", kept == (20, 3) and copied >= 23)


def test_f14_any_flipped_byte_is_found_and_only_that_match_suffers(tmp_path: Path, bar: Bar) -> None:
    path = tmp_path / "games.db"
    store = open_store(str(path))
    match, other = suite.new_id(), suite.new_id()
    suite.grow(store, match, 4)
    suite.grow(store, other, 4)
    store.close()
    flips = found = 0
    for column in ("body", "hash", "at", "command", "seq"):
        with sqlite3.connect(path) as connection:
            before = connection.execute(f"SELECT {column} FROM events WHERE match = ? AND seq = 2", (match,))
            value = before.fetchone()[0]
        for changed in flipped(value):
            change_event(path, column, match, changed)
            store = open_store(str(path))
            with contextlib.suppress(Tampered):
                store.read(match)
                found -= 1
            found += [name for name, _ in store.damaged()] == [match] and len(store.read(other)) == 4
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
    text = f"{found} of {flips} changes and a cut tail found, others read"
    bar("F14", text, "all", found == flips > 0)


def test_damaged_matches_are_left_out_of_a_backup_and_named(where: str, tmp_path: Path) -> None:
    """One match with a changed event, one with a missing one: the third comes through, and back."""
    store = open_store(where)
    whole, changed, cut = suite.new_id(), suite.new_id(), suite.new_id()
    for match in (whole, changed, cut):
        suite.grow(store, match, 3)
    store._writer.submit(
        lambda session: [
            session.run("UPDATE events SET body = ? WHERE match = ? AND seq = 2", (b"{}", changed)),
            session.run("DELETE FROM events WHERE match = ? AND seq = 3", (cut,)),
        ]
    ).result(30)
    copied = back_up(store, tmp_path / "backup.db")
    named = dict(copied.damaged)
    assert set(named) >= {changed, cut}
    assert whole not in named
    assert "event 2" in named[changed]
    backup, restored = open_store(str(tmp_path / "backup.db")), open_store(str(tmp_path / "restored.db"))
    assert not list(backup.damaged())
    assert copy_all(backup, restored) == Copied(copied.events)
    assert restored.match_ids() == backup.match_ids()
    assert len(restored.read(whole)) == 3
    for one in (store, backup, restored):
        one.close()


def test_a_page_that_cannot_be_read_costs_only_what_is_on_it(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    store = open_store(str(path))
    matches = [suite.new_id() for _ in range(30)]
    for match in matches:
        store.append(suite.entry(match, events=(b'{"text":"%s"}' % (b"x" * 600),))).result(30)
    store.close()
    data = bytearray(path.read_bytes())
    # A leaf of the tree: where the ids make a node between leaves hold an event too, all below it would go.
    pages = range(0, len(data), 4096)
    leaf = next(at for at in pages if data[at] in b"\x0a\x0d" and b"x" * 600 in data[at : at + 4096])
    data[leaf : leaf + 64] = b"\xff" * 64
    path.write_bytes(data)
    source = open_store(str(path))
    copied = back_up(source, tmp_path / "backup.db")
    source.close()
    assert 1 <= len(copied.damaged) <= 8
    assert copied.events == len(matches) - len(copied.damaged)
    backup = open_store(str(tmp_path / "backup.db"))
    assert {*backup.match_ids(), *(name for name, _ in copied.damaged)} == set(matches)
    backup.close()


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
    fault = store.append(big).exception(30)
    full = len(store.read(match))
    backend._connection.execute("PRAGMA max_page_count = 1073741823")
    store.append(big).result(30)
    after = len(store.read(match))
    store.close()
    text = f"{type(fault).__name__}, {full} events read while it was full, {after} afterwards"
    bar("F4 full disk", text, "refused, 3, 4", isinstance(fault, Unavailable) and (full, after) == (3, 4))


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
    locked = store.append(suite.entry(match, 1, head)).exception(30)
    assert len(store.read(match)) == 1
    thief.execute("ROLLBACK")
    thief.close()
    backend._connection.execute("PRAGMA query_only = 1")
    read_only = store.append(suite.entry(match, 1, head)).exception(30)
    backend._connection.execute("PRAGMA query_only = 0")
    store.append(suite.entry(match, 1, head)).result(30)
    kept = len(store.read(match))
    store.close()
    text = f"{type(locked).__name__}, {type(read_only).__name__}, then {kept} events"
    good = isinstance(locked, Unavailable) and isinstance(read_only, Unavailable) and kept == 2
    bar("F4 locked, read-only", text, "refused twice, then 2", good)


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
        owned = ("owner",) if table == "matches" else ()  # who owns a match is not copied with it
        assert tuple(row[0] for row in rows) == columns + owned
    store.close()


def wait_until(condition: Callable[[], bool], seconds: float = 120) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.02)


def test_who_is_no_longer_the_owner_writes_nothing(postgres: str) -> None:
    """The row of the match decides, not what a process believes: also for what is sent and not yet there."""
    store = open_store(postgres)
    processes = ProcessList(postgres, 5)
    processes.join("one", "127.0.0.1:1")
    processes.join("two", "127.0.0.1:2")
    match = suite.new_id()
    first = suite.entry(match, owner="one.1")
    store.append(first).result(30)
    head = chained(first)[-1].hash
    assert store.home(match) == Peer("one", "127.0.0.1:1")
    assert not store.take(match, "two.1"), "its owner lives"
    assert suite.refused(store, suite.entry(match, 1, head, owner="two.1"))
    assert store.take(match, "one.2")
    for late in (suite.entry(match, 1, head, owner="one.1"), suite.entry(match, 1, head)):
        assert suite.refused(store, late), "sent under the old number"
        both = [store.append(late), store.append(suite.entry(suite.new_id()))]
        assert isinstance(both[0].exception(30), Conflict)
        assert both[1].exception(30) is None
    refusal = StoredRefusal("late", b"", b"no")
    assert not store.add_refusal(match, (1, head, "one.1"), refusal, 5).result(30)
    assert store.add_refusal(match, (1, head, "one.2"), refusal, 5).result(30)
    store.append(suite.entry(match, 1, head, owner="one.2")).result(30)
    seen = next(peer for peer in processes.beat("two") if peer.id == "one")
    processes.beat("one")
    assert not processes.bury(seen), "it has beaten since"
    assert processes.bury(Peer("one", "", seen.beat + 1))
    assert store.home(match) == Peer("", "")
    assert match not in store.orphans("playing")
    assert match in store.orphans("open")
    assert not store.take(match, "one.3"), "who was buried takes nothing"
    assert store.take(match, "two.2")
    assert store.home(suite.new_id()) is None
    assert len(store.read(match)) == 2
    processes.leave("two")
    processes.close()
    store.close()


_LOCKS = "SELECT locktype, coalesce(database, 1), mode FROM pg_locks WHERE granted AND pid = %s"
_MILD = ("AccessShareLock", "RowShareLock", "RowExclusiveLock")


def test_a_move_takes_no_lock_that_another_match_could_wait_for(postgres: str, tmp_path: Path) -> None:
    """What goes over the wire for a move, and what it holds while it waits for the row of its own match."""
    store = open_store(postgres)
    match, other = suite.new_id(), suite.new_id()
    heads = {name: suite.grow(store, name, 2) for name in (match, other)}
    backend = store._writer._backend
    assert isinstance(backend, PostgresBackend)
    link = backend._connection
    assert link is not None

    def wide(locks: list[tuple[object, ...]]) -> list[tuple[object, ...]]:
        """The locks that are not of rows, transactions and the everyday use of tables."""
        own = ("virtualxid", "transactionid", "tuple")
        return [
            lock for lock in locks if lock[0] not in own and (lock[0], lock[2] in _MILD) != ("relation", True)
        ]

    with (tmp_path / "wire").open("w+b") as wire, psycopg.connect(postgres) as rival:
        link.pgconn.trace(wire.fileno())
        rival.execute("SELECT id FROM matches WHERE id = %s FOR UPDATE", (match,))
        waits = store.append(suite.entry(match, 2, heads[match], command="m", digest=b"d", answer=b"a"))
        with psycopg.connect(postgres, autocommit=True) as watcher:
            waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted AND pid = %s"
            pid = link.info.backend_pid
            wait_until(lambda: bool((watcher.execute(waiting, (pid,)).fetchone() or (0,))[0]), 4)
            assert wide(watcher.execute(_LOCKS, (pid,)).fetchall()) == []
            rival.execute("SELECT pg_advisory_xact_lock(77)")  # the control: such a lock is seen
            assert wide(watcher.execute(_LOCKS, (rival.info.backend_pid,)).fetchall())
        rival.rollback()
        waits.result(30)
        many = [store.append(suite.entry(name, length, head)) for name, length, head in (
            (match, 3, store.read(match)[-1].hash), (other, 2, heads[other])
        )]  # fmt: skip
        wait(many, 30)
        sent = wire_text(wire)
        assert "update matches" in sent
        assert not any(word in sent for word in ("notify", "advisory", "lock table"))
        link.execute("SELECT pg_notify('control', '')")
        assert "notify" in wire_text(wire)
        link.pgconn.untrace()
    store.close()


def wire_text(wire: BinaryIO) -> str:
    """What libpq has written down so far."""
    ctypes.CDLL(None).fflush(None)
    wire.seek(0)
    return wire.read().decode("utf-8", "replace").lower()
