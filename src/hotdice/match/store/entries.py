"""What a store is given and gives back, and how it fails.

StoreError
Conflict      the log has grown meanwhile, or the command is known: nothing was written
Unavailable   the disk or the database failed: try again later
Tampered      what is stored is not what was written
InUse         another process has this database file open
"""

from hotdice.frozen import Frozen


class StoreError(Exception):
    """Something that a store could not do."""


class Conflict(StoreError):  # noqa: N818 - it names what happened
    """The match has another length or head than the entry expected; nothing was written."""


class Unavailable(StoreError):  # noqa: N818
    """The database cannot be reached or written now. Whether the entry was kept must be read again."""


class Tampered(StoreError):  # noqa: N818
    """The log of a match does not fit its hashes."""


class InUse(StoreError):  # noqa: N818
    """Another process has the database file open."""


class Text(Frozen):
    """A name or a chat line, kept apart from the log so that it can be erased; the log holds `ref` only."""

    ref: str
    salt: bytes
    text: str


class Entry(Frozen, kw_only=True, gc=False):
    """What one command adds to the log of a match, all of it in one transaction.

    `expected` is the number of events before it and `head` the hash of the last one. `command` is the id
    that its sender chose, `digest` a hash of what was asked and `answer` the answer that a repeat gets.
    `touched` is when lists say that the match was last changed, where that is not `at`.
    `owner` names the process that must own the match, where several share the database.
    `tokens` are pairs of a name (`seat 0`, `invite`) and the SHA-256 of the token, or None to revoke it.
    """

    match: str
    expected: int
    head: bytes
    events: tuple[bytes, ...]
    at: int
    touched: int | None = None
    command: str = ""
    digest: bytes = b""
    answer: bytes = b""
    status: str = "open"
    summary: bytes = b"{}"
    texts: tuple[Text, ...] = ()
    tokens: tuple[tuple[str, bytes | None], ...] = ()
    places: tuple[tuple[int, str | None], ...] = ()
    secret: bytes | None = None
    owner: str = ""


class StoredEvent(Frozen, gc=False):
    """One event of a log: its number from 1, when it was written (milliseconds), its bytes and its hash."""

    seq: int
    at: int
    command: str
    body: bytes
    hash: bytes


class StoredBoard(Frozen):
    """The score of a game with real dice, as the device that keeps it wrote it; `hash` is that of its key.

    `visited` is when somebody last looked at it, 0 where nobody has.
    """

    id: str
    hash: bytes
    version: int
    body: str
    updated: int
    visited: int = 0


class StoredAnswer(Frozen):
    """The answer that a command got, and a hash of what it asked."""

    digest: bytes
    answer: bytes


class StoredRefusal(Frozen):
    """A command that was refused: its id, a hash of what it asked, and the answer that a repeat gets."""

    command: str
    digest: bytes
    answer: bytes


class Summary(Frozen):
    """A match in a list."""

    match: str
    length: int
    status: str
    summary: bytes
    updated: int


class Person(Frozen, kw_only=True):
    """Somebody who plays here: no account, only hashes of the keys of their devices and of their phrase.

    `visited` is when a key of theirs was last used, give or take an hour.
    """

    id: str
    name: str
    created: int
    banned: bool = False
    muted: bool = False
    visited: int = 0
