"""One turn of a book solved without compiled code: the arithmetic of `solve_block`, a row at a time."""

import numpy as np

from hotdice.players.policy_kernel import WORST, Book, Floats, ends_of


def solve_block_plainly(book: Book, block: int, bank: Floats, value: Floats, best: Floats) -> int:
    """Fill `bank`, `value` (of rolling) and `best` of one turn, by total and dice; where all stop.

    >>> from hotdice.players.policy import fresh_notes, points_book
    >>> from hotdice.rules import load
    >>> book = points_book(load("classic"))
    >>> notes = fresh_notes([book])
    >>> end = solve_block_plainly(book, 1, notes.bank, notes.value, notes.best)
    >>> round(float(notes.value[0, 5]))  # points of the best turn, for who is on the board
    542
    """
    lost, end = ends_of(book, block, bank)
    end = min(end, bank.size - int(book.points.max()) - 1)
    best[end:] = bank[end:, None]
    value[end:] = WORST
    cells = best.reshape(-1)
    choices = book.points * book.dice + book.left - 1
    classes, dice = book.class_start[:-1], book.class_first[:-1]
    farkle = book.farkle * lost
    for total in range(end - 1, -1, -1):
        # A choice brings points, so it leads to a row that is filled.
        greatest = np.maximum.reduceat(cells[total * book.dice + choices], classes)
        value[total] = farkle + np.add.reduceat(book.weight * greatest, dice)
        best[total] = np.maximum(bank[total], value[total])
    return end
