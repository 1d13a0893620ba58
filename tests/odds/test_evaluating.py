"""The evaluator of fixed play: against a slow reference, against games, and against the solver."""

import numpy as np
import pytest
from scripts.paper_rules import turn_optimal

from conftest import rest_by_night
from hotdice.odds.evaluating import (
    NEVER,
    Tables,
    Turns,
    WrittenPlay,
    ends_of,
    meet,
    needs_of,
    offers_of,
    thresholds,
)
from hotdice.odds.race import solve_race
from hotdice.odds.refusals import Unsolvable
from hotdice.odds.replying import against_champion, best_reply, best_turns, champion_turns, exploitability
from hotdice.odds.standings import standings
from hotdice.players.paper_rule import all_card_rules
from hotdice.rules import HotDice, Ties, load
from odds import reference
from odds.test_reference import sheet

TURN_OPTIMAL = {
    "busche-neller": 0.47168, "cardgames": 0.47691, "classic": 0.48816, "kcd": 0.46492,
    "munchkin-farkle-plain": 0.48677, "playmonster": 0.49002, "ten-thousand": 0.48840,
}  # fmt: skip
"""What `turn-optimal` wins against the champion, as docs/paper-rule.md has it."""

RULES = [
    {"last_chance": "none"},
    {"last_chance": "finish_round", "ties": "shared"},
    {"last_chance": "others_once", "ties": "trigger_keeps", "reach": "more_than"},
    {"last_chance": "others_once", "ties": "shared", "opening": 200},
    {"last_chance": "finish_round", "ties": "shared", "opening": 200, "opening_policy": "may_stop"},
    {"last_chance": "none", "minimum": 200, "minimum_binds_win": False},
    {"last_chance": "others_once", "ties": "shared", "penalty": {"count": 2, "points": 100, "floor": 0}},
    {"last_chance": "none", "penalty": {"count": 2, "points": 200, "floor": -100, "restarts": False}},
    {"last_chance": "none", "hot_dice": "forced"},
    {"last_chance": "others_once", "ties": "shared", "nothing_bonus": 100},
]


class FixedTurn(reference.Turn):
    """A turn whose player follows thresholds and worths, walked by recursion as the reference does."""

    def __init__(self, *given: object, stop_at: tuple[int, ...], worths: tuple[int, ...], goal: int | None):
        super().__init__(*given)  # type: ignore[arg-type]
        self.stop_at, self.worths, self.goal = stop_at, worths, goal

    def roll(self, total: int, dice: int) -> float:
        key = total, dice
        if key not in self.known:
            value = 0.0
            for orders, choices in self.table[dice]:
                if not choices:
                    value += orders * self.farkle
                    continue
                points, left = max(choices, key=lambda choice: self.liking(total, *choice))
                value += orders * self.choose(total + points, left)
            self.known[key] = value / 6**dice
        return self.known[key]

    def liking(self, total: int, points: int, left: int) -> tuple[float, bool, int, bool, int]:
        hot = left == self.rules.dice
        stops = self.wants(total + points, left) and self.stop(total + points) is not None
        stops = stops and not (hot and self.rules.hot_dice is HotDice.FORCED)
        return points + self.worths[left - 1], stops, points, not hot, left

    def wants(self, total: int, dice: int) -> bool:
        return total >= (self.stop_at[dice - 1] if self.goal is None else self.goal)

    def choose(self, total: int, dice: int) -> float:
        worth = self.stop(total)
        if self.rules.hot_dice is HotDice.FORCED and dice == self.rules.dice:
            worth = None
        if total >= self.cap:
            return self.farkle if worth is None else worth
        return worth if worth is not None and self.wants(total, dice) else self.roll(total, dice)


class FixedRace(reference.Race):
    """The reference's race of two players who follow thresholds; who began the game is the one."""

    plans: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]

    def update(self, place: reference.Place) -> float:
        def stop(total: int) -> float | None:
            mover = reference.after_stop(self.rules, place, total)
            return None if mover is None else self.worth(place, mover)

        farkle = self.worth(place, reference.after_farkle(self.rules, place.mover, self.lowest))
        cap = max(self.rules.target - place.mover.total, 0) + self.cap
        goal = None
        if place.phase == "last":
            beat = self.rules.step if self.rules.ties is Ties.TRIGGER_KEEPS else 0
            goal = place.other.total - place.mover.total + beat
        stop_at, worths = self.plans[0 if place.starts else 1]
        turn = FixedTurn(
            self.rules, self.table, stop, farkle, cap, stop_at=stop_at, worths=worths, goal=goal
        )  # fmt: skip
        return turn.roll(0, self.rules.dice)


