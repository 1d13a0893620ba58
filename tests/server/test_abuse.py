"""Bad input and abuse: bars S1 to S13 as far as no page is needed, and R5."""

import asyncio
import base64
import json
import os
import random
import socket
import string
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from conftest import Bar
from hotdice.client import HttpClient, Seat, ServerRefused
from hotdice.match import table_commands as c
from hotdice.match import wire
from hotdice.match.store import open_store
from hotdice.players import make
from hotdice.server.headers import SECURITY
from hotdice.server.origins import Gate
from server.processes import LONG_GAME, Pair, Process, serve
from server.test_play import PATIENCE, run


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """One server for the tests that do not stop it."""
    with serve(tmp_path_factory.mktemp("server")) as one:
        yield one


def socket_url(process: Process) -> str:
    return process.url.replace("http", "ws") + "/ws"


async def upgrade(process: Process, origin: str | None, host: str = "") -> int:
    """The status that an upgrade with this Origin gets."""
    headers = {"Host": host} if host else {}
    try:
        async with connect(
            socket_url(process),
            origin=Origin(origin) if origin is not None else None,
            additional_headers=headers,
            proxy=None,
        ):
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


def raw_http(process: Process, request: bytes) -> bytes:
    """Send a request that ends its connection, and read the answer until the server closes."""
    with socket.create_connection(("127.0.0.1", process.port), timeout=120) as sock:
        sock.sendall(request)
        found = b""
        while data := sock.recv(65536):
            found += data
    return found


def test_s1_only_our_own_origin_is_let_in(process: Process, bar: Bar) -> None:
    port = process.port
    foreign = [
        None,
        "null",
        "https://evil.example",
        f"http://127.0.0.1.evil.example:{port}",
        f"http://evil.127.0.0.1:{port}",
        f"http://127.0.0.1:{port + 1}",
        f"https://127.0.0.1:{port}",
        f"http://localhost:{port}",
        f"http://127.0.0.1:{port}/",
        f"http://127.0.0.1:{port}.evil.example",
        "http://127.0.0.1",
        f"http://[::1]:{port}",
        "",
    ]
    statuses = [run(upgrade(process, origin)) for origin in foreign]
    own = run(upgrade(process, process.url))
    refused = sum(status == 403 for status in statuses)
    bar("S1", f"{refused} of {len(foreign)} refused with 403, own {own}", "all, 101", set(statuses) == {403})
    assert own == 101
    assert process.metric("foreign_origin_total") >= len(foreign)


def test_s1_a_name_that_points_here_from_outside_is_refused(process: Process) -> None:
    for host in (
        "evil.example",
        f"evil.example:{process.port}",
        "127.0.0.1",
        "127.0.0.2",
        "0.0.0.0",
        "[::1]",
    ):
        head = f"GET /api/sheets HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
        assert b" 421 " in raw_http(process, head.encode()).split(b"\r\n")[0], host
    for host in (f"127.0.0.1:{process.port}", f"localhost:{process.port}"):
        head = f"GET /health HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
        assert b" 200 " in raw_http(process, head.encode()).split(b"\r\n")[0], host
    post = (
        f"POST /api/people HTTP/1.1\r\nHost: 127.0.0.1:{process.port}\r\nOrigin: http://evil.example\r\n"
        'Content-Length: 13\r\nConnection: close\r\n\r\n{"name":"Eve"}'
    )
    assert b" 403 " in raw_http(process, post.encode()).split(b"\r\n")[0]


def scope(host: str, *, origin: str = "", server: str = "192.168.1.5", scheme: str = "ws") -> dict[str, Any]:
    headers = [(b"host", host.encode())] + ([(b"origin", origin.encode())] if origin else [])
    return {"type": "websocket", "headers": headers, "server": (server, 8000), "scheme": scheme}


