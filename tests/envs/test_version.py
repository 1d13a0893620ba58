"""The number in an environment's name goes up with what it plays: version 0 is what it was when it came."""

import hashlib
import json

import gymnasium
import numpy as np
import pytest

import hotdice.envs  # noqa: F401 - registers the environment

VERSION_0 = {"classic": "048da08659032d3b", "marina": "1e6b67f040d47682", "facebook": "554c0e299240678d"}
"""What was seen and won in games of these sheets by the first version."""


def digest_of(rules: str, name: str = "hotdice/Farkle-v0") -> str:
    """Fields, masks and rewards of some games in which every third legal action is chosen in turn."""
    env = gymnasium.make(name, rules=rules, opponents=("greedy",))
    digest = hashlib.sha256()
    for seed in range(3):
        seen, _ = env.reset(seed=seed)
        over, number = False, 0
        while not over:
            legal = np.flatnonzero(seen["action_mask"])
            number += 3
            seen, reward, ended, cut, _ = env.step(int(legal[number % len(legal)]))
            over = ended or cut
            fields = {field: np.asarray(seen[field]).tolist() for field in sorted(seen)}
            digest.update(json.dumps([fields, float(reward)]).encode())
    env.close()
    return digest.hexdigest()[:16]


@pytest.mark.parametrize("rules", VERSION_0)
def test_version_0_plays_what_it_played(rules: str) -> None:
    assert digest_of(rules) == VERSION_0[rules]


def test_another_game_would_be_noticed() -> None:
    """Negative control."""
    assert digest_of("busche-neller") not in VERSION_0.values()
