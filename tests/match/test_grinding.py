"""A server that cheats with the dice: the client finds it, or it gains nothing.

The attack is written from docs/fair-dice.md and docs/protocol.md alone and shares no line with the program.
"""

import asyncio
import hashlib
import hmac
import json
import secrets
import struct
from collections.abc import Callable
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection, serve

from conftest import Bar
from hotdice.client import Seat

GAME = "grinding-server-game"
TRIES = 508


def field(value: bytes) -> bytes:
    return struct.pack(">I", len(value)) + value


def first_roll(server: bytes, seeds: list[str]) -> list[int]:
    """The six dice that seat 1 throws first."""
    message = field(b"hotdice-fair-1") + field(GAME.encode()) + field(b"%d" % len(seeds))
    for seed in seeds:
        message += field(bytes.fromhex(seed))
    block = hmac.new(server, message + field(b"roll 1.1.1.1") + field(b"0"), "sha256").digest()
    return [byte % 6 + 1 for byte in block if byte < 252][:6]


def farkles(dice: list[int]) -> bool:
    """Whether a first roll scores nothing by the classic sheet: no 1, 5, three alike or three pairs."""
    counts = [dice.count(face) for face in range(1, 7)]
    if counts[0] or counts[4] or max(counts) >= 3:
        return False
    return counts.count(2) < 3


def grind(find: Callable[[bytes], bool], tries: int = TRIES) -> bytes | None:
    """A value that serves the server, of so many tries."""
    for _ in range(tries):
        value = secrets.token_bytes(32)
        if find(value):
            return value
    return None


def bad_for(seed: str) -> Callable[[bytes], bool]:
    """Whether a server's seed makes the first roll of a player a farkle."""
    return lambda server: farkles(first_roll(server, [seed, no_seed(1)]))


def no_seed(seat: int) -> str:
    name = field(b"hotdice-fair-1") + field(b"seat") + field(GAME.encode()) + field(b"%d" % (seat + 1))
    return hashlib.sha256(name).hexdigest()


class Cheat:
    """A server of one table: it shows a commitment, takes seeds, and then does as `plan` says."""

    def __init__(self, plan: str) -> None:
        self.plan = plan
        self.server = secrets.token_bytes(32)
        self.commitment = hashlib.sha256(self.server).hexdigest()
        self.heard: list[dict[str, Any]] = []
        self.before_commitment: list[str] = []
        self.chairs = [self.chair("Ann"), self.chair("greedy", bot="greedy")]
        self.other = secrets.token_bytes(32)
        if plan in ("honest friend", "friend changes"):
            self.chairs[1] = self.chair("Eve", seal=hashlib.sha256(self.other).hexdigest())
        if plan == "friend comes late":
            self.chairs[1] = self.chair("Eve")

    @staticmethod
    def chair(name: str, bot: str = "", seal: str = "") -> dict[str, Any]:
        return {"name": name, "bot": bot, "stand_in": "", "empty": False, "online": True,
                "gave_seed": False, "seal": seal, "away": 0, "left": 0, "games": 0}  # fmt: skip

    def view(self, **more: Any) -> dict[str, Any]:
        return {
            "match": GAME, "sequence": 4, "seat": 0, "kind": "farkle", "rules": "classic", "title": "Classic",
            "phase": "open", "owner": 0, "locked": False, "paused": False, "clock": {"turn": 0},
            "clock_left": None, "options": {}, "chairs": self.chairs, "commitment": self.commitment,
            "seeds": [], "server_seed": "", "reason": "", "rematch": "", "game": None, "closing": False,
        } | more  # fmt: skip

    async def talk(self, socket: ServerConnection) -> None:
        self.before_commitment.append(str(await socket.recv()))
        await socket.send(json.dumps({"type": "Welcome", "seq": 4, "view": self.view(), "news": [],
                                      "complete": True, "protocol": 1}))  # fmt: skip
        seed = ""
        async for text in socket:
            message = json.loads(text)
            self.heard.append(message)
            command = message["command"]
            await socket.send(json.dumps({"type": "Accepted", "id": message["id"], "seq": 5}))
            if command["type"] == "SealSeed":
                self.chairs[0]["seal"] = command["seal"]
                closing = self.plan == "friend comes late"
                await self.say(socket, closing=closing)
            if command["type"] == "GiveSeed":
                seed = command["seed"]
                break
        seeds, commitment = self.cheat(seed)
        await self.say(socket, phase="playing", seeds=seeds, commitment=commitment)
        await socket.wait_closed()

    async def say(self, socket: ServerConnection, **more: Any) -> None:
        update = {"type": "Update", "seq": 4, "news": [], "view": self.view(**more)}
        await socket.send(json.dumps(update))

    def cheat(self, seed: str) -> tuple[list[str], str]:
        """The seeds and the commitment that the server shows, now that it knows the player's seed."""
        rest = no_seed(1)
        match self.plan:
            case "other commitment":
                found = grind(bad_for(seed))
                assert found is not None, "508 tries are enough where a server may choose"
                return [seed, rest], hashlib.sha256(found).hexdigest()
            case "bot's seed" | "friend changes" | "friend comes late":
                found = grind(lambda other: farkles(first_roll(self.server, [seed, other.hex()])))
                assert found is not None
                return [seed, found.hex()], self.commitment
            case "player's seed":
                found = grind(lambda other: farkles(first_roll(self.server, [other.hex(), rest])))
                assert found is not None
                return [found.hex(), rest], self.commitment
            case "honest friend":
                return [seed, self.other.hex()], self.commitment
        return [seed, rest], self.commitment


