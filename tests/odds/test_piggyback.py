"""Piggyback: against a slow reference, against games, and against the race without it."""

import random
from itertools import product

import pytest

from hotdice.game import Bank, Keep, Refusal, Roll, State, Step, TakeOver, Throw, new_game, play
from hotdice.game.choices import lowest_dice
from hotdice.odds.piggyback import PiggyRace, check_piggyback, solve_piggyback
from hotdice.odds.race import solve_race
from hotdice.odds.refusals import Unsolvable
from hotdice.rules import Ruleset, load
from odds.reference import offers

Offer = tuple[int, int] | None
"""Points and dice that the player before has left."""


class Slow:
    """Whole passes over all starts of turns, offers included, until nothing changes."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules, self.table = rules, offers(rules)
        totals = [(total, True) for total in range(0, rules.target, rules.step)]
        if rules.opening:
            totals.append((0, False))
        self.value: dict[tuple[tuple[int, bool], tuple[int, bool], Offer], float] = {}
        gains: list[Offer] = [
            (gain, n)
            for gain in range(rules.step, rules.target, rules.step)
            for n in range(1, rules.dice + 1)
        ]
        for mine, yours in product(totals, totals):
            for offer in (None, *(gains if mine[1] else ())):
                # What was offered is part of the other's total.
                if offer is None or offer[0] <= yours[0]:
                    self.value[mine, yours, offer] = 0.5
        change = 1.0
        while change > 1e-11:
            change = 0.0
            for key in self.value:
                found = self.start(*key)
                change = max(change, abs(found - self.value[key]))
                self.value[key] = found

    def start(self, mine: tuple[int, bool], yours: tuple[int, bool], offer: Offer) -> float:
        known: dict[tuple[int, int], float] = {}

        def roll(total: int, dice: int) -> float:
            if (total, dice) not in known:
                mean = 0.0
                for orders, choices in self.table[dice]:
                    best = max((after(total + p, left) for p, left in choices), default=None)
                    mean += orders * ((1.0 - self.value[yours, mine, None]) if best is None else best)
                known[total, dice] = mean / 6**dice
            return known[total, dice]

        def after(total: int, dice: int) -> float:
            if self.rules.reached(mine[0] + total) and (mine[1] or total >= self.rules.opening):
                return 1.0
            legal = mine[1] or total >= self.rules.opening
            if not legal or total < self.rules.minimum:
                return roll(total, dice)
            left = (total, dice) if yours[1] else None
            return max(roll(total, dice), 1.0 - self.value[yours, (mine[0] + total, True), left])

        fresh = roll(0, self.rules.dice)
        return fresh if offer is None else max(fresh, roll(*offer))


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("kcd", ["target=200", "dice=3"]),
        ("busche-neller", ["target=250", "dice=2"]),
        ("kcd", ["target=250", "dice=2", "minimum=100"]),
        ("kcd", ["target=250", "dice=2", "opening=100"]),
    ],
)
def test_agrees_with_the_slow_reference(name: str, settings: list[str]) -> None:
    rules = load(name, [*settings, "piggyback=true"])
    slow, race = Slow(rules), solve_piggyback(rules)
    places = race.places
    stopped = 0
    for (mine, yours, offer), value in slow.value.items():
        mover, other = (places.number(total, opened=opened) for total, opened in (mine, yours))
        if offer is None:
            assert race.values[mover, other] == pytest.approx(value, abs=1e-9)
        elif mine[0] + offer[0] < rules.target:
            taken = max(
                race.values[mover, other],
                race.rolls[mover, other, (mine[0] + offer[0]) // rules.step, offer[1] - 1],
            )
            assert taken == pytest.approx(value, abs=1e-9)
            stopped += 1
    assert stopped


def test_taking_over_changes_the_game() -> None:
    """A control: without the offers the values are others, and the first player's edge too."""
    with_it = solve_piggyback(load("kcd", ["target=1000", "piggyback=true"]))
    without = solve_race(load("kcd", ["target=1000"]))
    assert abs(with_it.first_player_wins - without.first_player_wins) > 1e-4


def choose(race: PiggyRace, state: State) -> Bank | Roll | Keep | TakeOver:
    """The best command by the solved race."""
    places, full = race.places, state.rules.dice
    own, other = state.seats[state.mover], state.seats[1 - state.mover]
    mover, rival = (places.number(seat.total, opened=seat.opened) for seat in (own, other))
    start = int(places.rows[mover])

    def worth(total: int, dice: int) -> tuple[float, str]:
        row = start + total // places.step
        if row >= places.target_row:
            return 1.0, "bank"
        stop, roll = race.after_stop(mover, rival, row, dice), float(race.rolls[mover, rival, row, dice - 1])
        return (stop, "bank") if stop >= roll else (roll, "roll")

    if state.step is Step.ROLL:
        gain = (
            race.takes_over(own.total, other.total, state.offer, len(state.offered)) if state.offer else -1.0
        )
        return TakeOver(state.mover) if gain > 0 else Roll(state.mover)
    if state.step is Step.KEEP:
        found = []
        for option in state.rules.table.options(state.faces).options:
            value, then = worth(state.turn_total + option.points, option.dice_left or full)
            found.append((value, option.keep, then))
        _, keep, then = max(found)
        return Keep(state.mover, lowest_dice(state, keep), then)  # type: ignore[arg-type]
    then = "roll" if state.roll == 0 else worth(state.turn_total, len(state.hand) or full)[1]
    return Bank(state.mover) if then == "bank" else Roll(state.mover)


@pytest.mark.parametrize("games", [700, pytest.param(50_000, marks=pytest.mark.nightly)])
def test_games_by_the_referee_lie_within_their_interval(games: int) -> None:
    rules = load("kcd", ["target=1000", "piggyback=true"])
    race, dice, wins, taken = solve_piggyback(rules), random.Random(5), 0, 0
    for _ in range(games):
        state = new_game(rules, 2, first=0)
        while not state.over:
            if state.step is Step.WAIT:
                command: object = Throw(tuple(dice.randint(1, 6) for _ in state.in_the_air))
            else:
                command = choose(race, state)
                taken += isinstance(command, TakeOver)
            answer = play(state, command)  # type: ignore[arg-type]
            assert not isinstance(answer, Refusal), (answer, command)
            state = answer[0]
        wins += 0 in state.winners
    chance = race.first_player_wins
    assert abs(wins / games - chance) < 4 * (chance * (1 - chance) / games) ** 0.5
    assert taken


def test_what_is_not_solved_is_refused_by_key() -> None:
    for settings, key in [
        (["last_chance=others_once"], "last_chance"),
        (["penalty.points=500"], "penalty"),
        (["hot_dice=forced"], "hot_dice"),
        (["joker.face=1"], "joker"),
    ]:
        with pytest.raises(Unsolvable) as refusal:
            check_piggyback(load("kcd", ["piggyback=true", *settings]))
        assert refusal.value.key == key
