"""The head start for the second player that makes a race fairest."""

import dataclasses
from dataclasses import dataclass

import numpy as np
from msgspec.structs import replace

from hotdice.odds.plan import Progress
from hotdice.odds.race import Race, solve_race
from hotdice.odds.standings import standings
from hotdice.odds.tables import chances
from hotdice.rules import Ruleset


@dataclass(frozen=True)
class Fairest:
    """A head start in points, and the first player's chance with it."""

    compensation: int
    first_player_wins: float


def fairest_compensation(
    rules: Ruleset, *, most: int | None = None, race: Race | None = None, progress: Progress | None = None
) -> Fairest:
    """The head start of the second player, in steps of the sheet, that comes closest to even chances.

    Head starts up to `most` points are tried, half of the target unless said otherwise. `race` may hand in
    the solved race: it holds them all where nobody has to open, else if it was solved with them
    (`with_head_starts`); otherwise it is solved again.

    >>> from hotdice.rules import load
    >>> fairest_compensation(load("busche-neller", ["target=1000"])).compensation
    250

    Raises:
        Unsolvable: the sheet is not a race that is solved.
    """
    tried = _head_starts(rules, most)
    if race is None or not _holds(race, rules, tried):
        race = with_head_starts(rules, most=most, progress=progress)
    opened = not rules.opening
    first = race.places.number(0, opened=opened)
    found = []
    for points in tried:
        second = race.places.number(points, opened=opened)
        found.append(Fairest(points, float(chances(race.values[0, first, second : second + 1])[0])))
    return min(found, key=lambda fairest: abs(fairest.first_player_wins - 0.5))


def with_head_starts(rules: Ruleset, *, most: int | None = None, progress: Progress | None = None) -> Race:
    """A solved race that also holds the head starts which `fairest_compensation` tries.

    >>> from hotdice.rules import load
    >>> rules = load("classic", ["target=600"])
    >>> race = with_head_starts(rules, most=200)
    >>> race.places.closed, without_head_starts(race).places.closed
    ((0, 1, 2, 3, 4), (0,))

    Raises:
        Unsolvable: the sheet is not a race that is solved.
    """
    return solve_race(rules, also=_head_starts(rules, most) if rules.opening else (), progress=progress)


def without_head_starts(race: Race) -> Race:
    """A race with the standings of its sheet alone, as `solve_race` has it."""
    wide, places = race.places, standings(race.rules, race.places.lowest)
    if wide.closed == places.closed:
        return race
    keep = np.array(
        [
            wide.number(places.lowest + places.step * int(row), int(farkles), opened=bool(opened))
            for row, farkles, opened in zip(places.rows, places.farkles, places.opened, strict=True)
        ]
    )
    return dataclasses.replace(race, places=places, values=race.values[:, keep[:, None], keep])


def _head_starts(rules: Ruleset, most: int | None) -> tuple[int, ...]:
    """The head starts that are tried: all steps from nothing up to so many points, below the target."""
    steps = range(0, (rules.target // 2 if most is None else most) + 1, rules.step)
    return tuple(points for points in steps if points <= rules.target and not rules.reached(points))


def _holds(race: Race, rules: Ruleset, tried: tuple[int, ...]) -> bool:
    """Whether a race is that of a sheet, whatever head start it has itself, with all that are tried."""
    same = replace(race.rules, compensation=()).hash == replace(rules, compensation=()).hash
    row = {(points - race.places.lowest) // race.places.step for points in tried}
    return same and (not rules.opening or row <= set(race.places.closed))