async def play(plan: str) -> tuple[Cheat, Seat]:
    cheat = Cheat(plan)
    async with serve(cheat.talk, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        seat = Seat(f"http://127.0.0.1:{port}", GAME, "token")
        async with seat:
            async with asyncio.timeout(20):
                await seat.begun()
            faults = seat.faults
        seat.faults = faults
    return cheat, seat


@pytest.mark.parametrize(
    "plan", ["other commitment", "bot's seed", "player's seed", "friend changes", "friend comes late"]
)
def test_a_server_that_grinds_is_found(plan: str, bar: Bar) -> None:
    cheat, seat = asyncio.run(play(plan))
    assert [one["command"]["type"] for one in cheat.heard] == ["SealSeed", "GiveSeed"]
    bar(
        f"fair grinding, {plan}",
        f"{seat.faults[0] if seat.faults else 'not found'}",
        "found",
        bool(seat.faults),
    )


@pytest.mark.parametrize("plan", ["honest", "honest friend"])
def test_a_server_that_keeps_its_word_is_not_suspected(plan: str) -> None:
    _, seat = asyncio.run(play(plan))
    assert seat.faults == ()


def test_a_seed_is_said_only_after_the_commitment_was_heard(bar: Bar) -> None:
    """What the server is told before it shows a commitment does not depend on the seed: no use to grind."""
    wanted = 0
    games = 300
    for _ in range(games):
        # The best that a server can do: a seed of its own that is bad for some seed that it guesses.
        guess = secrets.token_hex(32)
        server = grind(bad_for(guess), 5_000)
        assert server is not None
        wanted += farkles(first_roll(server, [secrets.token_hex(32), no_seed(1)]))
    cheat, _ = asyncio.run(play("honest"))
    seeds = [one["command"]["seed"] for one in cheat.heard if one["command"]["type"] == "GiveSeed"]
    assert len(seeds) == 1
    said = json.loads(cheat.before_commitment[0])
    assert set(said) == {"type", "match", "token", "since", "protocol"}
    chance = 1080 / 46_656  # farkles of six dice by the classic sheet
    limit = games * chance + 4 * (games * chance * (1 - chance)) ** 0.5
    bar(
        "fair grinding, nothing gained",
        f"{wanted} of {games} first rolls farkle",
        f"<= {limit:.0f}",
        wanted <= limit,
    )
