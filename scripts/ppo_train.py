"""MaskablePPO on a short task: `python -m scripts.ppo_train [--steps N] [--seconds S] [--save FILE]`.

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
from hotdice.envs.rolled import RollPolicy, evaluate_rolled

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


def trained(name: str, steps: int, seconds: float) -> Any:
    """A model that has learned so many steps, or so long, whichever ends first."""
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.callbacks import BaseCallback

    table = table_for(name)
    model = MaskablePPO(
        "MlpPolicy", table, n_steps=64, batch_size=4096, gamma=1.0, learning_rate=1e-3, ent_coef=0.005,
        policy_kwargs={"net_arch": [128, 128]}, seed=1, device="cpu",
    )  # fmt: skip
    table.reset()  # what is compiled on first use is not the learner's time
    began = time.monotonic()

    class Clock(BaseCallback):  # type: ignore[misc]
        """Ends the training in time."""

        def _on_step(self) -> bool:
            return bool(time.monotonic() - began < seconds)

    model.learn(steps, callback=Clock())
    spent = f"{time.monotonic() - began:.0f} s, {time.process_time():.0f} s of processor time in all"
    print(f"{model.num_timesteps:,} steps in {spent}", flush=True)
    table.close()
    return model


def most_likely(model: Any) -> RollPolicy:
    """The most likely legal action of each roll, for somebody who began."""
    import torch

    place = model.observation_space.shape[0] - 8
    actor = model.policy

    def act(features: Any, masks: Any) -> Any:
        with torch.no_grad():
            rows = torch.tensor(features)
            rows[:, place] = 0
            found = actor.action_net(actor.mlp_extractor.forward_actor(rows))
            return found.masked_fill(torch.as_tensor(masks) == 0, -torch.inf).argmax(dim=1).numpy()

    return act


def main() -> None:
    """Train, then measure."""
    parser = argparse.ArgumentParser(description="Train MaskablePPO on a short task and measure it exactly.")
    parser.add_argument("--task", default="farkle-1k")
    parser.add_argument("--steps", type=int, default=10_000_000)
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--save", metavar="FILE", help="where to keep the model")
    parser.add_argument("--model", metavar="FILE", help="measure a model that was kept, train none")
    given = parser.parse_args()
    if given.model:
        from sb3_contrib import MaskablePPO

        model = MaskablePPO.load(given.model, device="cpu")
    else:
        model = trained(given.task, given.steps, given.seconds)
        if given.save:
            model.save(given.save)
    found = evaluate_rolled("MaskablePPO", most_likely(model), task(given.task).rules)
    print(msgspec.json.encode(found).decode())


if __name__ == "__main__":
    main()
