"""What an old champion's habits cost, how long games are and how often they farkle: by a slow reference too.

The reference plays whole games out, in plain Python: all ways a turn can go, turn after turn, each with its
chance, until next to no game is still going on.
"""

from collections import defaultdict
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pytest

from conftest import rest_by_night
from hotdice.odds.evaluating import ends_of, meet
from hotdice.odds.habits import HabitPlay, habit_of
from hotdice.odds.losing import losses_of, wrong_decisions
from hotdice.odds.race import solve_race
from hotdice.odds.replying import best_turns
from hotdice.rules import Ruleset, load
from odds import reference
from odds.test_reference import sheet

WORSE = 1e-7
Pick = Callable[[int, tuple[tuple[int, int], ...]], tuple[int, int, bool]]
"""Of a turn total and the (points, dice left) of a roll: one of them, and whether to stop then."""


class Told(NamedTuple):
    """Means of a game of two who take turns to begin; turns and farkles are both's, the rest the first's."""

    wins: float
    turns: float
    farkles: float
    wrong: float
    lost: float


class Course(NamedTuple):
    """A turn: wins, turns, farkles, decisions, wrong ones and what they lose; where it leads."""

    sums: npt.NDArray[np.float64]
    leads: dict[reference.Place, float]


class Reference:
    """Two players in a race whose values are known."""

    def __init__(self, rules: Ruleset, before: Ruleset | None = None) -> None:
        self.race = reference.Race(rules, cap=2500)
        self.race.solve()
        self.old = self.race if before is None else reference.Race(before, cap=2500)
        for place in list(self.race.values):  # all that will be asked for, also what old games do not come to
            if place.phase == "normal":
                self.old.value(self.like(place))
        self.old.solve()

    def turn(self, race: reference.Race, place: reference.Place) -> reference.Turn:
        def stop(total: int) -> float | None:
            mover = reference.after_stop(race.rules, place, total)
            return None if mover is None else race.worth(place, mover)

        farkle = race.worth(place, reference.after_farkle(race.rules, place.mover, None))
        cap = max(race.rules.target - place.mover.total, 0) + race.cap
        return reference.Turn(race.rules, race.table, stop, farkle, cap)

    def like(self, place: reference.Place) -> reference.Place:
        """The place of the old race where as much is missing."""
        shift = self.old.rules.target - self.race.rules.target
        closed = self.old.rules.opening > 0

        def moved(player: reference.Player) -> reference.Player:
            return player._replace(total=max(player.total + shift, 0), opened=player.opened or not closed)

        return place._replace(mover=moved(place.mover), other=moved(place.other))

    def pick(self, turn: reference.Turn, real: reference.Turn) -> Pick:
        """The best choice of a turn; where it stops in vain by the real rules it rolls on."""

        def stops(total: int, dice: int) -> bool:
            worth = turn.stop(total)
            if worth is None:
                return False
            return total >= turn.cap or worth == 1.0 or worth >= turn.roll(total, dice) - 1e-12

        def choose(total: int, choices: tuple[tuple[int, int], ...]) -> tuple[int, int, bool]:
            def liking(choice: tuple[int, int]) -> tuple[float, bool, int, int]:
                to, left = total + choice[0], choice[1]
                stop = stops(to, left) and real.stop(to) is not None
                return round(turn.choose(to, left), 11), stop, choice[0], left % turn.rules.dice

            points, left = max(choices, key=liking)
            to = total + points
            ends = real.stop(to) == 1.0 or stops(to, left)
            return points, left, ends and real.stop(to) is not None

        return choose

    def play(self) -> Told:
        """Games of who plays as in the old race against who plays best."""
        race, told = self.race, np.zeros(6)
        waiting: dict[tuple[reference.Place, int], float] = {(race.start(), 0): 0.5, (race.start(), 1): 0.5}
        courses: dict[tuple[reference.Place, int], Course] = {}
        while sum(waiting.values()) > 1e-14:
            going: dict[tuple[reference.Place, int], float] = defaultdict(float)
            for (place, who), chance in waiting.items():
                if (place, who) not in courses:
                    courses[place, who] = self.course(place, who)
                found = courses[place, who]
                told += chance * found.sums
                for to, share in found.leads.items():
                    going[to, 1 - who] += chance * share
            waiting = going
        wins, turns, farkles, met, wrong, lost = told
        return Told(wins, turns, farkles, wrong / met, lost)

    def course(self, place: reference.Place, who: int) -> "Course":
        """One turn, with all that it leads to."""
        race, normal, rules = self.race, place.phase == "normal", self.race.rules
        real = self.turn(race, place)
        mind = self.turn(self.old, self.like(place)) if who == 0 and normal else real
        pick = self.pick(mind, real)
        found = Course(np.array([0.0, 1.0, 0.0, 0.0, 0.0, 0.0]), defaultdict(float))
        here = {(0, rules.dice): 1.0}
        while here:
            after: dict[tuple[int, int], float] = defaultdict(float)
            for (total, dice), chance in here.items():
                for orders, choices in race.table[dice]:
                    share = chance * orders / 6**dice
                    if share < 1e-16:
                        continue
                    if not choices:
                        found.sums[2] += share if normal else 0.0
                        self._end(found, place, place.mover, who, share)
                        continue
                    points, left, stops = pick(total, choices)
                    to = total + points
                    best = max(real.choose(total + more, dice_left) for more, dice_left in choices)
                    worth = real.stop(to) if stops else real.roll(to, left)
                    assert worth is not None
                    if who == 0 and normal:
                        gap = best - worth
                        found.sums[3:] += share, share * (gap > WORSE), share * gap
                    if stops:
                        mover = reference.after_stop(rules, place, to)
                        assert mover is not None
                        self._end(found, place, mover, who, share)
                    else:
                        after[to, left] += share
            here = after
        return found

    def _end(
        self, found: "Course", place: reference.Place, mover: reference.Player, who: int, share: float
    ) -> None:
        rules = self.race.rules
        reached = rules.reached(mover.total)
        if place.phase == "last" or (reached and rules.last_chance.value == "none"):
            won = self.race.worth(place, mover)
            found.sums[0] += share * (won if who == 0 else 1.0 - won)
            return
        phase = "last" if reached else "normal"
        found.leads[reference.Place(phase, not place.starts, place.other, mover)] += share


