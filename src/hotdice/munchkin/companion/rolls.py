"""What a roll of the ten-sided die is worth at a real table: measured, by level and by who leads."""

from functools import lru_cache
from importlib import resources

import msgspec

from hotdice.frozen import Frozen
from hotdice.munchkin.companion.referee import why_no_roll
from hotdice.munchkin.companion.table import Table

FILE = "munchkin-rolls.json"
BEHIND, EVEN, AHEAD = range(3)
FEW = 30
"""Of fewer moments than this nothing is said."""
LEADS = ("behind the best other", "level with the best other", "ahead of all")


class Cell(Frozen):
    """Some moments: how many, by how much a roll changed the chance to win, and the 95 % margin of that."""

    count: int
    gain: float
    margin: float


class Rolls(Frozen):
    """The measured table: levels 2 to 9 by who leads, then good discards, and full hands elsewhere."""

    by_level: tuple[tuple[Cell, ...], ...]
    rich: Cell
    many: Cell


@lru_cache(maxsize=1)
def measured() -> Rolls:
    """The table that ships; `python -m scripts.munchkin_rolls --write` makes it.

    >>> len(measured().by_level)
    8
    """
    data = resources.files("hotdice.sheets").joinpath(FILE).read_bytes()
    return msgspec.json.decode(data, type=Rolls)


def lead_of(level: int, best: int) -> int:
    """Whether a level is behind the best other one, even with it, or ahead.

    >>> lead_of(3, 5) == BEHIND, lead_of(6, 5) == AHEAD
    (True, True)
    """
    return EVEN if level == best else AHEAD if level > best else BEHIND


def roll_advice(table: Table) -> tuple[str, ...]:
    """Whether the mover's level is well spent on a roll, as far as levels tell.

    >>> from hotdice.munchkin.companion import new_table
    >>> roll_advice(new_table(["Ann", "Bob"]))
    ('Ann is at level 1 and has no level to pay.',)
    """
    why = why_no_roll(table)
    if why:
        return (why,)
    rolls, roller = measured(), table.roller
    # An Epic game is as far from its end as a usual one with as many levels missing.
    level = roller.level - (table.winning_level - len(rolls.by_level) - 2)
    best = max(player.level for index, player in enumerate(table.players) if index != table.mover)
    if level < 2:
        return ("Nobody has measured rolls so far from the winning level.",)
    lead = lead_of(roller.level, best)
    found = rolls.by_level[level - 2][lead]
    if found.count < FEW:
        return (f"At level {roller.level}, {LEADS[lead]}, too few rolls were measured to say.",)
    return (
        f"A roll at level {roller.level}, {LEADS[lead]}, changes the chance to win by"
        f" {_percent(found.gain)} (give or take {100 * found.margin:.1f}): {_verdict(found)}",
        f"With good cards on top of the discards it is {_percent(rolls.rich.gain)} in the mean of all levels,"
        f" with three cards more in another hand than in yours {_percent(rolls.many.gain)}.",
    )


def _percent(gain: float) -> str:
    return f"{100 * gain:+.1f} %"


def _verdict(found: Cell) -> str:
    if found.gain > found.margin:
        return "the level is well spent."
    if found.gain < -found.margin:
        return "keep the level."
    return "about what it costs."
