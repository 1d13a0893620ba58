"""Advice on positions of three: it must say at the start of a turn what the table says."""

import numpy as np
import pytest

from hotdice.odds.advice import Question
from hotdice.odds.many import ManyRace, solve_many
from hotdice.odds.passing import far_turns, shares_of_ties
from hotdice.odds.three_advice import advise_three, three_turn_values
from hotdice.rules import load

SHEETS = {
    "classic": ["target=600"],
    "playmonster": ["target=500", "minimum=200"],
    "munchkin-farkle-plain": ["target=600"],
    "busche-neller": ["target=800"],
}


@pytest.fixture(scope="module", params=SHEETS)
def race(request: pytest.FixtureRequest) -> ManyRace:
    return solve_many(load(request.param, SHEETS[request.param]), 3)


def positions(race: ManyRace, count: int) -> list[tuple[tuple[int, int, int], tuple[bool, bool, bool], int]]:
    rng = np.random.default_rng(5)
    found = []
    for _ in range(count):
        totals = tuple(int(x) * 50 for x in rng.integers(0, race.places.totals, 3))
        opened = tuple(total > 0 or not race.rules.opening for total in totals)
        found.append((totals, opened, int(rng.integers(race.rotations))))
    return found  # type: ignore[return-value]


def test_the_start_of_a_turn_is_worth_what_the_table_says(race: ManyRace) -> None:
    apart = 0
    for totals, opened, place in positions(race, 40):
        standing = [race.places.number(t, opened=o) for t, o in zip(totals, opened, strict=True)]
        inside = three_turn_values(race, Question(totals, 0, 6, opened=opened, place=place))
        own, its, _ = inside.rolling(0, 6)
        shares = race.shares(*standing, place=place)
        assert own == pytest.approx(shares[0], abs=1e-9)
        apart += abs(its - shares[1]) > 1e-9  # where movers mix, the table has the mixture
    assert apart <= 1 + race.report.circling


def test_last_turns_are_worth_what_the_stop_before_them_said(race: ManyRace) -> None:
    rules, ends = race.rules, race.endings
    if rules.last_chance == "none":
        return
    target = race.places.target_row
    rng = np.random.default_rng(8)
    for totals, opened, _ in positions(race, 25):
        row = target + int(rng.integers(0, 20))
        near, far = (race.places.number(t, opened=o) for t, o in zip(totals[:2], opened[:2], strict=True))
        trigger, its_near = ends.table(0)[:, ends.begins[near] + row, ends.begins[far] + row]
        boards = (*opened[:2], True)
        place = Question((*totals[:2], row * 50), 0, 6, opened=boards, phase="last", place=1, trigger=2)
        own, its, _ = three_turn_values(race, place).rolling(0, 6)
        assert own == pytest.approx(its_near, abs=1e-9)
        assert 1.0 - own - its == pytest.approx(trigger, abs=1e-9)
        # The far player alone, after a near one who stayed below the trigger.
        boards = (opened[1], True, opened[0])
        scores = (totals[1], row * 50, totals[0])
        alone = Question(scores, 0, 6, opened=boards, phase="last", place=2, trigger=1)
        own = three_turn_values(race, alone).rolling(0, 6)[0]
        passed, level = far_turns(race)[0, int(opened[1]), :, row - totals[1] // 50]
        assert own == pytest.approx(passed + shares_of_ties(rules)[0] * level, abs=1e-9)


def test_no_single_decision_improves_a_seat(race: ManyRace) -> None:
    """Rolling is worth the mean of the best choices after every roll, worked out roll by roll."""
    rules = race.rules
    rng = np.random.default_rng(11)
    for totals, opened, place in positions(race, 4):
        turn_total = int(rng.integers(1, 5)) * 50
        dice = int(rng.integers(1, 4))
        position = Question(totals, turn_total, dice, opened=opened, place=place)
        roll_now = next(c for c in advise_three(race, position).choices if c.action == "roll")
        lost = three_turn_values(race, position).ends.lost
        mean = np.zeros(3)
        for faces in np.ndindex(*(6,) * dice):
            roll = tuple(sorted(face + 1 for face in faces))
            if rules.table.options(roll).options:
                mean += advise_three(race, position, roll).best.shares
            else:
                mean += (lost[0], lost[1], 1.0 - lost[0] - lost[1])
        assert roll_now.shares == pytest.approx(mean / 6**dice, abs=1e-9)


def test_what_is_not_a_position_is_refused(race: ManyRace) -> None:
    good = Question((100, 100, 100), 0, 6, opened=(True, True, True))
    advise_three(race, good)
    with pytest.raises(ValueError, match="three totals"):
        advise_three(race, Question((100, 100), 0, 6))
    with pytest.raises(ValueError, match="multiple of 50"):
        advise_three(race, Question((100, 100, 100), 20, 6, opened=(True, True, True)))
    with pytest.raises(ValueError, match="reached the target"):
        advise_three(race, Question((100, 100, 10_000), 0, 6, opened=(True, True, True)))
    with pytest.raises(ValueError, match="farkle"):
        advise_three(race, good, (2, 3, 4, 6))
