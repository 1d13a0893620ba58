"""Mail in the same database: the addresses of seats, letters that wait to be sent, and how many were.

An address belongs to a person at one match and is erased with the seat. A letter is sent at most once: before
its text goes out it is marked as being sent, and whoever finds the mark of a process that is gone drops it.
A backup copies none of this: a copy would keep addresses that were erased, and send letters a second time.
"""

from collections.abc import Sequence
from concurrent.futures import Future
from typing import Any, Literal

from hotdice.frozen import Frozen
from hotdice.match.store.part import StorePart
from hotdice.match.store.writer import Session

What = Literal["confirm", "turn", "over"]
Asked = Literal["asked", "confirmed", "too_many"]

OF_SEAT = "SELECT address, confirmed FROM mail WHERE match = ? AND person = ?"
KNOWN = (
    "SELECT confirmed, asked, match FROM mail WHERE person = ? AND address = ?"
    " ORDER BY confirmed DESC, asked DESC"
)
ASK_AGAIN = 24 * 3600 * 1000
"""After so many milliseconds an address that was not confirmed may be asked once more."""
ADD = (
    "INSERT INTO mail (match, person, address, language, stop, confirmed, asked, turn, looked)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, '', 0) ON CONFLICT (match, person) DO UPDATE"
    " SET address = excluded.address, language = excluded.language, stop = excluded.stop,"
    " confirmed = excluded.confirmed, asked = excluded.asked,"
    " proof = NULL, pass = NULL, turn = '', looked = 0"
)
CONFIRM = "UPDATE mail SET confirmed = 1, proof = NULL WHERE proof = ? RETURNING person, address, language"
CONFIRM_ALL = "UPDATE mail SET confirmed = 1, proof = NULL WHERE person = ? AND address = ?"
BY_STOP = "SELECT address, language FROM mail WHERE stop = ?"
BY_PROOF = "SELECT language FROM mail WHERE proof = ?"
ERASE_ADDRESS = "DELETE FROM mail WHERE address = ?"
ERASE_SEAT = "DELETE FROM mail WHERE match = ? AND person = ?"
ERASE_UNSEATED = (
    "DELETE FROM mail WHERE match = ? AND NOT EXISTS"
    " (SELECT 1 FROM places p WHERE p.match = mail.match AND p.person = mail.person)"
)
ERASE_LATE = "DELETE FROM mail WHERE confirmed = 0 AND asked < ?"
ERASE_OVER = (
    "DELETE FROM mail WHERE EXISTS (SELECT 1 FROM matches m WHERE m.id = mail.match AND m.status = 'over')"
)
ORPHAN_LETTERS = (
    "DELETE FROM letters WHERE NOT EXISTS"
    " (SELECT 1 FROM mail s WHERE s.match = letters.match AND s.person = letters.person)"
)
TO_LOOK_AT = (
    "SELECT s.match, s.person, s.turn, m.length, m.status FROM mail s JOIN matches m ON m.id = s.match"
    " WHERE s.confirmed = 1 AND m.status <> 'open' AND m.length <> s.looked ORDER BY m.updated LIMIT ?"
)
LOOKED = "UPDATE mail SET looked = ? WHERE match = ? AND person = ?"
TURN = (
    "UPDATE mail SET turn = ?, looked = ? WHERE match = ? AND person = ? AND turn <> ? AND confirmed = 1"
    " RETURNING match"
)
DROP_LETTERS = "DELETE FROM letters WHERE match = ? AND person = ? AND sending = 0"
ADD_LETTER = (
    "INSERT INTO letters (id, match, person, what, turn, due, tries, holder, sending)"
    " VALUES (?, ?, ?, ?, ?, ?, 0, '', 0)"
)
_LETTER = (
    "SELECT l.id, l.match, l.person, l.what, l.turn, l.tries, s.address, s.language, s.stop FROM letters l"
    " JOIN mail s ON s.match = l.match AND s.person = l.person"
)
DUE = f"{_LETTER} WHERE l.due <= ? AND l.sending = 0 ORDER BY l.due LIMIT ?"
CLAIM = (
    "UPDATE letters SET holder = ?, due = ?, tries = tries + 1 WHERE id = ? AND due <= ? AND sending = 0"
    " RETURNING tries"
)
SENDING = "UPDATE letters SET sending = 1 WHERE id = ? AND holder = ? AND sending = 0 RETURNING match, person"
SET_PASS = "UPDATE mail SET pass = ? WHERE match = ? AND person = ? AND turn = ? RETURNING match"
SET_PROOF = "UPDATE mail SET proof = ? WHERE match = ? AND person = ? AND confirmed = 0 RETURNING match"
STANDS = "SELECT match FROM mail WHERE match = ? AND person = ?"
LATER = "UPDATE letters SET sending = 0, holder = '', due = ? WHERE id = ? AND holder = ?"
DONE = "DELETE FROM letters WHERE id = ? AND holder = ? RETURNING match, person, what"
RELEASE = "UPDATE letters SET holder = '', due = ? WHERE holder <> '' AND sending = 0"
LOST = "DELETE FROM letters WHERE sending = 1 AND due < ? RETURNING id"
TAKE_PASS = "UPDATE mail SET pass = NULL WHERE match = ? AND pass = ? RETURNING person, turn"
COUNT = (
    "INSERT INTO mailed (day, who, letters) VALUES (?, ?, 1)"
    " ON CONFLICT (day, who) DO UPDATE SET letters = mailed.letters + 1"
)
COUNTED = "SELECT letters FROM mailed WHERE day = ? AND who = ?"
FORGET_COUNTS = "DELETE FROM mailed WHERE day < ?"
WAITING = "SELECT count(*) FROM letters"


