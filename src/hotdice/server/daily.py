"""The sealed day of a server: its seed, everybody's game, and counting what is over.

The seed of a day follows from a secret of the server; its hash is public the day before, the seed itself when
the last game of the day is over. What a game is worth the club says; here it is only kept.
"""

import asyncio
import logging
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

import msgspec

from hotdice.club.daily import NotCounted
from hotdice.club.days import closes, may_begin, may_end, open_days, seal_of, sealed_seed, today
from hotdice.club.sealed import begun, counted, moved, seed_in
from hotdice.coach.asking import AskReview
from hotdice.coach.forms import Review
from hotdice.game import RecordError, Refusal
from hotdice.match.people import new_token
from hotdice.match.store import SqlStore
from hotdice.match.store.club import DayGame
from hotdice.match.store.opening import EPOCH
from hotdice.server.coaching import CoachFault, CoachPool

LOG = logging.getLogger("hotdice.server")
SECRET = "daily_secret"  # nosec B105 - the name of a setting
REVEALED = "daily_revealed"
ERAS = "daily_eras"
"""The days on which the database was restored from a backup, each with the epochs since then."""
SEEN_EPOCH = "daily_epoch"
"""The epoch of the database that has been heeded."""


class Days:
    """The daily games of a server."""

    def __init__(self, store: SqlStore, coach: CoachPool, now: Callable[[], int]) -> None:
        self._store = store
        self._coach = coach
        self._now = now
        self._secret = b""
        self._revealed = date.min
        self._eras: dict[str, list[str]] = {}

    def now(self) -> datetime:
        """The time of the server; that of a device says nothing."""
        return datetime.fromtimestamp(self._now() / 1000, UTC)

    async def start(self) -> None:
        """Draw the secret where there is none yet."""
        await asyncio.wrap_future(self._store.first_setting(SECRET, new_token()))
        found = await asyncio.to_thread(self._store.setting, SECRET)
        self._secret = (found or "").encode()

        await self._heed_restore()

    async def _heed_restore(self) -> None:
        """After a restore the open days go on with other dice: people may have seen those to come."""
        store = self._store
        epoch = await asyncio.to_thread(store.setting, EPOCH) or ""
        kept = await asyncio.to_thread(store.setting, ERAS)
        self._eras = msgspec.json.decode(kept, type=dict[str, list[str]]) if kept else {}
        if not epoch or epoch == await asyncio.to_thread(store.setting, SEEN_EPOCH):
            return
        for day in open_days(self.now()):
            era = self._eras.setdefault(day.isoformat(), [])
            if epoch not in era:  # another process may have been here
                era.append(epoch)
        await asyncio.wrap_future(store.set_setting(ERAS, msgspec.json.encode(self._eras).decode()))
        await asyncio.wrap_future(store.set_setting(SEEN_EPOCH, epoch))
        LOG.info("the open days go on with other dice after a restore", extra={"days": sorted(self._eras)})

    def seeds(self, day: date) -> tuple[str, ...]:
        """The seeds of a day: one, and another after each restore; games are begun by the last."""
        epochs = ("", *self._eras.get(day.isoformat(), ()))
        return tuple(sealed_seed(self._secret, day, epoch) for epoch in epochs)

    def seed(self, day: date) -> str:
        """The seed of a day; whoever calls this keeps it to themselves."""
        return self.seeds(day)[-1]

    def seed_of(self, game: DayGame) -> str:
        """The seed that a game was begun by, if it is one of its day, else the last of the day."""
        seeds = self.seeds(date.fromisoformat(game.day))
        return seeds[-1] if len(seeds) == 1 or seed_in(game.record) not in seeds else seed_in(game.record)

    def seal(self, day: date) -> str:
        """What is public of a day's seed beforehand."""
        return seal_of(self.seed(day))

    async def revealed(self, day: date) -> str:
        """The seed of a day that is over for everybody; empty before that.

        From then on the day takes no more games, even if the clock of the server is set back.
        """
        if self.now() < closes(day) and day > await self._last_revealed():
            return ""
        if day > await self._last_revealed():
            await asyncio.wrap_future(self._store.set_setting(REVEALED, day.isoformat()))
            self._revealed = day
        return self.seed(day)

    async def _last_revealed(self) -> date:
        found = await asyncio.to_thread(self._store.setting, REVEALED)
        self._revealed = max(self._revealed, date.fromisoformat(found)) if found else self._revealed
        return self._revealed

    async def begin(self, day: date, person: str) -> DayGame | Refusal:
        """Somebody's game of a day: the one that they have begun, on whatever device, or a new one."""
        game = await self._own(day, person)
        if game is not None:
            return game
        if not may_begin(day, self.now()) or day <= await self._last_revealed():
            return Refusal("not_today", "The game of this day cannot be begun now; today is {day}.",
                           {"day": today(self.now()).isoformat()})  # fmt: skip
        kept = begun(self.seed(day))
        club = self._store.club
        await asyncio.wrap_future(club.begin(day.isoformat(), person, kept.text, self._now()))
        game = await self.game(day, person)
        assert game is not None
        return game

    async def game(self, day: date, person: str) -> DayGame | None:
        """Somebody's game of a day."""
        return await asyncio.to_thread(self._store.club.game, day.isoformat(), person)

    async def _own(self, day: date, person: str) -> DayGame | None:
        """Somebody's game; one that was begun before a restore begins anew, its dice may have been seen."""
        game = await self.game(day, person)
        if game is None or game.ended or len(self.seeds(day)) == 1 or not may_end(day, self.now()):
            return game
        if await asyncio.to_thread(seed_in, game.record) == self.seed(day):
            return game
        kept = begun(self.seed(day))
        anew = self._store.club.move(game, kept.text, kept.length, ended=False, now=self._now())
        await asyncio.wrap_future(anew)
        return await self.game(day, person)

    async def move(self, day: date, person: str, after: int, command: msgspec.Raw) -> DayGame | Refusal:
        """A move in the own game; `after` is how many events the device knows.

        Raises:
            msgspec.DecodeError: it is no command of this game.
        """
        game = await self._own(day, person)
        if game is None:
            return Refusal("not_begun", "The game has not begun.")
        if not may_end(day, self.now()) or day <= await self._last_revealed():
            return Refusal("too_late", "The last game of this day is over.")
        if game.length != after:
            return Refusal("stale", "The game has gone on elsewhere.", {"current": game.length})
        kept = await asyncio.to_thread(moved, game.record, self.seed(day), command)
        if isinstance(kept, Refusal):
            return kept
        written = self._store.club.move(game, kept.text, kept.length, ended=kept.over, now=self._now())
        if not await asyncio.wrap_future(written):
            return Refusal("stale", "The game has gone on elsewhere.", {"current": game.length})
        found = await self.game(day, person)
        assert found is not None
        return await self.count(found) if found.ended else found

    async def count(self, game: DayGame) -> DayGame:
        """Count a game that is over, once; where the coach is busy it is counted a little later."""
        if not game.ended or game.points is not None or game.refused:
            return game
        day = date.fromisoformat(game.day)
        club = self._store.club
        try:
            answer = await self._coach.ask(AskReview(game.record, "points"))
            report = msgspec.json.decode(answer, type=Review)
            found = await asyncio.to_thread(counted, game.record, self.seed_of(game), game.day, report)
        except CoachFault as error:
            if error.fault.status == 503:
                return game
            await asyncio.wrap_future(club.refuse(game))
            LOG.warning("a daily game cannot be judged", extra={"day": game.day, "reason": error.fault.says})
        except (NotCounted, RecordError) as error:
            await asyncio.wrap_future(club.refuse(game))
            LOG.warning("a daily game does not count", extra={"day": game.day, "reason": str(error)})
        else:
            judged = found.judged
            gave = round(judged.given_away)
            await asyncio.wrap_future(club.count(game, judged.points, gave, found.forks))
        return await self.game(day, game.person) or game

    async def count_due(self) -> int:
        """Count the games that ended when nobody could: a crash, or a busy coach; how many."""
        due = await asyncio.to_thread(self._store.club.to_count)
        for game in due:
            await self.count(game)
        return len(due)

    def days(self) -> tuple[date, date]:
        """Today and tomorrow."""
        first = today(self.now())
        return first, first + timedelta(days=1)

    def last_closed(self) -> date:
        """The last day whose last game is over."""
        yesterday = today(self.now()) - timedelta(days=1)
        return yesterday if self.now() >= closes(yesterday) else yesterday - timedelta(days=1)
