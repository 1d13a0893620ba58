"""A proxy for bad networks: it delays, so that connections overtake each other, and cuts in the middle."""

import asyncio
import contextlib
import random

LONGEST_DELAY = 0.5


class LossyProxy:
    """Passes connections on to a server; every piece may be late, and now and then everything is cut."""

    def __init__(
        self, port: int, server_port: int, *, seed: int, late: float = 0.2, cut: float = 0.02
    ) -> None:
        self._port = port
        self._server_port = server_port
        self._rng = random.Random(seed)
        self._late, self._cut = late, cut
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.cuts = self.delays = self.connections = 0

    async def __aenter__(self) -> "LossyProxy":
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", self._port)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            there = await asyncio.open_connection("127.0.0.1", self._server_port)
        except OSError:
            writer.transport.abort()
            return
        ways = [self._pass_on(reader, there[1], writer), self._pass_on(there[0], writer, there[1])]
        for way in ways:
            task = asyncio.create_task(way)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pass_on(
        self, source: asyncio.StreamReader, target: asyncio.StreamWriter, back: asyncio.StreamWriter
    ) -> None:
        try:
            while data := await source.read(700):
                if self._rng.random() < self._late:
                    self.delays += 1
                    await asyncio.sleep(self._rng.uniform(0, LONGEST_DELAY))
                if self._rng.random() < self._cut:
                    self.cuts += 1
                    target.write(data[: len(data) // 2])  # in the middle of a frame
                    break
                target.write(data)
                await target.drain()
        except (OSError, asyncio.CancelledError):
            pass
        for side in (target, back):
            with contextlib.suppress(OSError, RuntimeError):
                side.transport.abort()
