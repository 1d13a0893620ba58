"""The store: an append-only log for each match, chained by hashes, on SQLite or PostgreSQL."""

from hotdice.match.store.entries import (
    Conflict,
    Entry,
    InUse,
    Person,
    StoredAnswer,
    StoredBoard,
    StoredEvent,
    StoreError,
    Summary,
    Tampered,
    Text,
    Unavailable,
)
from hotdice.match.store.opening import open_store
from hotdice.match.store.sql import SqlStore

__all__ = [
    "Conflict",
    "Entry",
    "InUse",
    "Person",
    "SqlStore",
    "StoreError",
    "StoredAnswer",
    "StoredBoard",
    "StoredEvent",
    "Summary",
    "Tampered",
    "Text",
    "Unavailable",
    "open_store",
]
