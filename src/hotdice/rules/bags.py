"""Dice bags: a player's own dice, named after a catalogue, each with weights of its own.

A bag is one line of text, `3*standard,2*heavenly-kingdom,1*odd`, and so travels in records and positions. Its
first die is die 1. A die that no catalogue has is written by its weights: `1*6:1:6:1:6:1`, a seventh number
being the weight of a joker.
"""

import re
import tomllib
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib import resources

from hotdice.rules.ruleset import FACES, JOKER, MAX_DICE, with_joker

CATALOGUES = ("kcd",)
STANDARD = "standard"
LONGEST = 400
_PART = re.compile(r"(?:(\d{1,2})\*)?([a-z0-9]+(?:-[a-z0-9]+)*|\d{1,4}(?::\d{1,4}){5,6})")
Row = tuple[int, ...]


@cache
def catalogue(name: str = "kcd") -> dict[str, Row]:
    """The dice of a shipped catalogue by name; a die with a joker has seven weights.

    >>> catalogue()["odd"], catalogue()["devils-head"]
    ((4, 1, 4, 1, 4, 1), (0, 1, 1, 1, 1, 1, 1))
    """
    text = resources.files("hotdice.sheets").joinpath(f"dice/{name}.toml").read_text(encoding="utf-8")
    found: dict[str, Row] = {}
    for die, value in tomllib.loads(text)["dice"].items():
        if isinstance(value, dict):
            found[die] = with_joker(tuple(value["weights"]), value["joker"])
        else:
            found[die] = tuple(value)
    return found


@lru_cache(maxsize=1000)
def bag_rows(bag: str) -> tuple[Row, ...]:
    """The weights of the dice of a bag, die by die.

    >>> bag_rows("2*standard,odd")
    ((1, 1, 1, 1, 1, 1), (1, 1, 1, 1, 1, 1), (4, 1, 4, 1, 4, 1))

    Raises:
        ValueError: it is no bag, with a sentence.
    """
    if len(bag) > LONGEST:
        raise ValueError(f"a bag has at most {LONGEST} characters")
    rows: list[Row] = []
    for part in bag.replace(" ", "").split(","):
        match = _PART.fullmatch(part)
        if match is None or not 1 <= int(match[1] or 1) <= MAX_DICE:
            raise ValueError(f"a bag is written like 3*standard,2*odd: {part[:30]!r} is no part of one")
        rows += [_row(match[2])] * int(match[1] or 1)
    return tuple(rows)


def _row(die: str) -> Row:
    if ":" in die:
        row = tuple(int(weight) for weight in die.split(":"))
        if not any(row):
            raise ValueError(f"a die needs a face that can fall: {die!r} has none")
        return row
    for name in CATALOGUES:
        if die in catalogue(name):
            return catalogue(name)[die]
    known = ", ".join(sorted(catalogue(CATALOGUES[0])))
    raise ValueError(f"there is no die {die[:30]!r}; there are {known}")


def check_bag(bag: str, dice: int) -> str:
    """A bag for so many dice as it is kept: without blanks, a count before every die.

    >>> check_bag("5*standard, odd", 6)
    '5*standard,1*odd'

    Raises:
        ValueError: it is no bag, or one of another number of dice.
    """
    count = len(bag_rows(bag))
    if count != dice:
        raise ValueError(f"this sheet is played with {dice} dice, and the bag has {count}")
    parts = bag.replace(" ", "").split(",")
    return ",".join(part if "*" in part else f"1*{part}" for part in parts)


def bags_for(bags: Sequence[str], seats: int, dice: int) -> tuple[str, ...]:
    """A bag for every seat: those that are given for the first ones, standard dice for the others.

    >>> bags_for(["6*odd"], 2, 6), bags_for([], 2, 6)
    (('6*odd', '6*standard'), ())
    """
    return (*bags, *[f"{dice}*{STANDARD}"] * (seats - len(bags))) if bags else ()


def has_joker(bag: str) -> bool:
    """Whether a die of a bag can show a joker.

    >>> has_joker("5*standard,devils-head"), has_joker("6*odd")
    (True, False)
    """
    return any(len(row) >= JOKER and row[FACES] for row in bag_rows(bag))


def name_bag(rows: Sequence[Row]) -> str:
    """A bag as it is written, from the weights of its dice: names of a catalogue where there are any.

    >>> name_bag(bag_rows("2*standard,odd")), name_bag([(1, 2, 3, 4, 5, 7)] * 2)
    ('2*standard,1*odd', '2*1:2:3:4:5:7')
    """
    known = {row: die for name in CATALOGUES for die, row in reversed(catalogue(name).items())}
    kinds = list(dict.fromkeys(tuple(row) for row in rows))
    return ",".join(f"{list(rows).count(row)}*{known.get(row) or ':'.join(map(str, row))}" for row in kinds)