@pytest.mark.parametrize(
    "changes", rest_by_night(RULES, *RULES[::2]), ids=lambda changes: " ".join(map(str, changes.values()))
)
def test_it_agrees_with_a_slow_reference(changes: dict[str, object]) -> None:
    rules = sheet(**changes)
    plans = ((200, 300, 100), (0, 100, 300)), ((100, 200, 400), (0, 0, 0))
    lowest = rules.penalty.floor
    slow = FixedRace(rules, lowest=lowest, cap=9000 if rules.nothing_bonus else 4000)
    slow.plans = plans
    slow.solve()
    one, two = (ends_of(thresholds(rules, *plan)) for plan in plans)
    match = meet(one, two)
    assert match.first == pytest.approx(slow.value(slow.start()), abs=1e-9)
    slow.plans, slow.values = plans[::-1], {}
    slow.solve()
    assert 1.0 - match.second == pytest.approx(slow.value(slow.start()), abs=1e-9)


@pytest.mark.parametrize("changes", RULES[:9], ids=lambda changes: " ".join(map(str, changes.values())))
def test_the_solved_play_cannot_be_beaten_and_is_what_the_solver_says(changes: dict[str, object]) -> None:
    rules = sheet(**changes)
    race = solve_race(rules)
    champion = best_turns(race)
    assert meet(champion, champion).first == pytest.approx(race.first_player_wins, abs=1e-9)
    assert exploitability(champion) == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("changes", RULES[:9:2], ids=lambda changes: " ".join(map(str, changes.values())))
def test_the_best_reply_is_worth_what_its_own_play_wins(changes: dict[str, object]) -> None:
    rules = sheet(**changes)
    hasty = ends_of(thresholds(rules, (100, 100, 100)))
    reply = best_reply(hasty)
    assert meet(reply.turns, hasty).chance == pytest.approx(reply.chance, abs=1e-9)
    assert reply.chance >= meet(champion_turns(rules), hasty).chance - 1e-9
    assert reply.chance >= 0.5 - 1e-9


def test_bad_play_is_beaten() -> None:
    hasty = ends_of(thresholds(load("busche-neller", ["target=1000"]), (50,) * 6))
    assert exploitability(hasty) > 0.2


def test_the_lanes_and_the_plain_walk_agree() -> None:
    from hotdice.odds import replying
    from hotdice.odds.endings import endings_of_two
    from hotdice.odds.race_turns import RaceTurns

    race = solve_race(load("classic", ["target=600"]))
    turns = RaceTurns(
        race.rules, 2, race.places, replying._solver(race.rules),
        endings_of_two(race.rules, race.places, race.stop), top=race.top,
    )  # fmt: skip
    states = np.stack([x.ravel() for x in np.indices(race.values.shape)])[:, ::3]
    states = np.ascontiguousarray(states)
    fast = replying._in_lanes(turns, race.values, race.stop, states)
    slow = replying._one_by_one(turns, race.values, race.stop, states)
    assert np.array_equal(fast[2], slow[2])
    assert np.abs(fast[0] - slow[0]).max() < 1e-12
    assert np.abs(fast[1] - slow[1]).max() < 1e-12


@pytest.mark.parametrize("changes", RULES[::3], ids=lambda changes: " ".join(map(str, changes.values())))
def test_written_play_is_walked_in_lanes_as_one_by_one(changes: dict[str, object]) -> None:
    """Bit for bit, ties and stops for nothing included, also in a group that is not full."""
    from hotdice.odds.fixed_kernel import walk_all
    from hotdice.odds.fixed_lanes_kernel import lanes_for, walk_all_lanes
    from hotdice.odds.stopping import stops_of

    rules = sheet(**changes)
    offers, kinds, rng = offers_of(rules), stops_of(rules).kinds, np.random.default_rng(1)
    shape = (13, 40, rules.dice)
    score = np.arange(40.0)[:, None] + rng.integers(0, 3, shape)  # whole numbers, so that many are level
    stops = (rng.random(shape) < 0.3).astype(np.uint8)
    which = np.stack([np.arange(13), np.arange(13) % len(kinds)])
    size, found = 40 + 2 * offers.most + 1, []
    for lanes in (True, False):
        out, facts, lengths = np.zeros((13, size)), np.zeros((2, 13)), np.zeros(13, np.int64)
        if lanes:
            room = lanes_for(size, rules.dice)
            walk_all_lanes(offers, score, stops, kinds, which, 0, 1, room, out, facts, lengths)
        else:
            scratch, none = (np.zeros((size, rules.dice)), np.zeros(size * rules.dice)), np.zeros((1, 0), int)
            walk_all(offers, score, stops, none, kinds, which, 0, 1, *scratch, out, facts, lengths)
        assert np.abs(out.sum(axis=1) + facts.sum(axis=0) - 1).max() < 1e-12
        found.append((out, facts, lengths))
    assert all(np.array_equal(one, other) for one, other in zip(*found, strict=True))
    assert not np.array_equal(found[0][0][0], found[0][0][1])  # two plays do differ


