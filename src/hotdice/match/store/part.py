"""What every part of a store has: one to read with, and the writer, which gives a future."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any, Protocol

from hotdice.match.store.writer import Rows, Session


class Reader(Protocol):
    """Asks the database."""

    def run(self, sql: str, parameters: Sequence[object] = ()) -> Rows:
        """The rows of one statement."""


class Writer(Protocol):
    """Changes the database, in the order in which it is asked to."""

    def submit(self, work: Callable[[Session], Any]) -> "Future[Any]":
        """Do some work in a transaction; the future has its result once it is durable."""


class StorePart:
    """A part of a store, for one purpose."""

    def __init__(self, reader: Reader, writer: Writer) -> None:
        self._reader = reader
        self._writer = writer