def test_phones_get_in_with_no_configuration_and_a_public_address_by_its_url() -> None:
    gate = Gate(machine="den")
    for host in ("192.168.1.5:8000", "den.local:8000"):
        assert gate.origin_is_ours(scope(host, origin=f"http://{host}"), required=True)
    for host in ("192.168.1.6:8000", "other.local:8000", "den.local.evil.example:8000", "localhost:8000"):
        assert not gate.host_is_ours(scope(host)), host
    public = Gate("https://dice.example.org", machine="den")
    behind = scope("dice.example.org", origin="https://dice.example.org", server="127.0.0.1")
    assert public.origin_is_ours(behind, required=True)
    plain = scope("dice.example.org", origin="http://dice.example.org", server="127.0.0.1")
    assert not public.origin_is_ours(plain, required=True)
    double = scope("192.168.1.5:8000", origin="http://192.168.1.5:8000")
    double["headers"].append((b"origin", b"http://evil.example"))
    assert not gate.origin_is_ours(double, required=True)


async def greeted(process: Process, pair: Pair, place: int = 0) -> ClientConnection:
    """A connection that has said Hello."""
    link = await connect(socket_url(process), origin=Origin(process.url), compression=None, proxy=None)
    await link.send(wire.encode(wire.Hello(pair.match, pair.tokens[place])).decode())
    await link.recv()
    return link


BAD_MESSAGES: dict[str, str | bytes] = {
    "binary": b"\0\1\2",
    "not json": "roll!",
    "deep": "[" * 4000,
    "NaN": '{"type":"Do","id":"aaaaaaaaaaaaaaaa","expected":NaN,"command":{"type":"Begin"}}',
    "huge number": '{"type":"Hello","match":"x","since":1152921504606846976}',
    "unknown field": '{"type":"Ping","x":1}',
    "unknown type": '{"type":"Cheat"}',
    "wrong type": '{"type":"Do","id":5,"command":{"type":"Begin"}}',
    "short id": '{"type":"Do","id":"a","command":{"type":"Begin"}}',
    "no command": '{"type":"Do","id":"aaaaaaaaaaaaaaaa"}',
    "long text": json.dumps({"type": "Do", "id": "a" * 16, "command": {"type": "Say", "text": "x" * 400}}),
    "a key twice": '{"type":"Do","id":"aaaaaaaaaaaaaaaa","command":{"type":"Begin"},"id":"bbbbbbbbbbbbbbbb"}',
    "an inner key twice": '{"type":"Do","id":"aaaaaaaaaaaaaaaa","command":{"type":"Lock","seat":0,"seat":1}}',
    "an escaped key twice": '{"type":"Ping","type":"Ping"}'.replace("type", "ty\\u0070e", 1),
    "second hello": '{"type":"Hello","match":"x"}',
}


@pytest.mark.parametrize("name", BAD_MESSAGES)
def test_s2_a_bad_message_closes_with_a_reason(name: str, process: Process) -> None:
    async def body(pair: Pair) -> int:
        link = await greeted(process, pair)
        await link.send(BAD_MESSAGES[name])
        async for _ in link:
            continue
        return link.close_code or 0

    pair = Pair(process.url)
    before = HttpClient(process.url).table(pair.match)
    with pytest.raises(ConnectionClosed) as closed:
        run(body(pair))
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4400
    assert HttpClient(process.url).table(pair.match)["sequence"] == before["sequence"]


def test_s2_a_frame_of_more_than_8_kib_and_bad_utf8(process: Process, bar: Bar) -> None:
    async def large(pair: Pair) -> int:
        link = await greeted(process, pair)
        await link.send("x" * 9_000)
        with pytest.raises(ConnectionClosed) as closed:
            await link.recv()
        return closed.value.rcvd.code if closed.value.rcvd else 0

    async def broken(pair: Pair) -> int:
        link = await greeted(process, pair)
        link.transport.write(b"\x81\x82\0\0\0\0\xff\xfe")
        with pytest.raises(ConnectionClosed) as closed:
            await link.recv()
        return closed.value.rcvd.code if closed.value.rcvd else 0

    code, utf8 = run(large(Pair(process.url))), run(broken(Pair(process.url)))
    bar("S2 frame", f"9,000 bytes: {code}, bad UTF-8: {utf8}", "1009, 1007", (code, utf8) == (1009, 1007))


