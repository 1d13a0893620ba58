"""F6: a network that delays, repeats, overtakes, cuts, and sockets whose other end is gone without a word."""

import asyncio
import contextlib
import json
import os
import secrets
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import WebSocketException

from conftest import Bar
from hotdice.client import Seat
from hotdice.game import State, evolve, new_game
from hotdice.match import facts as f
from hotdice.match import wire
from hotdice.match.games.farkle import unpack
from hotdice.match.store import open_store
from hotdice.players import make
from hotdice.rules import resolve
from server.lossy_proxy import LossyProxy
from server.processes import LONG_GAME, Pair, Process, free_port
from server.test_play import PATIENCE, raw, repeat, run


def folded(db: Path, match: str, start: State) -> State:
    """The state that the log of a match comes to."""
    store = open_store(str(db))
    state = start
    for event in store.read(match):
        fact = f.decode_fact(event.body)
        if isinstance(fact, f.Played):
            for one in unpack(fact.events):
                state = evolve(state, one)
    store.close()
    return state


@pytest.mark.second_try("connections are cut at random")
def test_f6_both_ends_converge_over_a_lossy_network(tmp_path: Path, bar: Bar) -> None:
    """Pieces up to half a second late, connections cut mid-frame, commands sent twice by other ways."""
    rng = secrets.SystemRandom()
    proxy_port, moves = free_port(), 40

    async def player(seat: Seat, pair: Pair, place: int) -> int:
        bot, twins = make("greedy"), 0
        while seat.sequence < moves:
            if not seat.asked:
                await seat.changed()
                continue
            expected = seat.sequence
            command = raw(bot.choose(seat.state()))
            message = wire.Do(secrets.token_hex(16), command, expected)
            answer = await seat.send(message)
            await seat.caught_up(answer)
            if isinstance(answer, wire.Accepted) and rng.random() < 0.3:
                twins += 1  # once more, over a connection of its own
                assert await again(pair, place, message) == answer
        return twins

    async def again(pair: Pair, place: int, message: wire.Do) -> wire.AnyAnswer:
        while True:
            with contextlib.suppress(OSError, TimeoutError, WebSocketException):  # cut once more
                return await asyncio.wait_for(repeat(pair, place, message), 60)

    async def body(process: Process) -> tuple[Pair, list[Seat], int, LossyProxy]:
        direct = Pair(process.url, rules=LONG_GAME)
        async with LossyProxy(proxy_port, process.port, seed=6) as proxy:
            direct.urls = (f"http://127.0.0.1:{proxy_port}",) * 2
            seats = [direct.seat(place, patience=600) for place in (0, 1)]
            async with seats[0] as ann, seats[1] as bob:
                begun = await ann.begin()
                await ann.caught_up(begun)
                twins = await asyncio.gather(player(ann, direct, 0), player(bob, direct, 1))
                while ann.sequence != bob.sequence:
                    late = ann if ann.sequence < bob.sequence else bob
                    await late.changed()
            return direct, seats, sum(twins), proxy

    public = f"http://127.0.0.1:{proxy_port}"
    with Process(str(tmp_path / "games.db"), "--public-url", public) as process:
        pair, (ann, bob), twins, proxy = run(body(process), 900)
    start = new_game(resolve(LONG_GAME), 2)
    log = folded(tmp_path / "games.db", pair.match, start)
    same = ann.state() == bob.state() == log
    text = (
        f"{proxy.delays} delays, {proxy.cuts} cuts, {ann.resumed + bob.resumed} resumed, "
        f"{twins} commands twice, {ann.gaps + bob.gaps} gaps, folds {'equal' if same else 'differ'}"
    )
    bar("F6", text, "equal folds, 0 gaps", same and not ann.gaps and not bob.gaps)
    assert proxy.cuts + proxy.delays > 10, "the network was bad"


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


@pytest.fixture
def other_network() -> Iterator[tuple[str, str, str, str]]:
    """A network namespace joined to this one by a cable: its name, our address, both ends."""
    if os.geteuid() != 0 or shutil.which("ip") is None:
        pytest.skip("network namespaces need root and iproute2")
    name, mine, theirs = f"hd{os.getpid()}", f"hda{os.getpid()}"[:15], f"hdb{os.getpid()}"[:15]
    try:
        ip("netns", "add", name)
        ip("link", "add", mine, "type", "veth", "peer", "name", theirs)
    except subprocess.CalledProcessError as error:
        subprocess.run(["ip", "netns", "del", name], check=False, capture_output=True)
        pytest.skip(f"network namespaces are not possible here: {error.stderr.decode().strip()}")
    number = os.getpid() % 250
    try:
        ip("link", "set", theirs, "netns", name)
        ip("addr", "add", f"10.213.{number}.1/30", "dev", mine)
        ip("link", "set", mine, "up")
        ip("-n", name, "addr", "add", f"10.213.{number}.2/30", "dev", theirs)
        ip("-n", name, "link", "set", theirs, "up")
        yield name, f"10.213.{number}.1", mine, theirs
    finally:
        subprocess.run(["ip", "link", "del", mine], check=False, capture_output=True)
        subprocess.run(["ip", "netns", "del", name], check=False, capture_output=True)


CLIENT = """
import asyncio, json, sys
from hotdice.client import Seat
async def main(url, match, token):
    seat = Seat(url, match, token, patience=600)
    async with seat:
        print("here", flush=True)
        while seat.resumed == 0:
            await seat.changed()
        print(json.dumps({"sequence": seat.sequence, "gaps": seat.gaps}), flush=True)
asyncio.run(main(*sys.argv[1:]))
"""


@pytest.mark.nightly
def test_f6_a_socket_whose_other_end_is_gone_is_found(
    tmp_path: Path, other_network: tuple[str, str, str, str], bar: Bar
) -> None:
    """The cable is pulled: nothing arrives any more, not even a goodbye. Netem is added where it exists."""
    name, address, mine, theirs = other_network
    netem = subprocess.run(
        ["tc", "qdisc", "add", "dev", mine, "root", "netem", "delay", "120ms", "100ms", "duplicate", "10%",
         "reorder", "25%", "loss", "3%"], capture_output=True, text=True, check=False,
    )  # fmt: skip
    bad = "with netem" if netem.returncode == 0 else "without netem, which this kernel has not"
    with Process(str(tmp_path / "games.db"), host=address) as process:
        pair = Pair(process.url, rules=LONG_GAME)
        command = ["ip", "netns", "exec", name, sys.executable, "-c", CLIENT]
        client = subprocess.Popen(
            [*command, process.url, pair.match, pair.tokens[1]], stdout=subprocess.PIPE, text=True
        )
        with client:
            assert client.stdout is not None
            assert client.stdout.readline() == "here\n"
            assert process.metric("sockets") == 1
            ip("-n", name, "link", "set", theirs, "down")
            started = time.monotonic()
            while process.metric("sockets") > 0 and time.monotonic() - started < 30 * PATIENCE:
                time.sleep(0.2)
            took = time.monotonic() - started
            ip("-n", name, "link", "set", theirs, "up")
            told = json.loads(client.stdout.readline())
    text = f"found after {took:.1f} s, back with {told['gaps']} gaps, {bad}"
    bar("F6 half-open", text, "15 s, 0 gaps", took <= 15 and told["gaps"] == 0)
