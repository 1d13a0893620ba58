"""The first bots: what each does, and that they play what they say."""

import pytest

from hotdice.game import Bank, Keep, Roll, SeededDice, new_game, parse_position
from hotdice.game.choices import keeps
from hotdice.players import Bot, IllegalMove, Player, UnknownBot, bots, make, play_out
from hotdice.players.keeping import total_to_win
from hotdice.rules import load

OPEN = "busche-neller~r1~s1~m1~n~0.0.y_0.0.y"


@pytest.mark.parametrize(
    ("total", "bot", "stops"),
    [(250, "threshold:300", False), (300, "threshold:300", True), (50, "cautious", True)],
)
def test_threshold_stops_at_the_first_total_of_n_or_more(total: int, bot: str, stops: bool) -> None:
    state = parse_position(f"{OPEN}~t{total}.3")
    assert make(bot).choose(state) == (Bank(0) if stops else Roll(0))


def test_threshold_stops_on_hot_dice_too() -> None:
    assert make("threshold:300").choose(parse_position(f"{OPEN}~t1000.0")) == Bank(0)


def test_threshold_waits_for_a_legal_total() -> None:
    state = parse_position("playmonster~r1~s1~m1~n~0.0.n_0.0.n~t350.3")
    assert make("threshold:300").choose(state) == Roll(0)


def test_most_points_then_fewest_dice() -> None:
    state = parse_position("playmonster~r1~s1~m1~n~0.0.n_0.0.n~t0.6.222233")
    assert keeps(state)[0].dice == (1, 2, 3, 4, 5, 6)  # 1,500 as four and a pair
    flat = parse_position("cardgames~r1~s1~m1~n~0.0.y_0.0.y~t0.6.111233")
    assert keeps(flat)[0] == Keep(0, (1, 2, 3))


@pytest.mark.parametrize("bot", ["threshold:300", "greedy", "cautious"])
def test_on_a_last_turn_they_go_for_the_winning_total(bot: str) -> None:
    short = parse_position("playmonster~r9~s1~m2~l1~10250.0.y_9000.0.y~t1250.1")
    assert make(bot).choose(short) == Roll(1)
    enough = parse_position("playmonster~r9~s1~m2~l1~10250.0.y_9000.0.y~t1300.5")
    assert make(bot).choose(enough) == Bank(1)


@pytest.mark.parametrize(
    ("position", "goal"),
    [
        ("playmonster~r9~s1~m2~l1~10250.0.y_9000.0.y~t0.6", 10300),
        ("classic~r9~s1~m2~l1~10250.0.y_9000.0.y~t0.6", 10250),
        ("playmonster~r9~s1~m3~l1~10250.0.y_10500.0.y_9000.0.y~t0.6", 10500),
        ("marina~r10~s1~m2~n~3000.0.y_2000.0.y~t0.6", 3050),
        ("marina~r10~s1~m1~n~3000.0.y_2000.0.y~t0.6", None),
        ("marina~r11~s1~m2~p1.2~3000.0.y_3000.0.y_9000.0.y~t0.6", 3050),
        ("marina-solitaire~r10~s1~m1~n~3000.0.y~t0.6", 10001),
        ("marina-solitaire~r9~s1~m1~n~3000.0.y~t0.6", None),
        ("classic~r9~s1~m1~n~9900.0.y_9000.0.y~t0.6", None),
    ],
)
def test_the_total_that_wins(position: str, goal: int | None) -> None:
    assert total_to_win(parse_position(position)) == goal


def test_greedy_rolls_only_while_it_gains() -> None:
    # three dice: 27.8 % farkle, 86.8 on average, so the edge lies at 312.5
    assert make("greedy").choose(parse_position(f"{OPEN}~t300.3")) == Roll(0)
    assert make("greedy").choose(parse_position(f"{OPEN}~t350.3")) == Bank(0)


def test_random_is_repeatable_and_not_always_the_same() -> None:
    state = parse_position(f"{OPEN}~t300.3")
    assert make("random:1").choose(state) == make("random:1").choose(state)
    assert {type(make(f"random:{seed}").choose(state)) for seed in range(20)} == {Roll, Bank}


def test_a_better_bot_wins_more() -> None:
    rules = load("facebook")
    wins = 0
    for seed in range(60):
        players: list[Player] = [make("threshold:300"), make("random:x")]
        wins += play_out(new_game(rules, 2), players, SeededDice(str(seed)))[0].winners == (0,)
    assert wins > 45


@pytest.mark.parametrize(
    "name", ["", "nobody", "threshold", "threshold:-1", "threshold:9999999", "cautious:1"]
)
def test_unknown_bots(name: str) -> None:
    with pytest.raises(UnknownBot):
        make(name)


def test_the_line_up_has_characters() -> None:
    for bot in bots():
        assert isinstance(bot, Bot)
        assert bot.character.endswith(".")


def test_a_cheat_is_caught() -> None:
    class Cheat:
        def choose(self, state: object) -> Bank:
            return Bank(0)

    with pytest.raises(IllegalMove, match="Roll first"):
        play_out(new_game(load("classic"), 2), [Cheat(), Cheat()], SeededDice("1"))
