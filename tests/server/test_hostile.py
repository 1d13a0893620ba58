"""Hostile clients against a real server: slow requests, crowds, borrowed addresses, stale tokens."""

import asyncio
import contextlib
import resource
import socket
import time
from pathlib import Path

import pytest

from conftest import Bar
from hotdice.client import HttpClient, Lost, Seat, ServerRefused
from hotdice.match.people import clean_line, clean_name
from server.processes import LONG_GAME, Pair, Process, serve
from server.test_abuse import until_refused
from server.test_hosting import told
from server.test_play import PATIENCE, run


def connected(process: Process, source: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(("127.0.0.1", process.port), timeout=30, source_address=(source, 0))


def answer(process: Process, source: str) -> bytes:
    """What /health is answered on a connection from an address; nothing where there is none."""
    head = f"GET /health HTTP/1.1\r\nHost: 127.0.0.1:{process.port}\r\nConnection: close\r\n\r\n".encode()
    with contextlib.suppress(OSError), connected(process, source) as sock:
        sock.sendall(head)
        return sock.recv(4000)
    return b""


def drip(sock: socket.socket, seconds: float) -> float:
    """Send a byte now and then until the server has enough; after how many seconds."""
    started = time.monotonic()
    sock.settimeout(1)
    while time.monotonic() < started + seconds:
        try:
            sock.sendall(b"x")
            if sock.recv(1000) == b"":
                break
        except TimeoutError:
            continue
        except OSError:
            break
    return time.monotonic() - started


@pytest.mark.second_try("hundreds of connections and a limit of open files")
def test_s6_slow_requests_are_ended_and_one_address_locks_nobody_out(tmp_path: Path, bar: Bar) -> None:
    async def slow(process: Process, pair: Pair) -> list[float]:
        async with pair.seat(0) as seat:
            return await drips(process, seat)

    async def drips(process: Process, seat: Seat) -> list[float]:
        host = f"Host: 127.0.0.1:{process.port}\r\n"
        beginnings = {
            "head": f"GET /health HTTP/1.1\r\n{host}X-Slow: ",
            "kept open": f"GET /health HTTP/1.1\r\n{host}\r\n",
            "body": f"POST /api/people HTTP/1.1\r\n{host}Content-Length: 400\r\n\r\n",
        }
        socks = []
        for name, text in beginnings.items():
            sock = connected(process)
            sock.sendall(text.encode())
            if name == "kept open":
                assert b" 200 " in sock.recv(4000)
                sock.sendall(b"GET /heal")
            socks.append(sock)
        took = await asyncio.gather(*(asyncio.to_thread(drip, sock, 10 * PATIENCE) for sock in socks))
        for sock in socks:
            sock.close()
        assert seat.resumed == 0, "a WebSocket is no slow request"
        return list(took)

    with serve(tmp_path, trust=False) as process:
        resource.prlimit(process.pid, resource.RLIMIT_NOFILE, (256, 256))
        crowd = []
        for _ in range(300):
            with contextlib.suppress(OSError):
                crowd.append(connected(process))
        assert b" 200 " in answer(process, "127.0.0.2"), "another address is served meanwhile"
        refused = process_metric(process, "refused_connections_total")
        for sock in crowd:
            sock.close()
        while b" 200 " not in answer(process, "127.0.0.1"):  # it notices that they have gone
            time.sleep(0.3)
        took = run(slow(process, Pair(process.url)), 180)
    good = refused == 260 and all(9 < seconds < 10 * PATIENCE for seconds in took)
    text = f"{300 - refused:.0f} of 300 connections kept, slow ones ended after {max(took):.1f} s"
    bar("S6 slow requests", text, "40, 10 s", good)


def process_metric(process: Process, name: str) -> float:
    """A counter, asked for from an address that is not the crowd's."""
    head = f"GET /metrics HTTP/1.1\r\nHost: 127.0.0.1:{process.port}\r\nConnection: close\r\n\r\n".encode()
    with connected(process, "127.0.0.3") as sock:
        sock.sendall(head)
        data = b""
        while chunk := sock.recv(65_536):
            data += chunk
    line = next(line for line in data.decode().splitlines() if line.startswith(f"hotdice_{name} "))
    return float(line.split(" ")[1])


def test_s5_an_address_is_the_last_that_the_proxy_wrote(tmp_path: Path, bar: Bar) -> None:
    """Ten tables a minute, whatever a client writes before the proxy's own line; IPv6 counts by its /64."""

    def tables(process: Process, key: str, forwarded: list[str]) -> int:
        made = 0
        for number in range(14):
            body = b'{"rules":"classic"}'
            lines = "".join(f"X-Forwarded-For: {line.format(n=number)}\r\n" for line in forwarded)
            head = (
                f"POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1:{process.port}\r\nConnection: close\r\n"
                f"Authorization: Bearer {key}\r\n{lines}Content-Length: {len(body)}\r\n\r\n"
            )
            with connected(process) as sock:
                sock.sendall(head.encode() + body)
                made += b" 201 " in sock.recv(4000).split(b"\r\n")[0]
        return made

    with Process(str(tmp_path / "games.db"), "--proxy", "127.0.0.1", trust=False) as process:
        client = HttpClient(process.url)
        client.arrive("x")
        started = time.monotonic()
        made = [
            tables(process, client.key, ["10.1.0.{n}, 192.0.2.1"]),
            tables(process, client.key, ["10.1.0.{n}", "192.0.2.2"]),
            tables(process, client.key, ["2001:db8:0:1::{n}"]),
        ]
        more = int((time.monotonic() - started) / 6) + 1
        other = tables(process, client.key, ["2001:db8:1:{n}::1"])
    good = all(10 <= count <= 10 + more for count in made) and other == 14
    bar("S5 addresses", f"{made} tables by one address, {other} by many", "10 each, 14", good)


def test_s5_rematches_count_as_tables_and_heed_a_closed_server(tmp_path: Path) -> None:
    async def resign(pair: Pair) -> None:
        async with pair.seat(0) as ann:
            await ann.begin()
            await ann.play({"type": "Resign", "seat": 0})

    with serve(tmp_path, trust=False) as process:
        pair = Pair(process.url)
        run(resign(pair))
        owner = HttpClient(process.url, process.admin.split("admin=")[1])
        owner.post("/api/admin/closed", closed=True)
        with pytest.raises(ServerRefused) as closed:
            pair.clients[0].post(f"/api/matches/{pair.match}/rematch")
        assert closed.value.code == "closed"
        owner.post("/api/admin/closed", closed=False)
        assert until_refused(pair.clients[0].new_table, 20) < 20
        with pytest.raises(ServerRefused) as counted:
            pair.clients[0].post(f"/api/matches/{pair.match}/rematch")
        assert counted.value.code == "too_many"


async def forever(seat: Seat) -> None:
    while True:
        await seat.changed()


@pytest.mark.parametrize("how", ["ban", "recover"])
def test_s4_a_ban_or_a_recovered_key_revokes_the_tokens_of_seats(how: str, tmp_path: Path, bar: Bar) -> None:
    async def body(process: Process, pair: Pair, phrase: str, person: str) -> float:
        async with pair.seat(1) as bob:
            started = time.monotonic()
            if how == "ban":
                owner = HttpClient(process.url, process.admin.split("admin=")[1])
                await asyncio.to_thread(owner.post, f"/api/admin/people/{person}", banned=True)
            else:
                await asyncio.to_thread(HttpClient(process.url).post, "/api/recover", phrase=phrase)
            with pytest.raises(Lost):
                await asyncio.wait_for(forever(bob), 10 * PATIENCE)
            took = time.monotonic() - started
        with pytest.raises(Lost):
            async with pair.seat(1):
                raise AssertionError("the old token is worth nothing")
        return took

    with serve(tmp_path) as process:
        pair = Pair(process.url)
        bob = HttpClient(process.url)
        me = bob.arrive("Bob")
        made = pair.clients[0].new_table(seats=2)
        joined = bob.sit(made["match"], made["invite"])
        pair.match, pair.tokens = made["match"], [made["token"], joined["token"]]
        took = run(body(process, pair, me["phrase"], me["id"]))
        if how == "recover":
            again = HttpClient(process.url)
            again.key = again.post("/api/recover", phrase=me["phrase"])["key"]
            assert again.sit(made["match"])["seat"] == 1, "the seat is theirs, from the new device"
    bar(f"S4 revoked, {how}", f"closed after {took * 1000:.0f} ms", "1 s", took < 5 * PATIENCE)


INVISIBLE = [chr(code) for code in (0x3164, 0x2800, 0x115F, 0x1160, 0xFFA0, 0x034F)]


@pytest.mark.parametrize("letter", INVISIBLE)
def test_s8_invisible_letters_are_refused_in_names(letter: str) -> None:
    assert clean_name(letter) == ""
    assert clean_name(f"Ann{letter}") == ""
    assert clean_line(f"a{letter}b") == "ab"


def test_s8_stacks_of_marks_are_refused_in_names() -> None:
    assert clean_name("Z" + chr(0x0338) * 30) == ""
    assert clean_line("Z" + chr(0x0338) * 30) == "Z" + chr(0x0338) * 3
    for name in ("Zoë", "Nguyễn", "שָׁלוֹם", "नमस्ते", "ภาษาไทย", "J\u0332o\u0332"):
        assert clean_name(name), name


def test_a_client_that_knows_more_than_a_restored_server_says_so(tmp_path: Path) -> None:
    """A backup, more moves, then the server comes back on the restored backup: the client plays on."""
    backup, restored = tmp_path / "backup.db", tmp_path / "restored.db"

    async def move(seat: Seat) -> None:
        await seat.caught_up(await seat.play(seat.game.legal[-1]))

    async def body(process: Process, pair: Pair) -> None:
        warned: list[str] = []

        async def hear(_: object) -> None:
            warned.extend(ann.warnings())

        ann = pair.seat(0, patience=60, on_update=hear)
        async with ann:
            await ann.begin()
            await move(ann)
            before = ann.sequence
            told("backup", str(backup), "--db", process.db)
            while ann.game.mover == 0:
                await move(ann)
            assert ann.sequence > before
            ahead = ann.sequence
            await asyncio.to_thread(process.stop)
            told("restore", str(backup), "--db", str(restored))
            process.db = str(restored)
            await asyncio.to_thread(process.start)
            async with asyncio.timeout(60):
                while not warned:
                    await ann.changed()
                while ann.sequence != before + 1:  # the restore itself is a fact
                    await ann.changed()
            gone = f"{ahead - before - 1} facts of this match are gone."
            assert warned == [f"The server was restored from an earlier state: {gone}"]
            await move(ann)
            assert ann.view is not None
            assert ann.view.restored

    with serve(tmp_path) as process:
        run(body(process, Pair(process.url, rules=LONG_GAME)), 120)
