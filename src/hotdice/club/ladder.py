"""The ladder: skill by sheet, people whose interval is narrow, and bots with their measured numbers."""

from functools import cache
from math import sqrt
from pathlib import Path

import msgspec

from hotdice.club.skill import FEWEST_GAMES, NARROW, SURE
from hotdice.frozen import Frozen
from hotdice.game import Record
from hotdice.rules import load, shipped

FILE = Path(__file__).with_name("bots.json")
"""Wins of a hundred against the champion, a million games each: `scripts.club_bots` writes it."""


class Standing(Frozen):
    """A line of the ladder: wins of a hundred against champions, and the 95 % interval.

    One that is not `sure` yet is told to its owner alone, with the games so far.
    """

    sheet: str
    seats: int
    name: str
    games: int
    wins: float
    low: float
    high: float
    per_decision: float
    bot: bool
    you: bool
    sure: bool


def is_rateable(record: Record) -> bool:
    """Whether the values of a game are known exactly: a shipped sheet for two, or for three.

    >>> from hotdice.rules import load
    >>> is_rateable(Record(load("classic"), ("Ann", "Bob"), ("human", "human")))
    True
    >>> is_rateable(Record(load("classic", ["target=5000"]), ("Ann", "Bob"), ("human", "human")))
    False
    """
    rules = record.rules
    own = rules.name in shipped() and load(rules.name).hash == rules.hash
    return own and len(record.names) in (2, 3) and rules.deck is None


def standing_of(  # noqa: PLR0917 - the columns of one row, in their order
    sheet: str, seats: int, games: int, total: float, squares: float, decisions: int, *, name: str, you: bool
) -> Standing:
    """Somebody's line from the sums of what they gave away and of its squares.

    >>> line = standing_of("classic", 2, 11, 0.26, 0.0076, 330, name="Ann", you=False)
    >>> f"{line.wins:.1f} ({line.low:.1f} to {line.high:.1f})", line.sure
    ('47.6 (46.9 to 48.3)', True)
    """
    mean = total / games
    spread = max(0.0, squares - games * mean * mean) / (games - 1) if games > 1 else 0.0
    half = 100 * SURE * sqrt(spread / games) if games > 1 else 100.0
    wins = 100 / seats - 100 * mean
    each = total / decisions if decisions else 0.0
    sure = games >= FEWEST_GAMES and half <= NARROW
    return Standing(
        sheet, seats, name, games, wins, wins - half, wins + half, each, bot=False, you=you, sure=sure
    )


class _Measured(Frozen):
    wins: float
    low: float
    high: float
    games: int


@cache
def _measured() -> dict[str, dict[str, _Measured]]:
    return msgspec.json.decode(FILE.read_bytes(), type=dict[str, dict[str, _Measured]])


def bots_of(sheet: str, seats: int) -> list[Standing]:
    """The bots of a sheet: the champion's number is exact, those of others were measured against it.

    >>> [(bot.name, round(bot.wins, 1)) for bot in bots_of("classic", 2)][:2]
    [('champion', 50.0), ('turn-optimal', 48.9)]
    """
    even = 100 / seats
    best = Standing(sheet, seats, "champion", 0, even, even, even, 0.0, bot=True, you=False, sure=True)
    others = _measured().get(sheet, {}) if seats == 2 else {}
    found = [
        Standing(sheet, 2, name, one.games, one.wins, one.low, one.high, 0.0, bot=True, you=False, sure=True)
        for name, one in others.items()
    ]
    return [best, *sorted(found, key=lambda bot: -bot.wins)]
