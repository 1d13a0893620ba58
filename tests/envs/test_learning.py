"""Environments as learners use them: all seats learn, features or raw numbers, exact regret on request."""

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hotdice.envs import farkle_aec
from hotdice.envs.farkle import FarkleEnv
from hotdice.envs.features import features_of
from hotdice.envs.layout import observe
from hotdice.envs.many import FarkleVectorEnv
from hotdice.odds.three_table import make_three
from hotdice.rules import Ruleset, load


def picked(mask: Any, number: int) -> int:
    """The highest legal action, every third time the lowest."""
    legal = np.flatnonzero(mask)
    return int(legal[-1 if number % 3 else 0]) if legal.size else 0


@pytest.mark.parametrize("reward", ["win", "points"])
@pytest.mark.parametrize("players", [2, 3])
def test_self_play_is_the_game_of_the_referee(players: int, reward: Any) -> None:
    check_self_play(load("classic", ["target=1500"]), players, reward, 20)


def check_self_play(rules: Ruleset, players: int, reward: Any, count: int) -> None:
    """Rows of the vector in which all learn, against PettingZoo's game with the same dice."""
    many = FarkleVectorEnv(count, rules, ["self"] * (players - 1), reward=reward)
    seen, info = many.reset(options={"dice": "both"})
    games = [farkle_aec.raw_env(rules, players, reward=reward) for _ in range(count)]
    for number, game in enumerate(games):
        game.reset(options={"dice": ("both", number)})
    done = np.zeros(count, bool)
    step = 0
    while not done.all():
        actions = np.array([picked(seen["action_mask"][row], step + row) for row in range(count)])
        for row, game in enumerate(games):
            if done[row]:
                continue
            seat = int(info["agent"][row])
            assert game.agent_selection == f"player_{seat}"
            for name, value in observe(game._state, seat).items():
                assert seen[name][row].tolist() == value.tolist(), name
            game.step(int(actions[row]))
        actors = info["agent"]
        seen, rewards, over, _, info = many.step(actions)
        for row, game in enumerate(games):
            if not done[row]:
                expected = [game.rewards[f"player_{seat}"] for seat in range(players)]
                assert info["rewards"][row].tolist() == expected
                assert rewards[row] == expected[actors[row]]
                assert bool(over[row]) == game._state.over
        done |= over
        step += 1
    many.close()


def test_learners_and_bots_at_one_table() -> None:
    """With a bot between them the agents are numbered among themselves, wherever they begin."""
    games = FarkleVectorEnv(50, "kcd", ["greedy", "self"], rotate=True)
    _, info = games.reset(seed=1)
    seen: set[int] = set()
    for _ in range(120):
        seen |= set(info["agent"].tolist())
        masks = games.action_masks()
        _, _, over, _, info = games.step(masks.argmax(axis=1))
        assert info["rewards"].shape == (50, 2)
        assert (info["rewards"][over].max(axis=1) <= 1).all()
    assert seen == {0, 1}


def test_features_are_the_same_everywhere() -> None:
    rules = load("munchkin-farkle")
    one = FarkleEnv(rules, ["greedy", "greedy"], observation="features")
    table = farkle_aec.raw_env(rules, 3, observation="features")
    first, _ = one.reset(seed=1, options={"dice": ("a", 1)})
    table.reset(options={"dice": ("a", 1)})
    raw = features_of(rules, 3, observe(one.state, 0))
    assert one.observation_space.contains(first)
    assert first["observation"].tolist() == raw.tolist()
    assert table.observation_space("player_0").contains(table.observe("player_0"))
    assert raw.shape == table.observe("player_0")["observation"].shape
    makers: list[Any] = [FarkleEnv, farkle_aec.raw_env, lambda **given: FarkleVectorEnv(2, **given)]
    for make in makers:
        with pytest.raises(ValueError, match="observation is 'raw' or 'features'"):
            make(observation="pictures")


def regrets(rules: Any, bots: list[str], count: int, steps: int) -> tuple[list[Any], list[Any]]:
    """What the vector and the single environment say of the same actions."""
    many = FarkleVectorEnv(count, rules, bots, regret=True)
    seen, _ = many.reset(options={"dice": "loss"})
    told = []
    for step in range(steps):
        actions = np.array([picked(seen["action_mask"][row], step + row) for row in range(count)])
        seen, _, _, _, info = many.step(actions)
        told.append(info["regret"])
    expected = []
    for row in range(count):
        one = FarkleEnv(rules, bots, regret=True)
        view, _ = one.reset(options={"dice": ("loss", row)})
        line: list[float] = []
        over = False
        while len(line) < steps and not over:
            view, _, over, _, about = one.step(np.int64(picked(view["action_mask"], len(line) + row)))
            line.append(math.nan if about["regret"] is None else about["regret"])
        expected.append(line)
    return [[float(told[at][row]) for at in range(len(expected[row]))] for row in range(count)], expected


def test_regret_in_the_vector_is_that_of_the_single_environment() -> None:
    for sheet in ("classic", "facebook"):
        told, expected = regrets(load(sheet, ["target=1000"]), ["greedy"], 6, 12)
        assert told == expected
        assert sum(map(sum, told)) > 0


def test_regret_of_three_in_vector_aec_and_parallel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOTDICE_TABLES", str(tmp_path))
    rules = load("classic", ["target=700"])
    told, _ = regrets(rules, ["greedy", "cautious"], 2, 3)
    assert all(math.isnan(loss) for line in told for loss in line)
    make_three(rules)
    told, expected = regrets(rules, ["greedy", "cautious"], 4, 8)
    assert told == expected
    assert sum(map(sum, told)) > 0
    table = farkle_aec.raw_env(rules, 3, regret=True)
    both = farkle_aec.parallel_env(rules=rules, players=3, regret=True)
    table.reset(options={"dice": ("loss", 0)})
    seen, _ = both.reset(options={"dice": ("loss", 0)})
    many = FarkleVectorEnv(1, rules, ["self", "self"], regret=True)
    many.reset(options={"dice": "loss"})
    for step in range(8):
        agent = table.agent_selection
        action = picked(table.observe(agent)["action_mask"], step)
        assert picked(seen[agent]["action_mask"], step) == action
        table.step(action)
        seen, _, over, _, infos = both.step(dict.fromkeys(both.agents, action))
        loss = table.infos[agent]["regret"]
        assert loss >= 0
        assert infos[agent]["regret"] == loss
        assert many.step(np.array([action]))[4]["regret"].tolist() == [loss]
        if all(over.values()):
            break
