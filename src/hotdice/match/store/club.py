"""What spans matches, in the same database: games of the day, forks, accounts of skill."""

from collections.abc import Collection, Sequence
from concurrent.futures import Future
from typing import Any, Literal

import msgspec

from hotdice.frozen import Frozen
from hotdice.match.store.part import StorePart
from hotdice.match.store.writer import Session
from hotdice.match.store.writing import many

Order = Literal["points", "gave"]

BEGIN = (
    "INSERT INTO daily (day, person, record, length, ended, updated) VALUES (?, ?, ?, ?, 0, ?)"
    " ON CONFLICT (day, person) DO NOTHING"
)
READ = "SELECT day, person, record, length, ended, points, gave FROM daily WHERE day = ? AND person = ?"
MOVE = (
    "UPDATE daily SET record = ?, length = ?, ended = ?, updated = ?"
    " WHERE day = ? AND person = ? AND length = ? AND ended = 0 RETURNING length"
)
TO_COUNT = (
    "SELECT day, person, record, length, ended, points, gave FROM daily"
    " WHERE ended = 1 AND points IS NULL ORDER BY updated LIMIT ?"
)
COUNT = (
    "UPDATE daily SET points = ?, gave = ? WHERE day = ? AND person = ? AND ended = 1 AND points IS NULL"
    " RETURNING day"
)
REFUSE = "UPDATE daily SET ended = 2 WHERE day = ? AND person = ? AND ended = 1 AND points IS NULL"
DAYS_OF = "SELECT count(*) FROM daily WHERE person = ? AND points IS NOT NULL"
PEOPLE = "SELECT count(*) FROM daily WHERE day = ? AND points IS NOT NULL"
_ROW = "d.person, coalesce(p.name, ''), d.points, d.gave FROM daily d LEFT JOIN people p ON p.id = d.person"
BEST: dict[Order, str] = {
    "points": f"SELECT {_ROW} WHERE d.day = ? AND d.points >= 0 ORDER BY d.points DESC, d.person LIMIT ?",
    "gave": f"SELECT {_ROW} WHERE d.day = ? AND d.gave >= 0 ORDER BY d.gave, d.person LIMIT ?",
}
BETTER: dict[Order, str] = {
    "points": "SELECT count(*) FROM daily WHERE day = ? AND points > ?",
    "gave": "SELECT count(*) FROM daily WHERE day = ? AND gave < ?",
}
ONE = f"SELECT {_ROW} WHERE d.day = ? AND d.person = ? AND d.points IS NOT NULL"
MET = (
    "SELECT DISTINCT b.person FROM places a JOIN places b ON b.match = a.match"
    " WHERE a.person = ? AND b.person <> a.person LIMIT ?"
)
ADD_FORK = (
    "INSERT INTO forks (day, position, choice, people) VALUES (?, ?, ?, ?)"
    " ON CONFLICT (day, position, choice) DO UPDATE SET people = forks.people + 1"
)
READ_FORK = "SELECT choice, people FROM forks WHERE day = ? AND position = ? ORDER BY people DESC, choice"
ADD_ACCOUNT = (
    "INSERT INTO accounts (match, seat, person, sheet, seats, result, adjusted, gave, decisions, why)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (match, seat) DO NOTHING"
)
UNRATED = (
    "SELECT id FROM matches m WHERE status = 'over'"
    " AND NOT EXISTS (SELECT 1 FROM accounts a WHERE a.match = m.id) ORDER BY updated LIMIT ?"
)
READ_ACCOUNTS = (
    "SELECT match, seat, person, sheet, seats, result, adjusted, gave, decisions, why FROM accounts"
    " WHERE match = ? ORDER BY seat"
)
LADDER = (
    "SELECT a.person, coalesce(p.name, ''), a.sheet, a.seats, count(*), sum(a.gave), sum(a.gave * a.gave),"
    " sum(a.decisions) FROM accounts a LEFT JOIN people p ON p.id = a.person"
    " WHERE a.why = '' AND a.person <> '' GROUP BY a.person, p.name, a.sheet, a.seats"
)
FORGET = (
    "UPDATE daily SET person = ? WHERE person = ?",
    "UPDATE accounts SET person = '' WHERE person = ?",
    "UPDATE people SET name = '' WHERE id = ?",
    "DELETE FROM keys WHERE person = ?",
    "DELETE FROM mail WHERE person = ?",
    "DELETE FROM letters WHERE person = ?",
)


class DayGame(Frozen):
    """Somebody's game of a day. `points` is None until it has been counted; `refused` if it never will be."""

    day: str
    person: str
    record: str
    length: int
    ended: bool
    points: int | None
    gave: int | None
    refused: bool = False


class Placed(Frozen):
    """A line of a list of the day."""

    place: int
    person: str
    name: str
    points: int
    gave: int


class StoredAccount(Frozen):
    """One seat of a finished match: what it gave away, or why the game is not rated."""

    match: str
    seat: int
    person: str
    sheet: str
    seats: int
    result: float
    adjusted: float
    gave: float
    decisions: int
    why: str


class Rung(Frozen):
    """What somebody gave away on a sheet: how many games, the sum, the sum of squares, all decisions."""

    person: str
    name: str
    sheet: str
    seats: int
    games: int
    total: float
    squares: float
    decisions: int


