"""Every bot plays by the rules that houses add, and whoever knows nothing of them says so."""

import pytest

from hotdice.coach.places import NothingToSay
from hotdice.coach.sources import values_for
from hotdice.envs.layout import action_count
from hotdice.game import SeededDice, TakeOver, new_game, parse_position
from hotdice.odds.refusals import GOALS, Unsolvable, check_goal
from hotdice.players import make, play_out
from hotdice.players.keeping import takes_over
from hotdice.rules import load

RULES = {
    "joker": ["joker.face=1", "joker.dice=3"],
    "instant_win": ["instant_win=[{ alike = 5 }]"],
    "instant_loss": ['instant_loss=[{ dice = "2266" }]'],
    "bank_step": ["bank_step=100"],
    "overshoot": ["reach=exactly", "overshoot=welfare"],
    "bump": ["bump=to_zero"],
    "piggyback": ["piggyback=true"],
    "last_chance": ["last_chance=last_licks"],
}
BOTS = (
    "random:1",
    "cautious",
    "threshold:300",
    "greedy",
    "eager",
    "schemer",
    "thumb",
    "paper",
    "turn-optimal",
)
SOLVERS = ("err:2", "champion")


@pytest.mark.parametrize("key", RULES)
def test_every_bot_plays_a_rule_of_houses_to_the_end(key: str) -> None:
    rules = load("cardgames", ["target=1500", "opening=0", *RULES[key]])
    assert key in rules.beyond
    for place in range(0, len(BOTS), 3):
        bots = [make(bot) for bot in (*BOTS[place : place + 3], "random:2")]
        assert play_out(new_game(rules, 4, first=0), bots, SeededDice(key))[0].over
    pair = [make(bot) for bot in (*SOLVERS, "random:2")]
    assert play_out(new_game(rules, 3, first=0), pair, SeededDice(key))[0].over


def test_every_bot_plays_with_dice_of_its_own() -> None:
    rules = load("kcd", ["target=1500"])
    for bot in (*BOTS, *SOLVERS):
        bags = ("3*standard,2*heavenly-kingdom,1*odd", "5*standard,1*devils-head")
        state = new_game(rules, 2, first=0, bags=bags)
        assert play_out(state, [make(bot), make("greedy")], SeededDice(bot))[0].over


def test_points_are_taken_over_where_they_are_worth_it() -> None:
    much = parse_position(_offer("p900.123456"))
    assert takes_over(much)
    assert make("greedy").choose(much) == TakeOver(1)
    assert not takes_over(parse_position(_offer("p900.1"))), "one die farkles too often"
    assert not takes_over(parse_position(_offer("p100.12345"))), "a first roll brings more"


def _offer(offer: str) -> str:
    start = new_game(load("classic", ["piggyback=true"]), 2, first=0)
    from hotdice.game import print_position

    rules = print_position(start).split("~")[0]
    return f"{rules}~r1~s1~m2~n~600.0.y_600.0.y~t0.6.{offer}"


@pytest.mark.parametrize("key", RULES)
def test_who_lives_on_tables_declines_by_the_key(key: str) -> None:
    rules = load("cardgames", RULES[key])
    for goal in GOALS:
        with pytest.raises(Unsolvable) as refused:
            check_goal(rules, goal)
        assert refused.value.key == key
    with pytest.raises(NothingToSay):
        values_for(new_game(rules, 2, first=0))


def test_environments_decline_what_they_have_no_action_for() -> None:
    for key in ("joker", "piggyback"):
        with pytest.raises(ValueError, match=key):
            action_count(load("cardgames", RULES[key]), 2)
    assert action_count(load("cardgames", RULES["bump"]), 2) == 126
