"""What is not solved is refused with the key that is the reason, before any work is done."""

import time

import pytest

from hotdice.odds.estimate import check_size
from hotdice.odds.plan import roll_plan
from hotdice.odds.race import solve_race
from hotdice.odds.refusals import Goal, Unsolvable, check_goal, endless_without_risk
from hotdice.odds.solitaire import solve_solitaire
from hotdice.odds.turn import solve_turn
from hotdice.rules import Ruleset, from_raw, load

ONLY_A_PAIR = [f"singles.{face}=0" for face in (1, 5)] + [f"triples.{face}=0" for face in range(1, 7)]
ONLY_A_PAIR += ["straight=0", "runs.1-5=0", "runs.2-6=0", "sets=[{dice='11', points=100}]"]


@pytest.mark.parametrize(
    ("rules", "goal", "key"),
    [
        (load("munchkin-farkle"), "race", "deck"),
        (load("munchkin-farkle"), "turn", "deck"),
        (load("classic", ["weights=[1,1,1,1,1,2]"]), "race", "weights"),
        (load("marina"), "race", "rounds"),
        (load("classic"), "rounds", "target"),
        (load("classic"), "solitaire", "solo_goal"),
        (load("marina"), "solitaire", "solo_goal"),
        (load("marina-solitaire"), "rounds", "max_players"),
        (load("marina", ["penalty.floor=0"]), "rounds", "penalty.floor"),
        (load("classic", ["compensation=[0,10000]"]), "race", "compensation"),
        (load("classic", ["reach=exactly", "minimum=300"]), "race", "reach"),
        (
            load("kcd", ["opening=500", "dice=3", *ONLY_A_PAIR]),
            "race",
            "opening",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_refused_with_the_key(rules: Ruleset, goal: Goal, key: str) -> None:
    with pytest.raises(Unsolvable) as refused:
        check_goal(rules, goal)
    assert refused.value.key == key


def test_the_deck_names_the_plain_sheet() -> None:
    with pytest.raises(Unsolvable, match="munchkin-farkle-plain"):
        check_goal(load("munchkin-farkle"), "race")


@pytest.mark.parametrize(("goal", "players"), [("race", 3), ("rounds", 3), ("solitaire", 2), ("race", 1)])
def test_other_numbers_of_players(goal: Goal, players: int) -> None:
    name = {"race": "classic", "rounds": "marina", "solitaire": "marina-solitaire"}[goal]
    with pytest.raises(Unsolvable) as refused:
        check_goal(load(name), goal, players)
    assert refused.value.key == "players"


def test_a_floor_under_a_play_off_and_in_solitaire() -> None:
    race = load("classic", ["penalty.points=500", "penalty.floor=0", "ties=play_off", "target=500"])
    with pytest.raises(Unsolvable) as refused:
        solve_race(race)
    assert refused.value.key == "penalty.floor"
    with pytest.raises(Unsolvable) as refused:
        solve_solitaire(load("marina-solitaire", ["penalty.floor=0"]))
    assert refused.value.key == "penalty.floor"


def test_a_turn_without_risk() -> None:
    rules = from_raw({"target": 300, "scoring": {"singles": {str(face): 50 for face in range(1, 7)}}})
    assert endless_without_risk(roll_plan(rules))
    for goal in ("turn", "race"):
        with pytest.raises(Unsolvable) as refused:
            check_goal(rules, goal)
        assert refused.value.key == "scoring"


def test_too_many_states_are_refused_at_once() -> None:
    rules = from_raw({"target": 1_000_000, "scoring": {"singles": {"1": 1, "5": 50}}})
    start = time.process_time()
    with pytest.raises(Unsolvable, match=r"1,000,000,000,000 states are more than 25,000,000") as refused:
        check_size(rules, "race")
    assert time.process_time() - start < 1.0
    assert refused.value.key == "max-states"


def test_a_roll_without_risk_is_not_endless() -> None:
    """Zilch's gift makes six dice safe; what follows them is not."""
    assert roll_plan(load("zilch")).farkle[-1] == 0
    assert solve_turn(load("zilch")).bank_at()[6] is None
