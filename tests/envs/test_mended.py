"""What learners tripped over: games that are over at once, seats that change with a seed, wrong vectors."""

import math
from pathlib import Path

import gymnasium
import numpy as np
import pytest

import hotdice.envs
from hotdice.envs.farkle import FarkleEnv
from hotdice.envs.farkle_aec import raw_env
from hotdice.envs.layout import to_command
from hotdice.envs.many import FarkleVectorEnv
from hotdice.game import Keep
from hotdice.odds.three_advice import advise_three
from hotdice.odds.three_table import make_three, stored_three
from hotdice.players.solver_view import question_of
from hotdice.rules import load

SHORT = ["target=300", "opening=0"]


def test_a_reset_never_returns_a_finished_game_and_counts_what_was_missed() -> None:
    env = FarkleEnv("classic", ["threshold:300"], seat=1, settings=SHORT)
    missed = 0
    for seed in range(400):
        seen, info = env.reset(seed=seed)
        assert seen["action_mask"].any()
        missed += len(info.get("missed", ()))
        assert all(reward == -1 for reward in info.get("missed", ()))
    assert missed > 0  # the case that the test is about did come up


def test_the_vector_counts_every_game_once() -> None:
    """Rows that end before their agent can decide are counted, and no mask is ever empty."""
    games = FarkleVectorEnv(400, "classic", ["threshold:300"], seat=1, settings=SHORT)
    seen, info = games.reset(seed=5)
    missed = int(np.sum(info.get("missed_games", 0)))
    assert missed > 0
    assert (info["missed"] == -info["missed_games"]).all()
    finished = 0
    for _ in range(60):
        live = seen["action_mask"].any(axis=1)
        seen, rewards, over, _, info = games.step(seen["action_mask"].argmax(axis=1))
        assert not (over & ~live).any()  # a row that was over begins anew, and is never over at once
        assert (np.abs(rewards[over]) == 1).all()
        finished += int(over.sum())
        missed += int(np.sum(info.get("missed_games", 0)))
    assert finished > 400
    assert missed > 0


def test_the_same_seed_begins_with_the_same_seat() -> None:
    env = FarkleEnv("kcd", ["greedy", "greedy"], rotate=True)
    first = [env.reset(seed=3)[0]["roll"].tolist()] + [env.reset()[0]["roll"].tolist() for _ in range(4)]
    again = [env.reset(seed=3)[0]["roll"].tolist()] + [env.reset()[0]["roll"].tolist() for _ in range(4)]
    assert first == again


@pytest.mark.parametrize("make", [lambda r, s: FarkleEnv(r, settings=s), lambda r, s: raw_env(r, settings=s),
                                  lambda r, s: FarkleVectorEnv(2, r, settings=s)])  # fmt: skip
def test_environments_take_a_rule_set_and_settings(make) -> None:  # type: ignore[no-untyped-def]
    house = load("classic", ["target=3000"])
    assert make(house, ()).rules == house
    assert make("classic", ["target=3000"]).rules.target == 3000
    with pytest.raises(ValueError, match="settings go with the name"):
        make(house, ["target=3000"])


def test_action_masks_are_those_of_the_observation() -> None:
    env, games = FarkleEnv("kcd", ["greedy"]), FarkleVectorEnv(3, "kcd", ["greedy"])
    for each in (env, games):
        seen, _ = each.reset(seed=2)
        assert (each.action_masks() == (seen["action_mask"] == 1)).all()
        assert each.action_masks().any(axis=-1).all()


def test_make_vec_makes_the_compiled_vector() -> None:
    gymnasium.register_envs(hotdice.envs)
    games = gymnasium.make_vec("hotdice/Farkle-v0", num_envs=3, rules="kcd", opponents=["greedy"])
    assert isinstance(games.unwrapped, FarkleVectorEnv)
    seen, _ = games.reset(seed=1)
    assert seen["action_mask"].shape == (3, 126)


def test_regret_with_three_players_needs_their_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What an action loses is what the exact advice for three says; without the table nobody knows."""
    monkeypatch.setenv("HOTDICE_TABLES", str(tmp_path))
    rules = load("classic", ["target=700"])

    def losses() -> list[tuple[float | None, float]]:
        env = FarkleEnv(rules, ["greedy", "cautious"], regret=True)
        seen, _ = env.reset(seed=3)
        found: list[tuple[float | None, float]] = []
        over = False
        while not over:
            state, action = env.state, np.flatnonzero(seen["action_mask"])[-1]
            keep = to_command(state, int(action))
            assert isinstance(keep, Keep)
            race = stored_three(rules)
            loss = math.nan
            if race is not None:
                shown = dict(zip(state.hand, state.faces, strict=True))
                kept = "".join(sorted(str(shown[die]) for die in keep.dice))
                choices = advise_three(race, question_of(state), state.faces).choices
                loss = next(c.loss for c in choices if (c.keep, c.action) == (kept, keep.then))
            seen, _, over, _, info = env.step(action)
            found.append((info["regret"], loss))
        return found

    assert all(regret is None for regret, _ in losses())
    make_three(rules)
    known = losses()
    assert known
    assert any(regret for regret, _ in known)
    for regret, loss in known:
        assert regret == pytest.approx(loss, abs=1e-9)
