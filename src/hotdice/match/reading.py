"""Tables out of the store: a match folded from its log, what is new in it, and logs read as a whole."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence

from hotdice.match import facts as f
from hotdice.match.hosted import Hosted, NoSuchMatch
from hotdice.match.store import SqlStore, StoredEvent, Tampered
from hotdice.match.store.chain import link

MOST_EARLY = 16
"""Matches whose whole logs are remembered for those who ask for them from the beginning."""
MOST_SEEN = 200
"""Tables of other processes that were looked at and are kept in memory to be looked at again."""
_BESIDE_THE_LOG = (f.SeatTaken, f.SeatRetaken, f.SeatClaimed, f.SeatRenamed, f.SeatFreed, f.Said)
"""Facts with which a name, a line or a token was written or revoked."""
_Stored = tuple[tuple[StoredEvent, ...], bytes | None, dict[str, str], dict[str, bytes]]


async def read_table(store: SqlStore, match: str) -> Hosted:
    """A match as its log tells it.

    Raises:
        NoSuchMatch: there is none.
        Tampered: the log does not fit its hashes.
        Unavailable: the database failed.
    """

    def stored() -> _Stored:
        return store.read(match), store.secret(match), store.texts(match), store.tokens(match)

    log, secret, texts, tokens = await asyncio.to_thread(stored)
    if not log or secret is None:
        raise NoSuchMatch(match)
    hosted = Hosted(match, secret)
    hosted.texts, hosted.tokens = texts, tokens
    hosted.absorb((f.decode_fact(event.body), event) for event in log)
    return hosted


async def read_on(store: SqlStore, hosted: Hosted) -> None:
    """Fold what is new in the log.

    Raises:
        Tampered: an event does not fit the hash before it; nothing of what is new is folded.
        Unavailable: the database failed.
    """
    rows = await asyncio.to_thread(store.since, hosted.match, hosted.length)
    facts = [f.decode_fact(row.body) for row in rows]
    if any(isinstance(fact, _BESIDE_THE_LOG) for fact in facts):
        hosted.texts = await asyncio.to_thread(store.texts, hosted.match)
        hosted.tokens = await asyncio.to_thread(store.tokens, hosted.match)
    head = hosted.head
    for row in rows:
        head = link(head, hosted.match, row)
        if head != row.hash:
            raise Tampered(f"event {row.seq} is not what was written")
    hosted.absorb(zip(facts, rows, strict=True))


class WholeLogs:
    """Logs beyond what a table keeps in memory; the last few that were asked for are remembered."""

    def __init__(self, store: SqlStore, counts: dict[str, int]) -> None:
        self._store = store
        self._counts = counts
        self._early: OrderedDict[str, dict[int, tuple[int, f.AnyFact]]] = OrderedDict()

    async def of(self, hosted: Hosted, places: Sequence[int]) -> dict[int, tuple[int, f.AnyFact]]:
        """Every fact of a match that has one of these places, and others."""
        early = self._early.pop(hosted.match, {})
        log = early | hosted.recent
        if any(place not in log for place in places):
            self._counts["logs_read"] += 1
            rows = await asyncio.to_thread(self._store.since, hosted.match, 0)
            log = {row.seq: (row.at, f.decode_fact(row.body)) for row in rows}
        self._early[hosted.match] = log
        if len(self._early) > MOST_EARLY:
            self._early.popitem(last=False)
        return log


class SeenTables:
    """Tables of other processes, to be read only: each as its log tells it at the moment of asking."""

    def __init__(self, store: SqlStore) -> None:
        self._store = store
        self._seen: dict[str, Hosted] = {}

    async def of(self, match: str) -> Hosted:
        """A table; raises what `read_table` and `read_on` raise."""
        seen = self._seen.pop(match, None)
        if seen is None:
            seen = await read_table(self._store, match)
        else:
            await read_on(self._store, seen)
            # Names may have been erased, which leaves no trace in the log.
            seen.texts = await asyncio.to_thread(self._store.texts, match)
        self._seen[match] = seen
        if len(self._seen) > MOST_SEEN:
            del self._seen[next(iter(self._seen))]
        return seen