def fuzzed(rng: random.Random) -> str:
    """A message that is nearly right: fields changed, cut, doubled or of another type."""
    values: list[Any] = [None, -1, 2**53, 1e308, "x", "\u202e", [], {}, True, [[]] * 50, "😀" * 20, 0]
    message: dict[str, Any] = {
        "type": rng.choice(["Do", "Do", "Do", "Ping", "Hello", "Throw"]),
        "id": "".join(rng.choices(string.ascii_letters, k=rng.choice([0, 5, 16, 20, 70]))),
        "expected": rng.choice([None, 0, 1, 5, -3, 2**60, "1"]),
        "command": {
            "type": rng.choice(["Play", "Begin", "Remove", "Order", "GiveSeed", "Say", "Lock", "Nope"]),
            rng.choice(["seat", "command", "order", "seed", "text", "locked"]): rng.choice(values),
        },
    }
    if rng.random() < 0.3:
        message[rng.choice(list(message))] = rng.choice(values)
    text = json.dumps(message)
    if rng.random() < 0.2:
        text = text[: rng.randrange(len(text))]
    return text


def fuzz(process: Process, count: int, bar: Bar) -> None:
    async def body(pair: Pair) -> int:
        rng, sent = random.Random(2), 0
        while sent < count:
            link = await greeted(process, pair, 1)  # Bob owns nothing and it is not his turn
            try:
                while sent < count:
                    batch = [fuzzed(rng) for _ in range(20)]
                    for text in batch:
                        await link.send(text)
                        sent += 1
                    await asyncio.sleep(0)
            except ConnectionClosed:
                continue
            finally:
                link.transport.abort()
        return sent

    pair = Pair(process.url)
    before = HttpClient(process.url).table(pair.match)
    cpu = process.metric("cpu_seconds_total")
    sent = run(body(pair), 300)
    cost = (process.metric("cpu_seconds_total") - cpu) / max(1, process.metric("messages_total")) * 1000
    after = HttpClient(process.url).table(pair.match)
    seeds = [chair["gave_seed"] for chair in after["chairs"]]
    before["sequence"] = after["sequence"] = 0
    for view in (before, after):
        for chair in view["chairs"]:
            chair.pop("online"), chair.pop("away")
    errors = process.metric("internal_errors_total")
    text = f"{sent:,} sent, {errors:.0f} internal errors, {cost:.2f} ms CPU each"
    bar("S2 fuzz", text, "0 errors, 5 ms, no change", errors == 0 and cost < 5 and after == before)
    assert seeds == [False, False], "nobody has given one"


def test_s2_fuzzed_messages_change_nothing(process: Process, bar: Bar) -> None:
    fuzz(process, 5_000, bar)


@pytest.mark.nightly
def test_s2_a_hundred_thousand_fuzzed_messages(process: Process, bar: Bar) -> None:
    fuzz(process, 100_000, bar)


def search_for_secrets(tmp_path: Path, games: int, bar: Bar) -> None:
    """Everything that whole tables were sent is searched for tokens, and for the seed before the end."""

    async def body(url: str, pair: Pair) -> tuple[bytes, bytes]:
        before, after = bytearray(), bytearray()

        async def hear(message: wire.Update | wire.Welcome) -> None:
            (after if message.view.phase == "over" else before).extend(wire.encode(message))

        async with (
            pair.seat(0, on_update=hear, patience=60) as ann,
            pair.seat(1, on_update=hear, patience=60) as bob,
            Seat(url, pair.match, on_update=hear, patience=60),
        ):
            await ann.begin()
            await asyncio.gather(ann.play_with(make("greedy")), bob.play_with(make("cautious")))
        return bytes(before), bytes(after)

    async def batch(url: str, pairs: list[Pair]) -> list[tuple[bytes, bytes]]:
        return list(await asyncio.gather(*(body(url, pair) for pair in pairs)))

    pairs: list[Pair] = []
    heard: list[tuple[bytes, bytes]] = []
    with serve(tmp_path) as process:
        while len(pairs) < games:
            few = min(20, games - len(pairs))
            more = [Pair(process.url, rules='{"base":"classic","target":2000}') for _ in range(few)]
            heard += run(batch(process.url, more), 600)
            pairs += more
        api = process_answers(process, pairs[-1].match)
    store = open_store(str(tmp_path / "games.db"))
    found, size = 0, 0
    for pair, (before, after) in zip(pairs, heard, strict=True):
        seed = store.secret(pair.match)
        assert seed is not None
        assert seed.hex().encode() in after, "the search can find a seed"
        shapes = [seed, seed.hex().encode(), base64.b64encode(seed), base64.urlsafe_b64encode(seed)]
        found += sum(shape in before for shape in shapes)
        found += sum(key.encode() in before + after + api for key in (*pair.tokens, pair.invite))
        found += sum(text in process.log for text in (seed.hex(), *pair.tokens, pair.invite))
        size += len(before)
    store.close()
    bar("R5", f"{found} secrets in {size:,} bytes of {games:,} games", "0", found == 0)


