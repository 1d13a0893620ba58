"""The coach of a server: a few processes of its own, so that thinking never holds up a game.

A question that takes too long costs its worker the place; a new one is started for the next question.
"""

import asyncio
import contextlib

import msgspec

from hotdice.coach.asking import READY, Ask, Fault
from hotdice.coach.beside import command, surroundings

START_SECONDS = 120.0
NICE = 5
"""A worker steps back for the games, though not as far as a solver: somebody waits for its answer."""
_LINE = 64 * 1024 * 1024
BUSY = Fault(503, "coach_busy", "The coach has too many questions; try again soon.")
SLOW = Fault(503, "coach_slow", "The coach needs too long for that.")


class CoachFault(Exception):  # noqa: N818 - it carries the answer
    """The coach has no answer."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault
        super().__init__(fault.code)


class CoachPool:
    """So many workers, so many questions waiting, so many seconds for each; how far they step back."""

    def __init__(self, workers: int, waiting: int, seconds: float, nice: int = NICE) -> None:
        self._seconds, self._nice = seconds, nice
        self._most = workers + waiting
        self._free: asyncio.LifoQueue[asyncio.subprocess.Process | None] = asyncio.LifoQueue()
        for _ in range(workers):
            self._free.put_nowait(None)  # started when the first question comes
        self._asked = 0
        self._closed = False
        self.answered = 0
        self.killed = 0

    async def ask(self, question: Ask) -> bytes:
        """The answer as JSON.

        Raises:
            CoachFault: there is none, with the reason.
        """
        if self._asked >= self._most or self._closed:
            raise CoachFault(BUSY)
        self._asked += 1
        try:
            worker = await self._free.get()
            try:
                worker, line = await self._answer(worker, msgspec.json.encode(question))
            except BaseException:
                worker = None  # whoever went away in the middle leaves a worker that is out of step
                raise
            finally:
                self._free.put_nowait(worker)
        finally:
            self._asked -= 1
        if line[:1] == b"+":
            self.answered += 1
            return line[1:]
        raise CoachFault(msgspec.json.decode(line[1:], type=Fault))

    async def _answer(
        self, worker: asyncio.subprocess.Process | None, question: bytes
    ) -> tuple[asyncio.subprocess.Process | None, bytes]:
        if worker is None or worker.returncode is not None:
            worker = await self._start()
        assert worker.stdin is not None
        assert worker.stdout is not None
        try:
            worker.stdin.write(question + b"\n")
            await worker.stdin.drain()
            line = await asyncio.wait_for(worker.stdout.readline(), self._seconds)
        except (TimeoutError, ConnectionError, ValueError):
            line = b""
        except BaseException:
            await self._end(worker)
            raise
        if not line:
            await self._end(worker)
            self.killed += 1
            return None, b"-" + msgspec.json.encode(SLOW)
        return worker, line.rstrip(b"\n")

    async def _start(self) -> asyncio.subprocess.Process:
        worker = await asyncio.create_subprocess_exec(
            *command("hotdice.coach.worker", self._nice),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=_LINE, env=surroundings(),
        )  # fmt: skip
        # Coming up is no part of the time that a question has.
        assert worker.stdout is not None
        try:
            line = await asyncio.wait_for(worker.stdout.readline(), START_SECONDS)
        except TimeoutError:
            line = b""
        except BaseException:
            await self._end(worker)
            raise
        if line.strip() != READY:
            await self._end(worker)
            raise CoachFault(SLOW)
        return worker

    async def _end(self, worker: asyncio.subprocess.Process) -> None:
        with contextlib.suppress(ProcessLookupError):
            worker.kill()
        await worker.wait()

    async def close(self) -> None:
        """End every worker."""
        self._closed = True
        while not self._free.empty():
            worker = self._free.get_nowait()
            if worker is not None:
                await self._end(worker)
