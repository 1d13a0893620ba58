"""MaskablePPO on a short task: `python -m scripts.ppo_train [--steps N] [--seconds S] [--task farkle-1k]`.

A baseline from sb3-contrib (`pip install sb3-contrib`), as it comes: it plays the vector environment with
features against `turn-optimal`, sees a win or a loss at the end, and is then asked at every roll that it can
meet. What it is worth is printed as JSON, the last line of it.
"""

import argparse
import time
from typing import Any

import msgspec
import numpy as np

from hotdice.arena.tasks import task
from hotdice.envs.many import FarkleVectorEnv
from hotdice.envs.rolled import evaluate_rolled

ROWS = 256


def table_for(name: str) -> Any:
    """The vector environment as stable-baselines3 has it."""
    from stable_baselines3.common.vec_env import VecEnv

    class Table(VecEnv):  # type: ignore[misc]
        """Rows that are over wait for one step, in which their action says nothing."""

        def __init__(self) -> None:
            rules = task(name).rules
            self.games = FarkleVectorEnv(ROWS, rules, ["turn-optimal"], rotate=True, observation="features")
            space = self.games.single_observation_space
            super().__init__(ROWS, space["observation"], self.games.single_action_space)
            self.actions: Any = None

        def reset(self) -> Any:
            """Begin all games."""
            return self.games.reset(seed=1)[0]["observation"]

        def step_async(self, actions: Any) -> None:
            """Note the actions."""
            self.actions = actions

        def step_wait(self) -> Any:
            """Carry them out."""
            seen, rewards, over, cut, _ = self.games.step(self.actions)
            infos: list[dict[str, Any]] = [{} for _ in range(ROWS)]
            for row in np.flatnonzero(over | cut).tolist():
                infos[row] = {"terminal_observation": seen["observation"][row]}
            return seen["observation"], rewards.astype(np.float32), over | cut, infos

        def env_method(self, method_name: str, *_: Any, **__: Any) -> Any:
            """The masks, where anything is legal at all."""
            assert method_name == "action_masks"
            masks = self.games.action_masks()
            masks[~masks.any(axis=1), 0] = True
            return list(masks)

        def has_attr(self, attr_name: str) -> bool:
            """Only the masks."""
            return attr_name == "action_masks"

        def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
            """Nothing else is to be had."""
            return [getattr(self, attr_name, None)] * ROWS

        def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
            """Nothing is to be set."""

        def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
            """By nothing."""
            return [False] * ROWS

        def close(self) -> None:
            """Let the threads go."""
            self.games.close()

    return Table()


def main() -> None:
    """Train, then measure."""
    parser = argparse.ArgumentParser(description="Train MaskablePPO on a short task and measure it exactly.")
    parser.add_argument("--task", default="farkle-1k")
    parser.add_argument("--steps", type=int, default=10_000_000)
    parser.add_argument("--seconds", type=float, default=3600)
    given = parser.parse_args()
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.callbacks import BaseCallback

    began = time.monotonic()

    class Clock(BaseCallback):  # type: ignore[misc]
        """Ends the training in time."""

        def _on_step(self) -> bool:
            return bool(time.monotonic() - began < given.seconds)

    table = table_for(given.task)
    model = MaskablePPO(
        "MlpPolicy", table, n_steps=64, batch_size=4096, gamma=1.0, learning_rate=1e-3, ent_coef=0.005,
        policy_kwargs={"net_arch": [128, 128]}, seed=1, device="cpu",
    )  # fmt: skip
    model.learn(given.steps, callback=Clock())
    print(f"{model.num_timesteps:,} steps in {time.monotonic() - began:.0f} s", flush=True)
    place = table.games.single_observation_space["observation"].shape[0] - 8

    def act(features: Any, masks: Any) -> Any:
        """The most likely legal action, as the one who began."""
        with torch.no_grad():
            rows = torch.as_tensor(features)
            rows[:, place] = 0
            found = model.policy.get_distribution(rows, action_masks=masks.astype(bool))
            return found.get_actions(deterministic=True).numpy()

    rules = task(given.task).rules
    found = evaluate_rolled("MaskablePPO", act, rules)
    print(msgspec.json.encode(found).decode())


if __name__ == "__main__":
    main()