def process_answers(process: Process, match: str) -> bytes:
    """What anybody may ask the server for."""
    client = HttpClient(process.url)
    paths = ("/metrics", "/api/matches", f"/api/matches/{match}", f"/api/matches/{match}/record")
    return b"".join(repr(client.get(path)).encode() for path in paths)


def test_s4_r5_no_secret_is_in_any_byte_sent(tmp_path: Path, bar: Bar) -> None:
    search_for_secrets(tmp_path, 3, bar)


@pytest.mark.nightly
def test_r5_a_thousand_games(tmp_path: Path, bar: Bar) -> None:
    search_for_secrets(tmp_path, 1_000, bar)


@pytest.mark.second_try("buckets fill again while a slow machine asks")
def test_s5_rate_limits(tmp_path: Path, bar: Bar) -> None:
    async def flood(process: Process, pair: Pair) -> tuple[int, int]:
        link = await greeted(process, pair)
        refused = 0
        for _ in range(200):
            await link.send('{"type":"Ping"}')
        try:
            while True:
                message = wire.decode_from_server(await link.recv())
                refused += isinstance(message, wire.Refused) and message.code == "too_fast"
        except ConnectionClosed as closed:
            return refused, closed.rcvd.code if closed.rcvd else 0

    async def many(process: Process) -> int:
        links = [await _try_connect(process) for _ in range(25)]
        count = sum(link is not None for link in links)
        for link in links:
            if link is not None:
                await link.close()
        return count

    with serve(tmp_path, trust=False) as process:
        started = time.monotonic()
        pair = Pair(process.url)
        refused, code = run(flood(process, pair))
        assert refused >= 1
        assert code == 1008
        sockets = run(many(process))
        made = 1 + until_refused(pair.clients[0].new_table, 100)
        joins = 2 + until_refused(lambda: HttpClient(process.url).arrive("x"), 1_000)
        minutes = (time.monotonic() - started) / 60
        assert process.metric("too_fast_total") > 0
    text = f"close {code} after refusals, {sockets} sockets, {made} tables, {joins} newcomers"
    # While the test takes its time the buckets fill again.
    good = sockets == 20 and 10 <= made <= 11 + 10 * minutes and 59 <= joins <= 61 + 60 * minutes
    bar("S5", text, "1008, 20, 10, 60", good)


def until_refused(action: Callable[[], object], most: int) -> int:
    """How often something succeeds before the server answers that it is too often."""
    for count in range(most):
        try:
            action()
        except ServerRefused as refused:
            if (refused.status, refused.code) != (429, "too_many"):
                raise
            return count
    raise AssertionError("it was never refused")


async def _try_connect(process: Process) -> ClientConnection | None:
    try:
        return await connect(socket_url(process), origin=Origin(process.url), proxy=None)
    except InvalidStatus:
        return None


