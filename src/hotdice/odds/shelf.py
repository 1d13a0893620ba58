"""Solved games at hand: read once, kept while the program runs; nothing is solved here."""

from hotdice.odds.solved import Solved, stored
from hotdice.rules import Ruleset

_TABLES: dict[str, Solved] = {}
_MOST_TABLES = 16


def table_of(rules: Ruleset) -> Solved | None:
    """The solved game of this very sheet, None where there is none on this computer (yet).

    >>> from hotdice.rules import load
    >>> table_of(load("classic", ["target=123450"])) is None
    True

    Raises:
        TableError: the file is damaged, or belongs to something else.
    """
    found = _TABLES.get(rules.hash)
    if found is None:
        found = stored(rules)
        if found is not None:
            remember(found)
    return found


def remember(solved: Solved) -> None:
    """Keep a solved game at hand while the program runs."""
    if len(_TABLES) >= _MOST_TABLES:
        _TABLES.pop(next(iter(_TABLES)))
    _TABLES[solved.rules.hash] = solved
