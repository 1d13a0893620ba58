"""What an operator can rely on: a hanging database, the lines of the log, the owner's link."""

import asyncio
import json
import os
import pty
import re
import shutil
import socket
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from conftest import Bar, running_postgres
from hotdice.client import HttpClient, ServerRefused
from hotdice.match import table_commands as c
from hotdice.match import wire
from hotdice.match.store import open_store
from hotdice.match.store.chain import chained
from hotdice.testing import stores as suite
from server.frozen import frozen
from server.processes import LONG_GAME, Pair, Process, serve
from server.test_play import PATIENCE, run


@pytest.fixture
def own_postgres() -> Iterator[Any]:
    """A PostgreSQL server that a test may stop and start."""
    with running_postgres() as server:
        yield server


def lines(process: Process, what: str) -> list[dict[str, Any]]:
    """The lines of a server's log that say something."""
    found = [json.loads(line) for line in process.log.splitlines() if line.startswith("{")]
    return [line for line in found if line["what"] == what]


async def timed(work: Any) -> tuple[Any, float]:
    started = time.monotonic()
    answer = await work
    return answer, time.monotonic() - started


async def accepted(*seats: Any) -> bool:
    """Whether whoever is to move, as that seat knows it, has moved: a Farkle may have passed the turn on."""
    for place, seat in enumerate(seats):
        if seat.game is not None and seat.game.mover == place and seat.game.legal:
            return isinstance(await seat.play(seat.game.legal[-1]), wire.Accepted)
    return False


@pytest.mark.second_try("the database is frozen by a signal while answers are timed")
def test_f4_a_database_that_hangs(own_postgres: Any, bar: Bar) -> None:
    """It is not away, it just does not answer: everybody hears so within six seconds, chat included."""

    async def body(process: Process, pair: Pair) -> list[float]:
        async with pair.seat(0) as ann, pair.seat(1) as bob:
            await ann.begin()
            while bob.sequence < ann.sequence or bob.game is None:
                await bob.changed()
            mover = ann if ann.game.mover == 0 else bob
            other = bob if mover is ann else ann
            client = HttpClient(process.url)
            with frozen(own_postgres):
                answers = await asyncio.gather(
                    timed(mover.play(mover.game.legal[-1])),
                    timed(other.do(c.Say("are you there?"))),
                    timed(asyncio.to_thread(status, client, "/ready")),
                    timed(asyncio.to_thread(status, client, "/api/matches")),
                    timed(asyncio.to_thread(status, client, "/health")),
                )
                said = [answer for answer, _ in answers]
                assert [said[0].code, said[1].code] == ["unavailable", "unavailable"]
                assert said[2:] == [503, 503, 200]
                soon, took = await timed(mover.play(mover.game.legal[-1]))
                assert isinstance(soon, wire.Refused)
                assert took < PATIENCE, "nobody waits for a database that is known to hang"
            end = time.monotonic() + 120
            while not await accepted(ann, bob):
                assert time.monotonic() < end, "it did not come back"
                await asyncio.sleep(0.1)
            assert await asyncio.to_thread(status, client, "/ready") == 200
        return [took for _, took in answers]

    with Process(own_postgres.get_uri()) as process:
        took = run(body(process, Pair(process.url, rules=LONG_GAME)))
    assert len(lines(process, "the database is away")) == 1
    assert len(lines(process, "the database is back")) == 1
    text = f"answers after {', '.join(f'{one:.1f}' for one in took)} s (move, chat, ready, list, health)"
    bar("F4 hanging", text, "6 s, health at once", max(took) < 6 * PATIENCE and took[4] < PATIENCE)


def status(client: HttpClient, path: str) -> int:
    try:
        client.get(path)
    except ServerRefused as refused:
        return refused.status
    return 200


def test_the_log_tells_acts_of_the_owner(tmp_path: Path) -> None:
    with serve(tmp_path) as process:
        owner = HttpClient(process.url, process.admin.split("admin=")[1])
        owner.post("/api/admin/announce", text="Hello")
        with pytest.raises(ServerRefused):
            owner.post("/api/admin/matches/none/end")
        owner.get("/api/admin/status")
    acts = [(act["path"], act["refused"]) for act in lines(process, "admin")]
    assert acts == [("/api/admin/announce", ""), ("/api/admin/matches/none/end", "no_such_match")]


