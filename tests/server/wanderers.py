"""Players who are connected now here, now there, repeat what was not answered, and note all they see."""

import asyncio
import random
import secrets
import time
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

from server.histories import Act, History, Look, Told

PATIENCE = 2.5
"""Seconds without an answer after which a player goes to another process."""
SILENCE = 5.0
"""Seconds without any news after which they do so too."""


class Wanderer:
    """One seat of one match. It shares no line with the client library."""

    def __init__(self, urls: list[str], match: str, token: str, history: History, seed: str) -> None:
        self.urls = urls
        self.match = match
        self.token = token
        self.history = history
        self.moves = 0
        self.moved = 0
        self._seq = 0
        self._view: dict[str, Any] = {}
        self._random = random.Random(seed)
        self._flying: tuple[dict[str, Any], float] | None = None
        self._link: ClientConnection | None = None

    async def play(self, until: asyncio.Event) -> None:
        """Play until it is enough, wherever somebody answers."""
        while not until.is_set():
            try:
                await self._sit(self._random.choice(self.urls), until)
            except (OSError, TimeoutError, WebSocketException):
                self.moved += 1
                await asyncio.sleep(self._random.uniform(0.02, 0.2))

    async def _sit(self, url: str, until: asyncio.Event) -> None:
        async with connect(
            url.replace("http", "ws") + "/ws", origin=Origin(url), compression=None, proxy=None,
            open_timeout=PATIENCE, close_timeout=0.1, ping_interval=None,
        ) as link:  # fmt: skip
            asked = time.monotonic()
            await self._say(
                link, {"type": "Hello", "match": self.match, "token": self.token, "since": self._seq}
            )
            welcome = await self._hear(link)
            self.history.looks.append(Look(self.match, asked, time.monotonic(), welcome["seq"]))
            if self._flying is not None:
                await self._say(link, self._flying[0])
            stay = time.monotonic() + self._random.uniform(1, 6)
            while not until.is_set() and (self._flying is not None or time.monotonic() < stay):
                await self._next(link)
                await self._hear(link)

    async def _next(self, link: ClientConnection) -> None:
        game = self._view.get("game")
        if (
            self._flying is not None
            or game is None
            or game["mover"] != self._view["seat"]
            or not game["legal"]
        ):
            return
        await asyncio.sleep(self._random.uniform(0, 0.05))
        command = {"type": "Play", "command": self._random.choice(game["legal"])}
        if command["command"].get("type") == "Resign":
            command["command"] = game["legal"][0]
        do = {"type": "Do", "id": secrets.token_hex(12), "command": command, "expected": self._seq}
        self._flying = (do, time.monotonic())
        await self._say(link, do)

    async def _say(self, link: ClientConnection, message: dict[str, Any]) -> None:
        await link.send(msgspec.json.encode(message).decode())

    async def _hear(self, link: ClientConnection) -> dict[str, Any]:
        """Take in one message. Who hears nothing, though a move is in flight, goes elsewhere."""
        while True:
            data = await asyncio.wait_for(link.recv(), PATIENCE if self._flying is not None else SILENCE)
            message: dict[str, Any] = msgspec.json.decode(data)
            kind = message["type"]
            if kind in ("Welcome", "Update"):
                self._view = message["view"]
                for line in message["news"]:
                    what = msgspec.json.encode({k: v for k, v in line.items() if k != "seq"}, order="sorted")
                    self.history.tales.append(Told(self.match, line["seq"], what.decode()))
                self._seq = max(self._seq, message["seq"])
                return message
            if kind in ("Accepted", "Refused") and self._flying and message["id"] == self._flying[0]["id"]:
                self._answered(message)
                if kind == "Refused":
                    await asyncio.sleep(0.1)
                    return message

    def _answered(self, message: dict[str, Any]) -> None:
        assert self._flying is not None
        (do, asked), self._flying = self._flying, None
        accepted = message["type"] == "Accepted"
        self.moves += accepted
        self.history.acts.append(
            Act(
                self.match,
                do["id"],
                asked,
                time.monotonic(),
                accepted,
                message.get("code", ""),
                message["seq"],
            )
        )
