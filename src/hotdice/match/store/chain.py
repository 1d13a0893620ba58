"""The hash chain: each event's hash covers the event and the hash before it."""

from collections.abc import Iterable, Sequence
from hashlib import sha256

from hotdice.match.store.entries import Entry, StoredEvent, Tampered

START = bytes(32)
"""The head of a log without events."""


def link(head: bytes, match: str, event: StoredEvent) -> bytes:
    """The hash of an event behind `head`; every field stands behind its length.

    >>> event = StoredEvent(1, 0, "", b"{}", b"")
    >>> link(START, "m", event) == link(START, "n", event)
    False
    """
    fields = (head, match.encode(), str(event.seq).encode(), str(event.at).encode(), event.command.encode())
    digest = sha256()
    for field in (*fields, event.body):
        digest.update(len(field).to_bytes(4, "big") + field)
    return digest.digest()


def chained(entry: Entry) -> tuple[StoredEvent, ...]:
    """The events of an entry with their numbers and hashes.

    >>> entry = Entry(match="m", expected=4, head=START, events=(b"{}",), at=0)
    >>> chained(entry)[0].seq
    5
    """
    head = entry.head
    found: list[StoredEvent] = []
    for seq, body in enumerate(entry.events, entry.expected + 1):
        event = StoredEvent(seq, entry.at, entry.command, body, b"")
        head = link(head, entry.match, event)
        found.append(StoredEvent(seq, entry.at, entry.command, body, head))
    return tuple(found)


def check(match: str, events: Iterable[StoredEvent], length: int, head: bytes) -> None:
    """See that a log is dense, unchanged and whole.

    Raises:
        Tampered: it is not, with the first event where that shows.
    """
    at, seq = START, 0
    for seq, event in enumerate(events, 1):
        at = link(at, match, event)
        if event.seq != seq or event.hash != at:
            raise Tampered(f"event {seq} of match {match} is not what was written")
    if (seq, at) != (length, head):
        raise Tampered(f"match {match} has {seq} events where {length} were written")


def head_of(events: Sequence[StoredEvent]) -> bytes:
    """The hash of the last event."""
    return events[-1].hash if events else START