PAIRS: list[tuple[dict[str, object], dict[str, object]]] = [
    ({}, {"scoring": {"singles": {"1": 100}, "triples": {"1": 1000, "2": 500}}}),
    ({"opening": 200}, {"opening": 100}),
    ({"target": 400}, {"target": 300, "minimum": 200}),
    ({"target": 300}, {"target": 400}),
]
ENDS = [{"last_chance": "none"}, {"last_chance": "others_once", "ties": "shared"}]


@pytest.mark.parametrize("end", rest_by_night(ENDS, ENDS[0]), ids=lambda end: str(end["last_chance"]))
@pytest.mark.parametrize(("before", "after"), PAIRS, ids=lambda changes: " ".join(changes) or "plain")
def test_habits_cost_what_a_slow_reference_says(
    before: dict[str, object], after: dict[str, object], end: dict[str, object]
) -> None:
    old, new = sheet(**before, **end), sheet(**after, **end)
    champion, habit = habit_of(solve_race(old), solve_race(new))
    assert habit is not None
    told = Reference(new, old).play()
    assert habit.lost == pytest.approx(max(0.0, 0.5 - told.wins), abs=1e-9)
    assert habit.lost == pytest.approx(told.lost, abs=1e-9)
    assert habit.wrong == pytest.approx(told.wrong, abs=1e-9)
    even = meet(champion, champion)
    fair = Reference(new).play()
    assert (even.turns, even.farkles) == pytest.approx((fair.turns, fair.farkles), abs=1e-9)
    assert fair.wins == pytest.approx(0.5, abs=1e-9)


def test_some_habit_is_wrong_and_none_is_where_nothing_changes() -> None:
    """The control: the reference finds nothing where there is nothing, and something where there is."""
    same = solve_race(sheet())
    habit = habit_of(same, same)[1]
    assert habit is not None
    assert tuple(habit) == pytest.approx((0.0, 0.0), abs=1e-12)
    found = [habit_of(solve_race(sheet(**before)), solve_race(sheet(**after)))[1] for before, after in PAIRS]
    assert any(habit is not None and habit.wrong > 0.01 and habit.lost > 1e-4 for habit in found)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (["target=600"], ["target=600", "scoring.straight=3000"]),
        (["target=800"], ["target=600", 'last_chance="finish_round"']),
        (["target=600"], ["target=600", 'last_chance="none"']),
        (["target=600"], ["target=600", "opening=300"]),
        (["target=600"], ["target=600", 'hot_dice="forced"']),
    ],
    ids=str,
)
def test_eight_turns_at_a_time_are_as_one(before: list[str], after: list[str]) -> None:
    old, new = (solve_race(load("classic", changes)) for changes in (before, after))
    champion, habit = habit_of(old, new)
    best, play = best_turns(new), HabitPlay(old, new)
    assert np.array_equal(champion.found.lost, best.found.lost)
    turns = ends_of(play, new.places, chase=best.found.chase)
    match = meet(turns, best)
    assert habit is not None
    assert habit.lost == pytest.approx(max(0.0, 0.5 - match.chance), abs=1e-12)
    assert habit.wrong == pytest.approx(wrong_decisions(play, best, match), abs=1e-9)
    assert losses_of(play, turns, match).total == pytest.approx(habit.lost, abs=2e-7)


def test_there_is_no_habit_with_another_number_of_dice() -> None:
    assert habit_of(solve_race(sheet()), solve_race(sheet(dice=4)))[1] is None
