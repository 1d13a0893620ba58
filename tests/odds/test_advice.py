"""Advice: every value by hand where a hand can reach it."""

import pytest

from hotdice.odds.advice import Question, advise, turn_values
from hotdice.odds.race import Race
from hotdice.odds.rolls import roll_odds
from hotdice.odds.solved import stored
from hotdice.odds.tables import chances
from hotdice.rules import load


def race_of(name: str) -> Race:
    solved = stored(load(name))
    assert isinstance(solved, Race)
    return solved


@pytest.mark.parametrize("dice", range(1, 7))
def test_rolling_with_the_win_in_hand_loses_only_by_a_farkle(dice: int) -> None:
    race = race_of("busche-neller")
    advice = advise(race, Question((9000, 4000), 2000, dice))
    assert (advice.best.action, advice.best.value) == ("bank", 1.0)
    farkle = roll_odds(race.rules, dice).farkles / 6**dice
    places = race.places
    other = float(chances(race.values[0, places.number(4000)])[places.number(9000)])
    assert advice.choices[1].value == pytest.approx(1.0 - farkle * other, abs=1e-9)
    assert advice.choices[1].loss == pytest.approx(farkle * other, abs=1e-9)


def test_a_stop_is_worth_what_the_other_player_then_has_not() -> None:
    race = race_of("facebook")
    advice = advise(race, Question((1000, 2000), 450, 2, (2, 1)))
    stop = next(choice for choice in advice.choices if choice.action == "bank")
    places = race.places
    other = chances(race.values[0, places.number(2000, 1)])[places.number(1450)]
    assert stop.value == pytest.approx(1.0 - float(other), abs=1e-9)
    assert stop.expected == 450


def test_what_the_rules_forbid_is_not_offered() -> None:
    below = advise(race_of("facebook"), Question((1000, 2000), 250, 3, (0, 0)))
    assert [choice.action for choice in below.choices] == ["roll"]
    closed = advise(race_of("classic"), Question((0, 2000), 450, 2, opened=(False, True)))
    assert [choice.action for choice in closed.choices] == ["roll"]
    free = advise(race_of("munchkin-farkle-plain"), Question((0, 2000), 450, 2, opened=(False, True)))
    assert {choice.action: choice.expected for choice in free.choices}["bank"] == 0


def test_the_worth_of_a_roll_is_the_mean_of_what_follows() -> None:
    race = race_of("playmonster")
    place = Question((9200, 9700), 500, 2)
    value = 0.0
    lost = advise(race, place).choices
    for first in range(1, 7):
        for second in range(1, 7):
            roll = (first, second)
            if race.rules.table.options(roll).farkle:
                places = race.places
                row = chances(race.values[0, places.number(9700)])
                value += 1.0 - float(row[places.number(9200)])
            else:
                value += advise(race, place, roll).best.value
    rolled = next(choice for choice in lost if choice.action == "roll")
    assert value / 36 == pytest.approx(rolled.value, abs=1e-9)


def test_the_last_turn_counts_what_is_missing() -> None:
    race = race_of("classic")
    place = Question((9500, 10000), 400, 1, phase="last")
    tie = advise(race, place, (1,))
    assert {c.action: c.value for c in tie.choices}["bank"] == 0.5
    keeps = advise(race_of("playmonster"), place, (1,))
    assert {c.action: c.value for c in keeps.choices}["bank"] == 0.0


@pytest.mark.parametrize(
    "place",
    [
        Question((10000, 5000), 0, 6),
        Question((5025, 5000), 0, 6),
        Question((500, 5000), 0, 6, opened=(False, True)),
        Question((9000, 9000), 300, 2, phase="last"),
    ],
)
def test_positions_that_no_game_has(place: Question) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        advise(race_of("classic"), place)


def test_rounds_need_their_round() -> None:
    solved = stored(load("marina"))
    assert solved is not None
    with pytest.raises(ValueError, match="--round"):
        advise(solved, Question((0, 0), 0, 6))


def test_a_play_off_is_a_round_from_even_totals() -> None:
    solved = stored(load("marina"))
    assert solved is not None
    first = advise(solved, Question((5000, 5000), 0, 6, phase="play_off"))
    second = advise(solved, Question((5000, 5600), 0, 6, mover_began=False, phase="play_off"))
    assert 0.3 < first.best.value < 0.5
    chase = advise(solved, Question((0, 600), 0, 6, mover_began=False, turns_left=1))
    assert second.best.value == pytest.approx(chase.best.value, abs=1e-12)


@pytest.mark.parametrize("sheet", ["kcd", "busche-neller", "cardgames", "facebook", "classic", "zilch"])
def test_the_inside_of_a_turn_agrees_with_the_table_near_the_target(sheet: str) -> None:
    """A row too few at the top would make the last turns of a game at once worth too little."""
    rules = load(sheet)
    race = race_of(sheet)
    near = rules.target - 400
    for totals in ((near, near), (near, 1000), (1000, near)):
        place = Question(totals, 0, rules.dice)
        numbers = [race.places.number(total) for total in totals]
        known = chances(race.values[0, numbers[0], numbers[1] : numbers[1] + 1])[0]
        assert turn_values(race, place).rolling(0, rules.dice)[0] == pytest.approx(known, abs=1e-9)