def test_s5_a_forwarded_address_is_believed_only_from_a_proxy(tmp_path: Path) -> None:
    def tables(process: Process) -> int:
        client = HttpClient(process.url)
        client.arrive("x")
        made = 0
        for number in range(40):
            body = b'{"rules":"classic"}'
            head = (
                f"POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1:{process.port}\r\nConnection: close\r\n"
                f"Authorization: Bearer {client.key}\r\nX-Forwarded-For: 10.0.0.{number}\r\n"
                f"Content-Length: {len(body)}\r\n\r\n"
            )
            made += b" 201 " in raw_http(process, head.encode() + body).split(b"\r\n")[0]
        return made

    with serve(tmp_path, trust=False) as process:
        started = time.monotonic()
        made = tables(process)
        assert 10 <= made <= 11 + (time.monotonic() - started) / 6
    with Process(str(tmp_path / "other.db"), "--proxy", "127.0.0.1", trust=False) as process:
        assert tables(process) == 40


@pytest.mark.second_try("fifty connections are held open until the server ends them")
def test_s6_who_does_not_say_hello_is_closed(process: Process, bar: Bar) -> None:
    async def silent() -> tuple[float, int]:
        link = await connect(socket_url(process), origin=Origin(process.url), proxy=None)
        started = time.monotonic()
        try:
            await link.recv()
        except ConnectionClosed as closed:
            return time.monotonic() - started, closed.rcvd.code if closed.rcvd else 0
        raise AssertionError("nothing was to be said")

    slow = [socket.create_connection(("127.0.0.1", process.port)) for _ in range(50)]
    for sock in slow:
        sock.sendall(b"GET / HTTP/1.1\r\nHost: 127")
    took, code = run(silent())
    for sock in slow:
        sock.settimeout(120)
        assert sock.recv(100) == b"", "half a request is closed"
        sock.close()
    text = f"silent socket closed after {took:.1f} s with {code}, 50 half requests after 10 s"
    bar("S6", text, "10 s, 1008", code == 1008 and 9 < took < 10 * PATIENCE)


def test_s7_every_answer_has_the_security_headers(process: Process, bar: Bar) -> None:
    files = ("/", "/icon.svg", "/manifest.webmanifest")
    paths = (*files, "/health", "/api/sheets", "/nothing", "/api/matches/none", "/openapi.json")
    missing, foreign = list[str](), list[str]()
    for path in paths:
        head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{process.port}\r\nConnection: close\r\n\r\n"
        answer = raw_http(process, head.encode()).split(b"\r\n\r\n")[0].decode().lower()
        missing += [
            f"{path} {name}" for name, value in SECURITY.items() if f"{name}: {value.lower()}" not in answer
        ]
        foreign += [
            f"{path} {name}" for name in ("set-cookie", "access-control-allow-origin") if name in answer
        ]
    page = HttpClient(process.url)
    with pytest.raises(ServerRefused, match="no Hotdice"):
        page.get("/")  # it is a page, not an answer for programs
    text = f"{len(paths)} paths, headers missing: {missing}, cookies and CORS: {foreign}"
    bar("S7, S9", text, "none", not missing and not foreign)


def test_s8_names_are_cleaned_and_data_stays_data(process: Process, bar: Bar) -> None:
    cleaned = {
        "<script>alert(1)</script>": "<script>alert(1)</script>",
        "A\u202enn\u0000": "Ann",
        "x" * 150: "x" * 40,
        "  Zo\u0065\u0301  ": "Zo\u00e9",
    }
    wrong = [name for name, shown in cleaned.items() if HttpClient(process.url).arrive(name)["name"] != shown]
    for name in ("", "\u200b\u200d", "y" * 300):
        with pytest.raises(ServerRefused):
            HttpClient(process.url).arrive(name)
    bar("S8 names", f"{len(cleaned)} cleaned, 3 refused, {len(wrong)} wrong", "0 wrong", not wrong)


def test_s9_s13_paths_and_methods_that_are_not_there(process: Process, bar: Bar) -> None:
    rng, statuses = random.Random(3), set()
    words = ["api", "matches", "..", "admin", "people", "%00", "ws", "me", "a" * 50, "%2e%2e", "etc"]
    known = list(HttpClient(process.url).get("/openapi.json")["paths"])
    for number in range(200):
        path = (
            known[number]
            if number < len(known)
            else "/" + "/".join(rng.choices(words, k=rng.choice([1, 2, 3])))
        )
        method = rng.choice(["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"])
        host = f"127.0.0.1:{process.port}"
        head = f"{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
        first = raw_http(process, head.encode()).split(b"\r\n")[0]
        statuses.add(int(first.split(b" ")[1]))
    bar("S13 paths", f"statuses {sorted(statuses)}", "404 and 405 only", statuses == {404, 405})


