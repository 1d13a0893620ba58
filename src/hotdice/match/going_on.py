"""What goes on at a table by itself: clocks run down, and bots move."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from hotdice.game import Refusal
from hotdice.match.deciding import Decision, Result, bot_moves, time_is_up
from hotdice.match.games.kind import BotTurn
from hotdice.match.hosted import Elsewhere, Hosted, NoSuchMatch, fault_of
from hotdice.match.store import Unavailable
from hotdice.match.table import Table, time_left
from hotdice.match.times import ServerClock

LOG = logging.getLogger("hotdice.host")
BOT_SECONDS = 5.0
Change = Callable[[Hosted, Callable[[Table], Result]], Awaitable[Decision | Refusal]]


class GoingOn:
    """The timers and bots of every table of a host."""

    def __init__(
        self,
        change: Change,
        serves: Callable[[Hosted], bool],
        clock: ServerClock,
        counts: dict[str, int],
        pause: float,
    ) -> None:
        """`change` carries out a decision, `serves` tells whether a table is still this host's."""
        self._change = change
        self._serves = serves
        self._clock = clock
        self._counts = counts
        self._pause = pause
        self._closed = False

    def go_on(self, hosted: Hosted) -> None:
        """Set the timer of the clock anew and let bots move."""
        table = hosted.table
        if hosted.timer is not None:
            hosted.timer.cancel()
            hosted.timer = None
        if table is None or table.phase != "playing" or self._closed or not self._serves(hosted):
            return
        loop = asyncio.get_running_loop()
        for turn in table.bot_turns:
            if turn.seat not in hosted.bots:
                hosted.bots[turn.seat] = loop.create_task(self._play_bot(hosted, turn.seat))
        lefts = [] if table.paused else [left for _, left in self._running_clocks(table)]
        if lefts:
            hosted.timer = loop.call_later(
                min(lefts) / 1000 + 0.01, lambda: loop.create_task(self.time_is_up(hosted))
            )

    async def time_is_up(self, hosted: Hosted) -> None:
        """Decide for whoever has no time left, if somebody has not."""

        def expired(table: Table) -> Result:
            late = [] if table.paused else [seat for seat, left in self._running_clocks(table) if not left]
            if not late:
                return Refusal("in_time", "There is time left.")
            return time_is_up(table, late[0], hosted.secret)

        try:
            result = await self._change(hosted, expired)
        except Unavailable:
            hosted.timer = asyncio.get_running_loop().call_later(
                1, lambda: asyncio.ensure_future(self.time_is_up(hosted))
            )
            return
        except (Elsewhere, NoSuchMatch):
            return
        if isinstance(result, Refusal):
            self.go_on(hosted)

    async def close(self, tables: list[Hosted]) -> None:
        """Stop clocks and bots."""
        self._closed = True
        tasks: list[asyncio.Task[None]] = []
        for hosted in tables:
            if hosted.timer is not None:
                hosted.timer.cancel()
            tasks += hosted.bots.values()
        if tasks:
            await asyncio.wait(tasks, timeout=5)

    def _running_clocks(self, table: Table) -> list[tuple[int, int]]:
        """Seat and milliseconds left of every player whose clock runs."""
        now = self._clock.now()
        people = [seat for seat in table.asked if not table.chairs[seat].decided_by]
        found = [(seat, time_left(table, seat, now)) for seat in people]
        return [(seat, left) for seat, left in found if left is not None]

    async def _play_bot(self, hosted: Hosted, seat: int) -> None:
        """Let a bot decide as long as it is asked; each decision has its time and its own thread."""
        try:
            while not self._closed:
                assert hosted.table is not None
                turn = _turn_of(hosted.table, seat)
                if turn is None:
                    break
                command = await self._ask_bot(hosted, turn)
                result = await self._bot_decides(hosted, turn, command)
                if isinstance(result, Refusal) and result.code not in ("stale", "no_bot"):
                    break
                await asyncio.sleep(self._pause)
        finally:
            del hosted.bots[seat]
        self.go_on(hosted)

    async def _ask_bot(self, hosted: Hosted, turn: BotTurn) -> Any:
        try:
            return await asyncio.wait_for(asyncio.to_thread(turn.choose), BOT_SECONDS)
        except TimeoutError:
            self._bot_failed(hosted, turn.seat, f"no decision after {BOT_SECONDS:.0f} s")
        except Exception as error:
            self._bot_failed(hosted, turn.seat, f"{type(error).__name__}: {error}")
        return None

    def _bot_failed(self, hosted: Hosted, seat: int, reason: str) -> None:
        """Count a bot's fault and say in the log where it happened, so that it can be looked into."""
        self._counts["bot_faults"] += 1
        LOG.warning("a bot failed", extra={**fault_of(hosted, seat), "reason": reason[:300]})

    async def _bot_decides(self, hosted: Hosted, turn: BotTurn, command: Any) -> Result:
        def move(table: Table) -> Result:
            now = _turn_of(table, turn.seat)
            if now is None or now.moment != turn.moment:
                return Refusal("stale", "Something happened meanwhile.")
            return bot_moves(table, turn.seat, command, hosted.secret, nonsense)

        def nonsense(refusal: Refusal) -> None:
            self._bot_failed(hosted, turn.seat, f"{command!r}: {refusal.sentence}")

        try:
            return await self._change(hosted, move)
        except Unavailable:
            await asyncio.sleep(0.5)
            return Refusal("stale", "The database is away.")
        except (Elsewhere, NoSuchMatch):
            return Refusal("moved", "Another process plays on.")


def _turn_of(table: Table, seat: int) -> BotTurn | None:
    """The decision that a bot has to make for a seat."""
    return next((turn for turn in table.bot_turns if turn.seat == seat), None)
