"""The libraries' own checkers on every configuration, and many seeds: no empty mask, every game once.

`make test` tries a sample of the seeds, the nightly run 3,000 of each configuration.
"""

import warnings
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test

from hotdice.envs import farkle_aec
from hotdice.envs.farkle import FarkleEnv
from hotdice.envs.many import FarkleVectorEnv
from hotdice.envs.views_kernel import GAME
from hotdice.rules import load

SHORT = load("classic", ["target=500", "opening=0"])
CARDS = load("munchkin-farkle", ["target=1000"])
TWO, THREE = ["threshold:300"], ["threshold:300", "greedy"]
CONFIGURATIONS: dict[str, dict[str, Any]] = {
    "plain": {"rules": SHORT, "opponents": TWO},
    "second": {"rules": SHORT, "opponents": TWO, "seat": 1},
    "rotate": {"rules": SHORT, "opponents": TWO, "rotate": True},
    "features": {"rules": SHORT, "opponents": TWO, "seat": 1, "observation": "features"},
    "points": {"rules": SHORT, "opponents": TWO, "reward": "points", "rotate": True},
    "three": {"rules": SHORT, "opponents": THREE, "seat": 2},
    "three-rotate": {"rules": SHORT, "opponents": THREE, "rotate": True, "seat": 1},
    "rounds": {"rules": load("marina", ["rounds=1"]), "opponents": TWO, "seat": 1},
    "cards": {"rules": CARDS, "opponents": ["greedy", "greedy"], "seat": 2, "rotate": True},
    "cards-features": {"rules": CARDS, "opponents": ["greedy", "greedy"], "observation": "features"},
}
NIGHTLY = 3000


def no_empty_mask(given: dict[str, Any], seeds: int) -> int:
    """A game of each seed: whoever is asked has something to choose. How many games were missed."""
    env = FarkleEnv(**given)
    missed = 0
    for seed in range(seeds):
        seen, info = env.reset(seed=seed)
        missed += len(info.get("missed", ()))
        over = cut = False
        while not (over or cut):
            assert seen["action_mask"].any(), seed
            seen, _, over, cut, _ = env.step(env.action_space.sample())
        assert not seen["action_mask"].any()
    return missed


def counted_once(given: dict[str, Any], rows: int, steps: int) -> None:
    """Every number of a game is begun once, and is told of once: as an end, as cut short, or as missed."""
    games = FarkleVectorEnv(rows, **given)
    seen, info = games.reset(seed=1)
    told = np.asarray(info.get("missed_games", np.zeros(rows, np.int64))).copy()
    for _ in range(steps):
        highest = seen["action_mask"].shape[1] - 1 - seen["action_mask"][:, ::-1].argmax(axis=1)
        seen, _, over, cut, info = games.step(np.where(seen["action_mask"].any(axis=1), highest, 0))
        assert (seen["action_mask"].any(axis=1) == ~(over | cut)).all()
        assert not (over & cut).any()
        told += over | cut
        told += info.get("missed_games", 0)
    number = games._games.now[:, GAME] // rows  # games that were begun in each row before the one at hand
    live = ~(over | cut)
    assert (told == number + np.where(live, 0, 1)).all()
    assert told.sum() > rows
    games.close()


def quiet_parallel(given: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        # PettingZoo says so of every environment with a mask that is not on its own list.
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        api_test(farkle_aec.env(**given), num_cycles=100, verbose_progress=False)
        parallel_api_test(farkle_aec.parallel_env(**given), num_cycles=100)


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_gymnasium_checker_and_some_seeds(name: str) -> None:
    given = CONFIGURATIONS[name]
    check_env(FarkleEnv(**given), skip_render_check=True)
    no_empty_mask(given, 3 if "cards" in name else 40)


@pytest.mark.parametrize("name", [name for name in CONFIGURATIONS if "cards" not in name])
def test_every_game_of_the_vector_is_counted_once(name: str) -> None:
    counted_once(CONFIGURATIONS[name], 300, 60)


@pytest.mark.parametrize("opponents", [["self"], ["self", "self"], ["greedy", "self"]], ids="+".join)
def test_every_game_of_self_play_is_counted_once(opponents: list[str]) -> None:
    counted_once({"rules": SHORT, "opponents": opponents, "rotate": True}, 300, 60)


def test_a_game_told_twice_or_not_at_all_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The counter above fails where an end is swallowed, and where one is told again."""
    step = FarkleVectorEnv.step
    for change in (lambda over: over & False, lambda over: over | True):

        def wrong(self: Any, actions: Any, change: Any = change) -> Any:
            seen, rewards, over, cut, info = step(self, actions)
            return seen, rewards, change(over), cut, info

        monkeypatch.setattr(FarkleVectorEnv, "step", wrong)
        with pytest.raises(AssertionError):
            counted_once(CONFIGURATIONS["plain"], 50, 30)


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("observation", ["raw", "features"])
def test_pettingzoo_checkers(players: int, observation: str) -> None:
    quiet_parallel({"rules": SHORT, "players": players, "observation": observation})


def test_pettingzoo_checkers_with_cards() -> None:
    quiet_parallel({"rules": CARDS, "players": 3, "observation": "features"})


@pytest.mark.nightly
@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_three_thousand_seeds(name: str) -> None:
    missed = no_empty_mask(CONFIGURATIONS[name], NIGHTLY)
    if name == "rounds":
        assert missed > 0  # the case that all this is about did come up


@pytest.mark.nightly
@pytest.mark.parametrize("players", [2, 3])
def test_three_thousand_seeds_of_pettingzoo(players: int) -> None:
    env = farkle_aec.raw_env(load("marina", ["rounds=1"]), players)
    missed = 0
    for seed in range(NIGHTLY):
        env.reset(seed=seed)
        missed += len(env.infos["player_0"].get("missed", ()))
        while not any(env.terminations.values()):
            mask = env.observe(env.agent_selection)["action_mask"]
            assert mask.any(), seed
            env.step(int(np.flatnonzero(mask)[0]))
        assert sum(env.rewards.values()) in (0, -1, players * -1 + 2)
    assert missed >= 0


@pytest.mark.nightly
@pytest.mark.parametrize("name", [name for name in CONFIGURATIONS if "cards" not in name])
def test_three_thousand_rows(name: str) -> None:
    counted_once(CONFIGURATIONS[name], NIGHTLY, 200)