def test_s2_bodies_that_are_too_large_or_wrong(process: Process) -> None:
    client = HttpClient(process.url)
    with pytest.raises(ServerRefused) as large:
        client.arrive("x" * 20_000)
    assert large.value.status == 413
    with pytest.raises(ServerRefused) as unknown:
        client.post("/api/people", name="x", admin=True)
    assert unknown.value.status == 400
    client.arrive("x")
    hostile = json.dumps({"base": "classic", "combinations": [{"dice": "1" * 5000}] * 200})[:5000]
    with pytest.raises(ServerRefused) as rules:
        client.new_table(rules=hostile)
    assert rules.value.status in (400, 409)


def test_s12_house_rules_cannot_make_the_server_work_for_long(process: Process, bar: Bar) -> None:
    client = HttpClient(process.url)
    client.arrive("x")
    before = process.metric("cpu_seconds_total")
    client.new_table(rules=LONG_GAME)
    spent = process.metric("cpu_seconds_total") - before
    bar("S12", f"a table by house rules for {spent * 1000:.0f} ms CPU", "1,000 ms", spent < 1)


def test_the_owner_looks_after_the_server(tmp_path: Path) -> None:
    with serve(tmp_path) as process:
        key = process.admin.split("admin=")[1]
        owner, pair = HttpClient(process.url, key), Pair(process.url, options={"chat": True})
        with pytest.raises(ServerRefused) as nobody:
            HttpClient(process.url, "guess").get("/api/admin/status")
        assert nobody.value.status == 401
        assert owner.get("/api/admin/status")["matches"] == {"open": 1}
        bob = owner.get(f"/api/admin/matches/{pair.match}/people")["text"].splitlines()[1].split(" ")[1]
        owner.post(f"/api/admin/people/{bob}", muted=True)

        async def say() -> wire.AnyAnswer:
            async with pair.seat(1) as seat:
                return await seat.do(c.Say("hello"))

        answer = run(say())
        assert isinstance(answer, wire.Refused)
        assert answer.code == "muted"
        owner.post(f"/api/admin/people/{bob}", banned=True)
        with pytest.raises(ServerRefused, match="may not play"):
            pair.clients[1].get("/api/me")
        owner.post("/api/admin/passcode", passcode="dice")
        with pytest.raises(ServerRefused, match="passcode"):
            HttpClient(process.url).arrive("Eve")
        HttpClient(process.url).arrive("Eve", "dice")
        owner.post("/api/admin/closed", closed=True)
        with pytest.raises(ServerRefused, match="no new tables"):
            pair.clients[0].new_table()
        assert owner.post(f"/api/admin/matches/{pair.match}/erase", seat=0)["count"] == 1
        owner.post(f"/api/admin/matches/{pair.match}/end")
        assert pair.clients[0].table(pair.match)["reason"] == "closed"
        owner.post(f"/api/admin/matches/{pair.match}/delete")
        with pytest.raises(ServerRefused, match="no such match"):
            pair.clients[0].table(pair.match)


def test_s16_passwords_stay_off_the_command_line_and_files_are_private(tmp_path: Path, bar: Bar) -> None:
    from click.testing import CliRunner

    from hotdice.terminal.cli import hotdice

    done = CliRunner().invoke(
        hotdice, ["serve", "--db", "postgresql://me:secret@127.0.0.1:1/x", "--port", "0"]
    )
    refused = done.exit_code == 2 and "HOTDICE_DB" in done.output
    with serve(tmp_path):
        mode = os.stat(tmp_path / "games.db").st_mode & 0o777
    text = f"password on the command line: exit {done.exit_code}, the file is {mode:04o}"
    bar("S16", text, "exit 2, 0600", refused and not mode & 0o077)