def test_a_request_that_is_broken_off_leaves_no_traceback(tmp_path: Path) -> None:
    with serve(tmp_path) as process:
        host = f"127.0.0.1:{process.port}"
        for _ in range(3):
            with socket.create_connection(("127.0.0.1", process.port)) as link:
                head = f"POST /api/people HTTP/1.1\r\nHost: {host}\r\nContent-Length: 100\r\n\r\n"
                link.sendall(head.encode() + b'{"name":')
        time.sleep(0.3)
        HttpClient(process.url).arrive("Ann")
    assert "internal error" not in process.log
    assert "Traceback" not in process.log


def test_the_owners_link_is_for_a_terminal_and_stays_out_of_a_journal(tmp_path: Path) -> None:
    with serve(tmp_path) as process:
        path = process.home / "owner-link"
        assert re.match(r"http://\S+#admin=\S+$", process.admin)
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert "admin=" not in process.log
    shown = on_a_terminal(tmp_path / "second.db")
    assert re.search(r"owner's link, shown this once:  http://\S+#admin=\S{43}", shown)


def on_a_terminal(db: Path) -> str:
    """What a server says on a terminal until it is ready."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "hotdice", "serve", "--port", "0", "--db", str(db)]
    process = subprocess.Popen(command, stdout=theirs, stderr=subprocess.DEVNULL, stdin=theirs)
    os.close(theirs)
    said = b""
    try:
        while b"Ctrl-C" not in said:
            said += os.read(ours, 4096)
    finally:
        process.terminate()
        process.wait(30)
        os.close(ours)
    return said.decode()


@pytest.mark.nightly
def test_postgres_goes_back_to_a_moment(own_postgres: Any) -> None:
    """As docs/hosting.md says: the write-ahead log is archived, a base backup taken, a moment chosen."""
    data = Path(own_postgres.pgdata)
    spare = Path(tempfile.mkdtemp(prefix="hotdice-wal-"))
    owner = data.stat()
    archive, base = spare / "wal", spare / "base"
    archive.mkdir()
    for path in (spare, archive):
        os.chown(path, owner.st_uid, owner.st_gid)
    with (data / "postgresql.conf").open("a", encoding="utf-8") as file:
        file.write("wal_level = replica\narchive_mode = on\n")
        file.write(f"archive_command = 'test ! -f {archive}/%f && cp %p {archive}/%f'\n")
    own_postgres.stop()
    own_postgres.start()
    url = own_postgres.get_uri()
    store = open_store(url)
    match = suite.new_id()
    head = suite.grow(store, match, 5)
    with psycopg.connect(url, autocommit=True) as connection:
        row = connection.execute("SELECT setting FROM pg_config WHERE name = 'BINDIR'").fetchone()
        assert row is not None
        binary = Path(str(row[0]))
        subprocess.run(
            [binary / "pg_basebackup", "-d", url, "-D", base, "-X", "fetch", "-c", "fast"], check=True
        )
        one = suite.entry(match, 5, head)
        store.append(one).result(30)
        row = connection.execute("SELECT clock_timestamp()").fetchone()
        assert row is not None
        moment = row[0].isoformat()
        time.sleep(1.1)
        store.append(suite.entry(match, 6, chained(one)[-1].hash)).result(30)
        store.close()
        connection.execute("SELECT pg_switch_wal()")
    own_postgres.stop()
    with (base / "postgresql.conf").open("a", encoding="utf-8") as file:
        file.write(f"restore_command = 'cp {archive}/%f %p'\nrecovery_target_time = '{moment}'\n")
        file.write("recovery_target_action = 'promote'\n")
    (base / "recovery.signal").touch()
    for left in base.glob(".s.PGSQL*"):  # this server has its socket among its data
        left.unlink()
    data.rename(data.with_name("before"))
    shutil.move(base, data)
    data.chmod(0o700)
    for path in (data, *data.rglob("*")):
        os.chown(path, owner.st_uid, owner.st_gid)
    own_postgres.start()
    end = time.monotonic() + 60
    with psycopg.connect(url, autocommit=True) as connection:
        while connection.execute("SELECT pg_is_in_recovery()").fetchone() != (False,):
            assert time.monotonic() < end, "it does not come out of recovery"
            time.sleep(0.1)
    back = open_store(url)
    assert len(back.read(match)) == 6, "what came before the moment is there, what came after is not"
    assert not list(back.damaged())
    back.close()
    shutil.rmtree(spare)
