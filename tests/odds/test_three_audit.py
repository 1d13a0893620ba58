"""No single decision improves a seat, and two who are left play the race of two: for every kind of end."""

from dataclasses import replace

import numpy as np
import pytest
from scripts.audit import audit, drawn_states

from conftest import rest_by_night
from hotdice.odds.last_turns import many_endings
from hotdice.odds.many import ManyRace, many_turns, solve_many
from hotdice.odds.plan import Floats
from hotdice.odds.race import solve_race
from hotdice.odds.race_turns import greatest_reach
from hotdice.odds.three_table import stored_three
from hotdice.rules import Ruleset, load
from odds.test_reference import name_of, sheet
from odds.test_three import ENDS

REAL = {
    "classic": ["target=600"],
    "playmonster": ["target=500", "minimum=200"],
    "munchkin-farkle-plain": ["target=500"],
    "busche-neller": ["target=800"],
}


def every_state(race: ManyRace) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    return np.indices((race.rotations, *(race.places.count,) * 3)).reshape(4, -1)


@pytest.mark.parametrize("end", ENDS, ids=name_of)
def test_no_turn_can_be_improved_with_any_end(end: dict[str, object]) -> None:
    race = solve_many(sheet(**end, target=500, opening=200), 3)
    assert audit(race, every_state(race)).worst < 1e-9


@pytest.mark.parametrize("name", REAL)
def test_no_turn_can_be_improved_on_real_sheets(name: str) -> None:
    race = solve_many(load(name, REAL[name]), 3)
    found = audit(race, every_state(race))
    assert found.worst < 1e-9
    assert (found.next_off > 1e-9).sum() <= race.report.circling


def test_the_table_that_comes_with_hotdice() -> None:
    """Its shares are rounded to 16 bits: nobody gains more than that."""
    race = stored_three(load("classic"))
    assert race is not None
    assert audit(race, drawn_states(race, 400, 1)).worst < 5e-5


@pytest.mark.parametrize("end", ENDS, ids=name_of)
@pytest.mark.parametrize("change", [0.001, -0.001])
def test_a_planted_wrong_value_is_found(end: dict[str, object], change: float) -> None:
    """Negative control, at a state like any other: it shows there, and in states that lead to it."""
    race = solve_many(sheet(**end, target=500), 3)
    wrong = race.values.copy()
    wrong[0, 0, 2, 3, 1] += change
    found = audit(replace(race, values=wrong), every_state(race))
    assert found.worst > 0.0005
    assert (np.abs(found.gain) > 1e-6).sum() > 1


def shares_without_the_third(rules: Ruleset, two: Floats) -> Floats:
    """The movers' shares in turns of three whose third player has resigned, from the table of two.

    `two[side, mover, other]`; the answer is laid out in the same way.
    """
    whole = many_turns(rules, 3, solve_many(rules, 3).margin)
    # Whoever reaches the target is followed by one player and not by two.
    reach = greatest_reach(rules, whole.places, whole.solver.plan, whole.margin)
    turns = replace(whole, endings=many_endings(rules, whole.places, whole.solver, reach, 2))
    count, sides = turns.places.count, len(two)
    table: Floats = np.zeros((turns.rotations, 2, count, count, count))
    for place in range(turns.rotations):
        # Lost or stopped, the turn leads to (next, the one who resigned, mover) with the next in the round.
        table[place, 0] = two[1 if sides == 2 and place == 1 else 0][:, None, :]
    mover, following = (x.ravel() for x in np.indices((count, count)))
    third = np.zeros(count * count, np.int64)
    found = np.empty_like(two)
    for side in range(sides):
        places = np.full(count * count, side, np.int64)
        seats = np.stack([mover, following, third])
        own, _, _, chance = turns.solve(table, places, seats)
        lost = turns.lost(table, places, seats)
        found[side] = (own + chance * (1.0 - lost.sum(axis=0))).reshape(count, count)
    return found


DUELS = [
    *(sheet(**end, target=600) for end in ENDS),
    *(sheet(**end, target=600, opening=200, minimum=200) for end in ENDS[1:4]),
    load("classic", ["target=900"]),
    load("munchkin-farkle-plain", ["target=700"]),
]


@pytest.mark.parametrize("number", rest_by_night(range(len(DUELS)), 0, 3, 6, 9))
def test_with_one_seat_resigned_shares_are_those_of_two(number: int) -> None:
    rules = DUELS[number]
    two = solve_race(rules).values
    # Everybody's standing below the target; what the third had does not count any more.
    assert np.abs(shares_without_the_third(rules, two) - two).max() < 1e-9
    wrong = two.copy()
    wrong[0, 2, 3] += 0.001  # negative control
    assert np.abs(shares_without_the_third(rules, wrong) - wrong).max() > 0.0005
