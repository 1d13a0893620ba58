"""The pages of a champion's book: made here, filled and read by compiled code."""

from threading import Lock
from typing import NamedTuple

import numpy as np

from hotdice.players.policy import blocks_of, fresh_notes, group_of
from hotdice.players.policy_kernel import Book, Notes
from hotdice.players.worth_kernel import ROWS, Desk, Pages, write_pages


class WorthBook(NamedTuple):
    """A book with its pages, which several threads may read while one writes."""

    book: Book
    pages: Pages
    notes: Notes
    writing: Lock

    def write(self, block: int) -> None:
        """Work out the page of a block and of its neighbours, unless that has been done."""
        with self.writing:
            if not self.pages.ready[block]:
                first, count = group_of(self.book, block)
                write_pages(self.book, self.notes, self.pages.worth, first, count)
                self.pages.ready[first : first + count] = 1

    def desk(self) -> Desk:
        """A desk for one thread, with nothing on it."""
        size = self.notes.bank.size
        shape = size, self.book.dice
        return Desk(np.array([-1, 0]), np.zeros(size), np.zeros(shape), np.zeros(shape))


def worth_book(book: Book) -> WorthBook:
    """A book with empty pages. Memory is taken up only as they are written.

    >>> from hotdice.players.policy import points_book
    >>> from hotdice.rules import load
    >>> found = worth_book(points_book(load("classic")))
    >>> found.write(1)
    >>> round(float(found.pages.worth[1, 0, 6]))  # points of the best turn, for who is on the board
    542
    """
    notes = fresh_notes([book])
    rows = min(ROWS, notes.bank.size - int(book.points.max()) - 1)
    blocks = blocks_of(book)
    pages = Pages(np.zeros(blocks, np.uint8), np.zeros((blocks, rows, book.dice + 1)))
    return WorthBook(book, pages, notes, Lock())
