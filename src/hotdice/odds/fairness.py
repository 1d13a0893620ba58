"""The head start for the second player that makes a race fairest."""

from dataclasses import dataclass

from msgspec.structs import replace

from hotdice.odds.plan import Progress
from hotdice.odds.race import Race, solve_race
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

    Head starts up to `most` points are tried, half of the target unless said otherwise. Where nobody
    has to open, one solved race holds them all, and `race` may hand it in; otherwise it is solved with them.

    >>> from hotdice.rules import load
    >>> fairest_compensation(load("busche-neller", ["target=1000"])).compensation
    250

    Raises:
        Unsolvable: the sheet is not a race that is solved.
    """
    plain = replace(rules, compensation=())
    step = plain.step
    tried = range(0, (rules.target // 2 if most is None else most) + 1, step)
    if race is None or race.rules.hash != plain.hash or rules.opening:
        race = solve_race(plain, also=tuple(tried) if rules.opening else (), progress=progress)
    opened = not rules.opening
    first = race.places.number(0, opened=opened)
    found = []
    for points in tried:
        if rules.reached(points) or points > rules.target:
            break
        second = race.places.number(points, opened=opened)
        found.append(Fairest(points, float(chances(race.values[0, first, second : second + 1])[0])))
    return min(found, key=lambda fairest: abs(fairest.first_player_wins - 0.5))