class Letter(Frozen):
    """A letter that is due, with the address it goes to."""

    id: str
    match: str
    person: str
    what: What
    turn: str
    tries: int
    address: str
    language: str
    stop: str

    def __repr__(self) -> str:
        """Without the address: whatever is printed may end in a log."""
        return f"Letter({self.id!r}, {self.what!r})"


class Watched(Frozen):
    """A seat with a confirmed address, at a match that has changed since somebody looked."""

    match: str
    person: str
    turn: str
    length: int
    status: str


class PostStore(StorePart):
    """The part of a store that mail uses; writing gives a future, as everywhere."""

    # Addresses

    def ask(
        self, match: str, person: str, address: str, *, language: str, stop: str, letter: str, now: int,
        day: str, limits: Sequence[tuple[str, int]],
    ) -> "Future[Any]":  # fmt: skip
        """Give a seat an address: `Asked`. It gets one letter that asks whether it may be used.

        `limits` are who is counted for such a letter and how many each may have a day. An address that this
        person has confirmed for another seat is taken at once; one that was asked today is not asked again.
        """

        def work(session: Session) -> Asked:
            known = session.run(KNOWN, (person, address))
            confirmed = bool(known and known[0][0])
            fresh = not confirmed and (not known or known[0][1] < now - ASK_AGAIN)
            if not fresh and match in (row[2] for row in known):
                return "confirmed" if confirmed else "asked"
            row = (match, person, address, language, stop, int(confirmed), now)
            if fresh:
                for who, most in limits:
                    if (session.run(COUNTED, (day, who)) or [(0,)])[0][0] >= most:
                        return "too_many"
            session.run(DROP_LETTERS, (match, person))
            session.run(ADD, row)
            if fresh:
                session.run(ADD_LETTER, (letter, match, person, "confirm", "", now))
                for who, _ in limits:
                    session.run(COUNT, (day, who))
            return "confirmed" if confirmed else "asked"

        return self._writer.submit(work)

    def state(self, match: str, person: str) -> Literal["", "asked", "confirmed"]:
        """Whether a seat has an address, and whether that is confirmed."""
        rows = self._reader.run(OF_SEAT, (match, person))
        return "" if not rows else "confirmed" if rows[0][1] else "asked"

    def confirm(self, proof: bytes) -> "Future[Any]":
        """Whoever reads the letter says yes, for every seat of theirs; their language, or None."""

        def work(session: Session) -> str | None:
            found = session.run(CONFIRM, (proof,))
            if not found:
                return None
            person, address, language = found[0]
            session.run(CONFIRM_ALL, (person, address))
            return str(language)

        return self._writer.submit(work)

    def language(self, *, proof: bytes = b"", stop: str = "") -> str:
        """The language of who got a link; empty where it leads nowhere any more."""
        rows = self._reader.run(BY_PROOF, (proof,)) if proof else self._reader.run(BY_STOP, (stop,))
        return str(rows[0][-1]) if rows else ""

    def stop(self, stop: str) -> "Future[Any]":
        """Erase an address from every seat, by the link of any letter that it got."""

        def work(session: Session) -> bool:
            found = session.run(BY_STOP, (stop,))
            for address, _ in found:
                session.run(ERASE_ADDRESS, (address,))
                session.run(ORPHAN_LETTERS)
            return bool(found)

        return self._writer.submit(work)

    def erase(self, match: str, person: str) -> "Future[Any]":
        """Erase the address of a seat."""
        return self._erase(ERASE_SEAT, (match, person))

    def erase_old(self, asked_before: int, day: str, *, over: bool) -> "Future[Any]":
        """Erase addresses that nobody confirmed; where no mail is sent any more, those of finished games."""

        def work(session: Session) -> None:
            session.run(ERASE_LATE, (asked_before,))
            if over:
                session.run(ERASE_OVER)
            session.run(ORPHAN_LETTERS)
            session.run(FORGET_COUNTS, (day,))

        return self._writer.submit(work)

    def _erase(self, statement: str, values: tuple[str, ...]) -> "Future[Any]":
        def work(session: Session) -> None:
            session.run(statement, values)
            session.run(ORPHAN_LETTERS)

        return self._writer.submit(work)

    def take_pass(self, match: str, token: bytes) -> "Future[Any]":
        """Use up the pass of a letter: the person whose seat it opens and the turn it was for, or None."""

        def work(session: Session) -> tuple[str, str] | None:
            rows = session.run(TAKE_PASS, (match, token))
            return (str(rows[0][0]), str(rows[0][1])) if rows else None

        return self._writer.submit(work)

    # Letters

    def to_look_at(self, most: int = 500) -> tuple[Watched, ...]:
        """Seats with a confirmed address whose matches have changed."""
        rows = self._reader.run(TO_LOOK_AT, (most,))
        return tuple(Watched(str(a), str(b), str(c), int(d), str(e)) for a, b, c, d, e in rows)

    def looked(self, seat: Watched) -> "Future[Any]":
        """Nothing is to be written about a match as long as it is now."""
        values = (seat.length, seat.match, seat.person)
        return self._writer.submit(lambda session: session.run(LOOKED, values))

    def write(self, seat: Watched, what: What, turn: str, letter: str, due: int) -> "Future[Any]":
        """Queue the letter of a turn, once; what waits of earlier turns is dropped. Whether it was new."""

        def work(session: Session) -> bool:
            if not session.run(TURN, (turn, seat.length, seat.match, seat.person, turn)):
                session.run(LOOKED, (seat.length, seat.match, seat.person))
                return False
            session.run(DROP_LETTERS, (seat.match, seat.person))
            session.run(ADD_LETTER, (letter, seat.match, seat.person, what, turn, due))
            return True

        return self._writer.submit(work)

    def due(self, now: int, most: int = 20) -> tuple[Letter, ...]:
        """Letters that are due, the oldest first."""
        return tuple(Letter(*row) for row in self._reader.run(DUE, (now, most)))

    def claim(self, letter: str, holder: str, now: int, until: int) -> "Future[Any]":
        """Take a letter to send it; the number of the try, or None where another process has it."""

        def work(session: Session) -> int | None:
            rows = session.run(CLAIM, (holder, until, letter, now))
            return int(rows[0][0]) if rows else None

        return self._writer.submit(work)

    def sending(
        self, letter: Letter, holder: str, token: bytes, day: str, limits: Sequence[tuple[str, int]]
    ) -> "Future[Any]":
        """Mark a letter as being sent, from which there is no second time; the hash of its token counts now.

        False where it is not to be sent: another process has it, the address is gone, the turn is over, or a
        limit of the day is reached.
        """

        def work(session: Session) -> bool:
            marked = session.run(SENDING, (letter.id, holder))
            seat = (letter.match, letter.person)
            if letter.what == "confirm":
                stands = marked and session.run(SET_PROOF, (token, *seat))
            elif letter.what == "turn":
                stands = marked and session.run(SET_PASS, (token, *seat, letter.turn))
            else:
                stands = marked and session.run(STANDS, seat)
            full = any((session.run(COUNTED, (day, who)) or [(0,)])[0][0] >= most for who, most in limits)
            if not stands or full:
                session.run(DONE, (letter.id, holder))
                return False
            for who, _ in limits:
                session.run(COUNT, (day, who))
            return True

        return self._writer.submit(work)

    def later(self, letter: str, holder: str, due: int) -> "Future[Any]":
        """A letter that did not get out is tried again."""
        return self._writer.submit(lambda session: session.run(LATER, (due, letter, holder)))

    def done(self, letter: str, holder: str, *, refused: bool = False) -> "Future[Any]":
        """A letter is out, or never will be; with the last of a game, or a refused one, the address goes."""

        def work(session: Session) -> None:
            for match, person, what in session.run(DONE, (letter, holder)):
                if refused or what == "over":
                    session.run(ERASE_SEAT, (match, person))
                    session.run(ORPHAN_LETTERS)

        return self._writer.submit(work)

    def drop_lost(self, now: int) -> "Future[Any]":
        """Drop letters whose process is gone in the middle of sending: they may have arrived; how many."""
        return self._writer.submit(lambda session: len(session.run(LOST, (now,))))

    def release(self, now: int) -> "Future[Any]":
        """Take back what a process held that is gone, where there is only one at a time."""
        return self._writer.submit(lambda session: session.run(RELEASE, (now,)))

    def waiting(self) -> int:
        """How many letters wait."""
        return int(self._reader.run(WAITING)[0][0])