class ClubStore(StorePart):
    """The part of a store that the club uses; writing gives a future, as everywhere."""

    # The game of the day

    def begin(self, day: str, person: str, record: str, now: int) -> "Future[Any]":
        """Begin somebody's game of a day, unless it has begun."""
        return self._writer.submit(lambda session: session.run(BEGIN, (day, person, record, 0, now)))

    def game(self, day: str, person: str) -> DayGame | None:
        """Somebody's game of a day."""
        rows = self._reader.run(READ, (day, person))
        return _game(rows[0]) if rows else None

    def move(self, before: DayGame, record: str, length: int, *, ended: bool, now: int) -> "Future[Any]":
        """Keep a game after a move; false where it is not as it was before."""
        values = (record, length, int(ended), now, before.day, before.person, before.length)
        return self._writer.submit(lambda session: bool(session.run(MOVE, values)))

    def to_count(self, most: int = 100) -> tuple[DayGame, ...]:
        """Games that are over and have not been counted."""
        return tuple(_game(row) for row in self._reader.run(TO_COUNT, (most,)))

    def count(self, game: DayGame, points: int, gave: int, forks: Sequence[tuple[str, str]]) -> "Future[Any]":
        """Count a game, once: its result, and what was done at each fork, in one transaction."""

        def work(session: Session) -> bool:
            if not session.run(COUNT, (points, gave, game.day, game.person)):
                return False
            # In one order for everybody, so that two transactions never wait for each other.
            many(session, ADD_FORK, [(game.day, *fork, 1) for fork in sorted(dict(forks).items())])
            return True

        return self._writer.submit(work)

    def refuse(self, game: DayGame) -> "Future[Any]":
        """Put a game aside that does not count: its dice are not those of the day."""
        return self._writer.submit(lambda session: session.run(REFUSE, (game.day, game.person)))

    def days_of(self, person: str) -> int:
        """On how many days somebody has played to the end."""
        return int(self._reader.run(DAYS_OF, (person,))[0][0])

    def people(self, day: str) -> int:
        """How many results a day has."""
        return int(self._reader.run(PEOPLE, (day,))[0][0])

    def met(self, person: str, most: int = 200) -> tuple[str, ...]:
        """Those who have sat at a table with somebody: friends, as far as a server can know."""
        return tuple(str(row[0]) for row in self._reader.run(MET, (person, most)))

    def best(self, day: str, order: Order, most: int) -> list[Placed]:
        """The best results of a day; equal ones share a place."""
        found: list[Placed] = []
        for number, row in enumerate(self._reader.run(BEST[order], (day, most)), 1):
            worth = row[2 if order == "points" else 3]
            same = bool(found) and worth == (found[-1].points if order == "points" else found[-1].gave)
            found.append(_placed(found[-1].place if same else number, row))
        return found

    def placed(self, day: str, order: Order, people: Collection[str]) -> list[Placed]:
        """The results of some people, each with the place among all."""
        found = []
        for person in people:
            for row in self._reader.run(ONE, (day, person)):
                worth = row[2 if order == "points" else 3]
                place = int(self._reader.run(BETTER[order], (day, worth))[0][0]) + 1
                found.append(_placed(place, row))
        return sorted(found, key=lambda line: (line.place, line.name))

    def fork(self, day: str, position: str) -> dict[str, int]:
        """How many did what at a position of a day."""
        return {str(row[0]): int(row[1]) for row in self._reader.run(READ_FORK, (day, position))}

    # Skill

    def unrated(self, most: int) -> tuple[str, ...]:
        """Finished matches that have no account yet, the oldest first."""
        return tuple(str(row[0]) for row in self._reader.run(UNRATED, (most,)))

    def add_accounts(self, accounts: Sequence[StoredAccount]) -> "Future[Any]":
        """Keep the accounts of a match, once."""
        rows = [msgspec.structs.astuple(account) for account in accounts]
        return self._writer.submit(lambda session: many(session, ADD_ACCOUNT, rows))

    def accounts(self, match: str) -> tuple[StoredAccount, ...]:
        """The accounts of a match, seat by seat."""
        rows = self._reader.run(READ_ACCOUNTS, (match,))
        return tuple(StoredAccount(*row) for row in rows)

    def ladder(self) -> list[Rung]:
        """What everybody gave away, by person, sheet and number of seats."""
        rows = self._reader.run(LADDER)
        return [
            Rung(person, name, sheet, int(seats), int(games), float(total), float(squares), int(decisions))
            for person, name, sheet, seats, games, total, squares, decisions in rows
        ]

    def forget(self, person: str, nobody: str) -> "Future[Any]":
        """Forget who somebody was: name and keys go, what was counted stays without a name."""

        def work(session: Session) -> None:
            session.run(FORGET[0], (nobody, person))
            for statement in FORGET[1:]:
                session.run(statement, (person,))

        return self._writer.submit(work)


def _game(row: tuple[Any, ...]) -> DayGame:
    day, person, record, length, ended, points, gave = row
    return DayGame(day, person, record, int(length), bool(ended), points, gave, refused=int(ended) == 2)


def _placed(place: int, row: tuple[Any, ...]) -> Placed:
    return Placed(place, str(row[0]), str(row[1]), int(row[2]), int(row[3]))