def test_a_table_with_one_changed_decision_has_another_value() -> None:
    """The negative control: a play that differs in a single stop is told apart."""
    rules = load("busche-neller", ["target=2000"])
    play = thresholds(rules, (300, 300, 400, 1000, 2000, NEVER))
    other = thresholds(rules, (300, 300, 450, 1000, 2000, NEVER))
    assert abs(against_champion(ends_of(play)).chance - against_champion(ends_of(other)).chance) > 1e-6


def test_chances_of_every_turn_sum_to_one() -> None:
    turns = ends_of(thresholds(load("munchkin-farkle-plain"), (300, 300, 400, 1000, 2000, NEVER)))
    found = turns.found
    sums = np.add.reduceat(found.chances, found.begins[:-1]) + found.lost + found.nothing
    assert np.abs(sums - 1).max() < 1e-12


def test_a_play_by_keeps_is_the_play_by_scores() -> None:
    rules = load("kcd", ["target=1500"])
    by_score = thresholds(rules, (300, 300, 350, 900, 2000, NEVER))
    offers = offers_of(rules)
    by_keeps = WrittenPlay(
        rules,
        by_score.which,
        by_score.last,
        Tables(by_score.every.score, by_score.every.stops, offers.starts[None, :-1].copy()),
    )
    one, two = ends_of(by_score), ends_of(by_keeps)
    # The first choice of a class is the one with the most points, but where a stop breaks a tie.
    assert against_champion(one).chance == pytest.approx(against_champion(two).chance, abs=1e-3)


def test_how_long_a_game_takes_and_how_often_turns_farkle() -> None:
    rules = load("busche-neller", ["target=50"])
    anything = ends_of(thresholds(rules, (50,) * 6))
    match = meet(anything, anything)
    lost = 1440 / 46656
    assert match.turns == pytest.approx(1 / (1 - lost), abs=1e-9)
    assert match.farkles == pytest.approx(lost / (1 - lost), abs=1e-9)
    assert match.first == pytest.approx(1 / (1 + lost), abs=1e-9)


def test_what_is_refused() -> None:
    with pytest.raises(Unsolvable, match="rounds"):
        thresholds(load("marina"), (300,) * 6)
    with pytest.raises(Unsolvable, match="exactly"):
        thresholds(load("busche-neller", ["reach=exactly"]), (300,) * 6)
    with pytest.raises(Unsolvable, match="played off"):
        thresholds(load("classic", ["ties=play_off"]), (300,) * 6)
    one, two = (ends_of(thresholds(load("kcd", [f"target={t}"]), (300,) * 6)) for t in (500, 600))
    with pytest.raises(ValueError, match="one sheet"):
        meet(one, two)


def test_needs_and_standings_fit() -> None:
    rules = load("classic")
    assert needs_of(rules, standings(rules)) == 400
    assert isinstance(ends_of(thresholds(load("kcd", ["target=500"]), (300,) * 6)), Turns)


@pytest.mark.nightly
@pytest.mark.parametrize("name", sorted(all_card_rules()))
def test_the_back_of_the_card_wins_more_than_the_best_play_for_points(name: str) -> None:
    card = all_card_rules()[name]
    if load(
        name
    ).penalty.points:  # written down the champion takes gigabytes; docs/paper-rule.md has the figure
        assert card.back_wins > {"facebook": 0.47813, "zilch": 0.48778}[name]
        return
    found = turn_optimal(name)
    assert found < card.back_wins
    assert found == pytest.approx(TURN_OPTIMAL[name], abs=1e-5)
