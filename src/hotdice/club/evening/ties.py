"""Tie-breaks, each one function: what tells players with equal points apart.

A round without an opponent (a bye) counts as an opponent with as many points as one has oneself.
"""

from collections.abc import Callable, Sequence
from hashlib import sha256

from hotdice.club.evening.history import History
from hotdice.club.evening.plan import UNIT, TieBreak

NAMES: dict[TieBreak, str] = {
    "direct": "direct meeting",
    "buchholz": "Buchholz",
    "buchholz_cut": "Buchholz cut 1",
    "sonneborn": "Sonneborn-Berger",
    "wins": "first places",
    "scored": "points scored",
    "lot": "lot",
}
MEANINGS: dict[TieBreak, str] = {
    "direct": "points of the games that those who are level played against each other, if they all met",
    "buchholz": "the points of all opponents together",
    "buchholz_cut": "the points of all opponents but the weakest",
    "sonneborn": "the points of those one has beaten, and half of those one was level with",
    "wins": "how often one was first",
    "scored": "the points of the dice in all games together",
    "lot": "drawn once for the whole evening",
}


def _buchholz(history: History, player: int, level: Sequence[int], salt: int) -> int:
    return sum(_opponents(history, player))


def _buchholz_cut(history: History, player: int, level: Sequence[int], salt: int) -> int:
    found = _opponents(history, player)
    return sum(found) - min(found, default=0)


def _opponents(history: History, player: int) -> list[int]:
    games = history.games.get(player, [])
    met = [history.points[other] for game in games for other in (*game.below, *game.level, *game.above)]
    return met + [history.points[player]] * history.byes[player]


def _sonneborn(history: History, player: int, level: Sequence[int], salt: int) -> int:
    games = history.games.get(player, [])
    beaten = sum(history.points[other] for game in games for other in game.below)
    even = sum(history.points[other] for game in games for other in game.level)
    return 2 * beaten + even + 2 * history.points[player] * history.byes[player]


def _direct(history: History, player: int, level: Sequence[int], salt: int) -> int:
    games = history.games.get(player, [])
    others = [other for other in level if other != player]
    if any(_meetings(history, first, second) == 0 for first in level for second in level if first < second):
        return 0
    return sum(2 * game.below.count(other) + game.level.count(other) for game in games for other in others)


def _meetings(history: History, first: int, second: int) -> int:
    games = history.games.get(first, [])
    return sum(second in (*game.below, *game.level, *game.above) for game in games)


def _wins(history: History, player: int, level: Sequence[int], salt: int) -> int:
    return sum(game.place == 1 and not game.level for game in history.games.get(player, []))


def _scored(history: History, player: int, level: Sequence[int], salt: int) -> int:
    return sum(game.scored for game in history.games.get(player, []))


def lot(player: int, salt: int) -> int:
    """A number that was drawn once for an evening and cannot be chosen by anybody's name.

    >>> lot(1, 5) == lot(1, 5) != lot(2, 5)
    True
    """
    return int.from_bytes(sha256(f"{salt} {player}".encode()).digest()[:4], "big")


def _lot(history: History, player: int, level: Sequence[int], salt: int) -> int:
    return lot(player, salt)


BY_NAME: dict[TieBreak, Callable[[History, int, Sequence[int], int], int]] = {
    "direct": _direct,
    "buchholz": _buchholz,
    "buchholz_cut": _buchholz_cut,
    "sonneborn": _sonneborn,
    "wins": _wins,
    "scored": _scored,
    "lot": _lot,
}
SCALES: dict[TieBreak, int] = {"buchholz": UNIT, "buchholz_cut": UNIT, "sonneborn": 2 * UNIT, "direct": 2}
"""By how much a value is divided where people read it."""


def show_value(name: TieBreak, value: int) -> str:
    """The value of a tie-break as people read it.

    >>> show_value("buchholz", 3 * UNIT), show_value("direct", 3), show_value("scored", 12350)
    ('3', '1.5', '12,350')
    """
    if name in SCALES:
        return f"{value / SCALES[name]:.2f}".rstrip("0").rstrip(".")
    return f"{value:,}"
