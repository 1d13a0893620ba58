"""When the champion of two stops: the totals by dice left, at scores that say much about a race."""

from collections.abc import Sequence

import numpy as np

from hotdice.odds.advice import Question, turn_values
from hotdice.odds.plan import NOT_ALLOWED
from hotdice.odds.race import Race
from hotdice.rules import Ruleset

Stops = tuple[int | None, ...]
"""The lowest totals at which to stop, one die first; None: never."""


def stop_totals(race: Race, mine: int, theirs: int, *, opened: bool = True) -> Stops:
    """The lowest totals at which the champion stops at some scores, one die first.

    >>> from hotdice.odds.race import solve_race
    >>> from hotdice.rules import load
    >>> race = solve_race(load("kcd", ["target=1000"]))
    >>> stop_totals(race, 0, 0)[:3], stop_totals(race, 0, 900)[:3]
    ((450, 350, 600), (1000, 1000, 1000))
    """
    rules = race.rules
    found = turn_values(race, Question((mine, theirs), 0, rules.dice, opened=(opened, opened)))
    stops: list[int | None] = []
    for dice in range(1, rules.dice + 1):
        bank = found.bank[: found.final]
        better = (bank != NOT_ALLOWED) & (bank >= found.roll[: found.final, dice - 1])
        better[0] = False
        if found.solver.forced and dice == rules.dice:
            stops.append(None)
        elif better.any():
            stops.append(int(np.argmax(better)) * found.step)
        else:
            stops.append(found.final * found.step)
    return tuple(stops)


def telling_scores(rules: Ruleset) -> dict[str, tuple[int, int, bool]]:
    """Scores at which stops are told, by name: both players' totals, and whether they are on the board.

    >>> from hotdice.rules import load
    >>> telling_scores(load("kcd"))
    {'level': (2000, 2000, True), 'late': (3600, 3600, True), 'near': (3800, 3800, True)}
    """
    part = rules.target // (20 * rules.step) * rules.step
    shares = {"level": 10, "late": 18, "near": 19}
    found = {name: (share * part, share * part, True) for name, share in shares.items()}
    return ({"board": (0, 0, False)} if rules.opening else {}) | found


def race_stops(race: Race) -> dict[str, Stops]:
    """The champion's stops at `telling_scores`; None also where it goes on until the target is met."""
    found: dict[str, Stops] = {}
    for name, (mine, theirs, opened) in telling_scores(race.rules).items():
        found[name] = short_of(stop_totals(race, mine, theirs, opened=opened), race.rules.target - mine)
    return found


def short_of(stops: Sequence[int | None], missing: int) -> Stops:
    """Totals at which to stop, with None in place of those that meet the target or are beyond it.

    >>> short_of((250, 1000, None, 16_800), 1000)
    (250, None, None, None)
    """
    return tuple(stop if stop is not None and stop < missing else None for stop in stops)
