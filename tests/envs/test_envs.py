"""The environments pass the libraries' own checkers, and all of them play the referee's game."""

import warnings
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import hotdice.envs
from conftest import rest_by_night
from hotdice.envs import farkle_aec
from hotdice.envs.farkle import FarkleEnv
from hotdice.envs.layout import action_mask, to_action, to_command
from hotdice.envs.many import FarkleVectorEnv
from hotdice.game import Keep, Roll, Throw, new_game, play, turn_choices
from hotdice.rules import load, shipped

STEPS = 200
"""More decisions than a game has that is cut short after 60 turns."""
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


def walk(env: FarkleEnv, seed: str, game: int, number: int) -> list[tuple[Any, float, bool]]:
    """Game `number` with the lowest or the highest legal action, as the step and the row `game` say.

    Nothing where it is over before the agent can decide anything.
    """
    try:
        seen, _ = env.reset(seed=1, options={"dice": (seed, number)})
    except ValueError as refused:
        if "over before the agent can decide" not in str(refused):
            raise
        return []
    found: list[tuple[Any, float, bool]] = [(seen, 0.0, False)]
    for step in range(STEPS):
        legal = np.flatnonzero(seen["action_mask"])
        seen, reward, over, cut, _ = env.step(legal[-1 if (step + game) % 3 else 0])
        found.append((seen, reward, over or cut))
        if over or cut:
            break
    return found


def same_games(
    sheet: Any, bots: Sequence[str], reward: Any, count: int = 12, seed: str = "many", **more: Any
) -> None:
    """The vector plays the games of the single environment, to the last die.

    A game that is over before the agent can decide is followed by the next one of its row.
    """
    seat = min(1, len(bots))
    one = FarkleEnv(sheet, bots, seat=seat, reward=reward, max_turns=60, **more)
    expected, missed = [], np.zeros(count, np.int64)
    for game in range(count):
        while not (found := walk(one, seed, game, game + int(missed[game]) * count)):
            missed[game] += 1
        expected.append(found)
    many = FarkleVectorEnv(count, sheet, bots, seat=seat, reward=reward, max_turns=60, **more)
    seen, info = many.reset(options={"dice": seed})
    assert (info.get("missed_games", np.zeros(count)) == missed).all()
    rewards, over = np.zeros(count), np.zeros(count, bool)
    done = np.zeros(count, bool)
    for number in range(STEPS):
        for game in range(count):
            if number < len(expected[game]):
                fields, reward_one, ended = expected[game][number]
                assert reward_one == rewards[game]
                assert ended == over[game]
                for name, value in fields.items():
                    assert seen[name][game].tolist() == value.tolist(), (name, game, number)
        if done.all():
            break
        actions = np.zeros(count, np.int64)
        for game in range(count):
            legal = np.flatnonzero(seen["action_mask"][game])
            actions[game] = legal[-1 if (number + game) % 3 else 0] if legal.size else 0
        seen, rewards, ended_now, cut, _ = many.step(actions)
        over = ended_now | cut
        done |= over
    assert done.all()
    many.close()


@pytest.mark.parametrize("sheet", SHEETS)
@pytest.mark.parametrize("reward", ["win", "points"])
def test_many_games_at_once_are_the_same_games(sheet: str, reward: Any) -> None:
    for more in (0, 1) if load(sheet).max_players != 1 else (0,):
        same_games(sheet, opponents(sheet, more), reward)


@pytest.mark.parametrize(
    "bots",
    rest_by_night(
        [["random"], ["champion"], ["turn-optimal"], ["err:2"], ["random", "champion:2"]],
        ["champion"],
        ["random", "champion:2"],
    ),
    ids="+".join,
)
def test_many_games_against_books_and_lots_are_the_same_games(bots: list[str]) -> None:
    """Opponents whose turns must be worked out first, or that draw lots."""
    same_games(load("kcd" if len(bots) == 1 else "classic", ["target=3000"]), bots, "win")


@pytest.mark.parametrize("sheet", ["classic", "facebook", "marina"])
def test_features_of_many_games_are_those_of_one(sheet: str) -> None:
    same_games(sheet, opponents(sheet, 1), "win", observation="features")


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize("sheet", ["classic", "kcd", "facebook", "marina", "playmonster"])
def test_a_hundred_thousand_games_are_the_same_games(sheet: str, part: int) -> None:
    """The vector against the referee: every field of every decision of 2,000 games of each part."""
    bots = [["threshold:300"], ["greedy", "threshold:250"]][part % 2]
    for chunk in range(4):
        same_games(sheet, bots, ["win", "points"][part // 5], 500, f"part {part} {chunk}")


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
    with pytest.raises(ValueError, match="cards"):
        FarkleVectorEnv(2, "munchkin-farkle", ("greedy", "greedy"))


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
