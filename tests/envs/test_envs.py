"""The environments pass the libraries' own checkers, and all of them play the referee's game."""

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test
from scripts.same_games import chunk, compare

import hotdice.envs
from conftest import rest_by_night
from hotdice.envs import farkle_aec
from hotdice.envs.farkle import FarkleEnv
from hotdice.envs.layout import action_mask, to_action, to_command
from hotdice.envs.many import FarkleVectorEnv
from hotdice.game import Keep, Roll, Throw, new_game, play, turn_choices
from hotdice.rules import load, shipped

SHEETS = [name for name in shipped() if not load(name).deck]


def opponents(sheet: str, more: int = 0) -> tuple[str, ...]:
    bots = ("threshold:300", "greedy", "cautious")
    return bots[: max(0, load(sheet).min_players - 1 + more)]


@pytest.mark.parametrize("sheet", SHEETS)
@pytest.mark.parametrize("reward", ["win", "points"])
def test_gymnasium_checker(sheet: str, reward: str) -> None:
    env = gymnasium.make("hotdice/Farkle-v0", rules=sheet, opponents=opponents(sheet), reward=reward)
    assert hotdice.envs.FarkleEnv is FarkleEnv
    check_env(env.unwrapped)


@pytest.mark.parametrize("sheet", SHEETS)
def test_pettingzoo_checkers(sheet: str) -> None:
    players = load(sheet).min_players
    with warnings.catch_warnings():
        # PettingZoo says so of every environment with a mask that is not on its own list.
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        api_test(farkle_aec.env(rules=sheet, players=players), num_cycles=200, verbose_progress=False)
    seed_test(lambda: farkle_aec.env(rules=sheet, players=players), num_cycles=50)


def test_the_layout_of_actions_is_fixed() -> None:
    """Of two 5s only the lower die may be kept alone; a bank is the odd action."""
    state = new_game(load("busche-neller"), 2)
    for step in (Roll(0), Throw((2, 5, 5, 3, 4, 6))):
        result = play(state, step)
        assert isinstance(result, tuple)
        state = result[0]
    legal = np.flatnonzero(action_mask(state)).tolist()
    assert legal == [2, 3, 10, 11]  # dice 2, and dice 2 and 3, each with roll and bank
    assert to_command(state, 11) == Keep(0, (2, 3), "bank")
    for command in turn_choices(state):
        assert isinstance(command, Keep)
        assert to_command(state, to_action(state, command)) == command


@pytest.mark.parametrize("sheet", SHEETS)
@pytest.mark.parametrize("reward", ["win", "points"])
def test_many_games_at_once_are_the_same_games(sheet: str, reward: Any) -> None:
    for more in (0, 1) if load(sheet).max_players != 1 else (0,):
        bots = opponents(sheet, more)
        compare(sheet, bots, seat=min(1, len(bots)), reward=reward)


@pytest.mark.parametrize(
    "bots",
    rest_by_night(
        [["random"], ["champion"], ["turn-optimal"], ["err:2"], ["random", "champion:2"]],
        ["random", "champion:2"],
    ),
    ids="+".join,
)
def test_many_games_against_books_and_lots_are_the_same_games(bots: list[str]) -> None:
    """Opponents whose turns must be worked out first, or that draw lots."""
    compare(load("kcd" if len(bots) == 1 else "classic", ["target=3000"]), bots, seat=1)


@pytest.mark.parametrize(
    "settings",
    [
        ["target=3000", "bump=to_zero"],
        ["target=3000", "bump=swap", "last_chance=last_licks"],
        ["target=2000", "reach=exactly", "overshoot=welfare"],
    ],
    ids=",".join,
)
def test_many_games_with_rules_of_houses_are_the_same_games(settings: list[str]) -> None:
    """Bumps, last licks and welfare by the vector and by the referee; without them they are other games."""
    bots = "greedy", "threshold:250"
    found = compare(load("classic", settings), bots, rows=30, games=2, seat=1)
    without = [setting for setting in settings if setting.startswith(("target", "reach"))]
    assert found.over > 40
    assert found != compare(load("classic", without), bots, rows=30, games=2, seat=1)


@pytest.mark.parametrize("sheet", ["classic", "facebook", "marina"])
def test_features_of_many_games_are_those_of_one(sheet: str) -> None:
    compare(sheet, opponents(sheet, 1), seat=1, games=2, observation="features", rotate=True)


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(50))
def test_a_hundred_thousand_games_are_the_same_games(part: int) -> None:
    """The vector against the referee: every field of every decision of 2,000 games of each part."""
    for number in range(4 * part, 4 * part + 4):
        chunk(number)


def test_a_game_that_is_over_begins_anew_with_other_dice() -> None:
    many = FarkleVectorEnv(4, "kcd", ["greedy"], reward="points", rotate=True)
    seen, _ = many.reset(seed=3)
    places = set()
    games = 0
    for _ in range(600):
        places.add(int(seen["place"][0, 0]))
        masks = seen["action_mask"]
        seen, _, over, _, _ = many.step(masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1))
        games += int(over.sum())
    assert games > 40
    assert places == {0, 1}


def test_illegal_actions() -> None:
    strict = FarkleEnv(illegal="raise")
    seen, _ = strict.reset(seed=1)
    illegal = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    with pytest.raises(ValueError, match="is not legal now"):
        strict.step(np.int64(illegal))
    mild = FarkleEnv()
    mild.reset(seed=1)
    assert mild.step(np.int64(illegal))[4]["illegal"] is True
    many = FarkleVectorEnv(2)
    many.reset(seed=1)
    with pytest.raises(ValueError, match="is not legal in game"):
        many.step(np.full(2, 125))
    with pytest.raises(ValueError, match="reward is"):
        FarkleEnv(reward="glory")  # type: ignore[arg-type]


def test_pettingzoo_ends_the_game_on_an_illegal_action() -> None:
    env = farkle_aec.env()
    env.reset(seed=1)
    mask = env.last()[0]["action_mask"]
    env.step(int(np.flatnonzero(mask == 0)[0]))
    assert any(env.terminations.values())


def test_rewards_of_two_add_up() -> None:
    for reward, expected in (("win", 0.0), ("points", None)):
        env = farkle_aec.raw_env("playmonster", 2, reward=reward)  # type: ignore[arg-type]
        env.reset(seed=5)
        sums = dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            seen, gained, over, cut, _ = env.last()
            sums[agent] += gained
            env.step(None if over or cut else int(np.flatnonzero(seen["action_mask"])[-1]))
        if expected is not None:
            assert sum(sums.values()) == expected
        else:
            assert max(sums.values()) >= 10_000
