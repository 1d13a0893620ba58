"""Evenings in the same database as the matches: their logs, and the hash of what makes somebody the host."""

from collections.abc import Sequence
from concurrent.futures import Future
from typing import Any

from hotdice.frozen import Frozen
from hotdice.match.store.part import StorePart
from hotdice.match.store.writer import Session
from hotdice.match.store.writing import many

CREATE = "INSERT INTO evenings (id, hash, length, updated) VALUES (?, ?, ?, ?)"
GROW = "UPDATE evenings SET length = ?, updated = ? WHERE id = ? AND length = ? RETURNING id"
ADD = "INSERT INTO evening_events (evening, seq, body) VALUES (?, ?, ?)"
HEAD = "SELECT hash, length, updated FROM evenings WHERE id = ?"
READ = "SELECT body FROM evening_events WHERE evening = ? AND seq > ? ORDER BY seq"
COUNT = "SELECT count(*) FROM evenings"
DELETE = ("DELETE FROM evening_events WHERE evening = ?", "DELETE FROM evenings WHERE id = ?")
OLD = "SELECT id FROM evenings WHERE updated < ? LIMIT ?"


class EveningHead(Frozen):
    """What is known of an evening without its log."""

    hash: bytes
    length: int
    updated: int


class EveningStore(StorePart):
    """The part of a store that evenings use; writing gives a future, as everywhere."""

    def create(self, evening: str, digest: bytes, bodies: Sequence[str], now: int) -> "Future[Any]":
        """Begin a log."""

        def work(session: Session) -> None:
            session.run(CREATE, (evening, digest, len(bodies), now))
            many(session, ADD, [(evening, place, body) for place, body in enumerate(bodies, 1)])

        return self._writer.submit(work)

    def append(self, evening: str, length: int, bodies: Sequence[str], now: int) -> "Future[Any]":
        """Add to a log that is so long; false where it has grown meanwhile, and then nothing is added."""

        def work(session: Session) -> bool:
            if not session.run(GROW, (length + len(bodies), now, evening, length)):
                return False
            many(session, ADD, [(evening, length + place, body) for place, body in enumerate(bodies, 1)])
            return True

        return self._writer.submit(work)

    def head(self, evening: str) -> EveningHead | None:
        """How long a log is, and whose."""
        rows = self._reader.run(HEAD, (evening,))
        return EveningHead(bytes(rows[0][0]), int(rows[0][1]), int(rows[0][2])) if rows else None

    def read(self, evening: str, after: int = 0) -> tuple[str, ...]:
        """The log after so many events."""
        return tuple(str(row[0]) for row in self._reader.run(READ, (evening, after)))

    def count(self) -> int:
        """How many evenings there are."""
        return int(self._reader.run(COUNT)[0][0])

    def old(self, before: int, most: int = 100) -> tuple[str, ...]:
        """Evenings in which nothing has happened for long."""
        return tuple(str(row[0]) for row in self._reader.run(OLD, (before, most)))

    def delete(self, evening: str) -> "Future[Any]":
        """Remove an evening and its log."""

        def work(session: Session) -> None:
            for statement in DELETE:
                session.run(statement, (evening,))

        return self._writer.submit(work)
