"""MaskablePPO on a short task: `python -m scripts.ppo_train [--steps N] [--seconds S] [--save FILE]`.

A baseline from sb3-contrib (`pip install sb3-contrib`), as it comes: it plays the vector environment with
features against `turn-optimal`, sees a win or a loss at the end, and is then asked at every roll that it can
meet. What it is worth is printed as JSON, the last line of it. `--curve FILE` measures what it was on the
way, too: a line of steps, seconds of training and chance for each.
"""

import argparse
import time
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from hotdice.arena.tasks import task
from hotdice.envs.many import FarkleVectorEnv
from hotdice.envs.rolled import RollPolicy, evaluate_rolled

ROWS = 256
MARKS = (100_000, 200_000, 500_000, 1_000_000, 2_000_000, 5_000_000)
"""After how many steps the curve looks at it."""


def table_for(name: str, rows: int) -> Any:
    """The vector environment as stable-baselines3 has it."""
    from stable_baselines3.common.vec_env import VecEnv

    class Table(VecEnv):  # type: ignore[misc]
        """Rows that are over wait for one step, in which their action says nothing."""

        def __init__(self) -> None:
            rules = task(name).rules
            self.games = FarkleVectorEnv(rows, rules, ["turn-optimal"], rotate=True, observation="features")
            space = self.games.single_observation_space
            super().__init__(rows, space["observation"], self.games.single_action_space)
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
            infos: list[dict[str, Any]] = [{} for _ in range(rows)]
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
            return [getattr(self, attr_name, None)] * rows

        def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
            """Nothing is to be set."""

        def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
            """By nothing."""
            return [False] * rows

        def close(self) -> None:
            """Let the threads go."""
            self.games.close()

    return Table()


Mark = tuple[int, float, dict[str, Any]]
"""The weights of a learner after so many steps and seconds."""


def trained(given: argparse.Namespace, marks: list[Mark]) -> Any:
    """A model that has learned so many steps, or so long, whichever ends first; what it was at `MARKS`."""
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.callbacks import BaseCallback

    table = table_for(given.task, given.rows)
    model = MaskablePPO(
        "MlpPolicy", table, n_steps=64, batch_size=4096, gamma=1.0, learning_rate=1e-3, ent_coef=0.005,
        policy_kwargs={"net_arch": [128, 128]}, seed=1, device=given.device,
    )  # fmt: skip
    table.reset()  # what is compiled on first use is not the learner's time
    began = time.monotonic()

    def mark() -> None:
        weights = {name: each.clone() for name, each in model.policy.state_dict().items()}
        marks.append((int(model.num_timesteps), time.monotonic() - began, weights))

    class Clock(BaseCallback):  # type: ignore[misc]
        """Ends the training in time, and marks where it is on the way."""

        def _on_step(self) -> bool:
            if len(marks) < len(MARKS) and self.num_timesteps >= MARKS[len(marks)]:
                mark()
            return bool(time.monotonic() - began < given.seconds)

    model.learn(given.steps, callback=Clock())
    mark()
    spent = f"{time.monotonic() - began:.0f} s, {time.process_time():.0f} s of processor time in all"
    print(f"{model.num_timesteps:,} steps in {spent}", flush=True)
    table.close()
    return model


def most_likely(actor: Any) -> RollPolicy:
    """The most likely legal action of each roll, for somebody who began."""
    import torch

    place = actor.observation_space.shape[0] - 8

    def act(features: Any, masks: Any) -> Any:
        with torch.no_grad():
            rows = torch.tensor(features, device=actor.device)
            rows[:, place] = 0
            found = actor.action_net(actor.mlp_extractor.forward_actor(rows))
            legal = torch.as_tensor(masks, device=actor.device) != 0
            return found.masked_fill(~legal, -torch.inf).argmax(dim=1).cpu().numpy()

    return act


def main() -> None:
    """Train, then measure."""
    parser = argparse.ArgumentParser(description="Train MaskablePPO on a short task and measure it exactly.")
    parser.add_argument("--task", default="farkle-1k")
    parser.add_argument("--steps", type=int, default=10_000_000)
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--rows", type=int, default=ROWS, help="games at once")
    parser.add_argument("--device", default="cpu", help="where the network learns: cpu or cuda")
    parser.add_argument("--save", metavar="FILE", help="where to keep the model")
    parser.add_argument("--model", metavar="FILE", help="measure a model that was kept, train none")
    parser.add_argument("--curve", metavar="FILE", type=Path, help="measure it on the way, too, as lines")
    given = parser.parse_args()
    marks: list[Mark] = []
    if given.model:
        from sb3_contrib import MaskablePPO

        model = MaskablePPO.load(given.model, device="cpu")
    else:
        model = trained(given, marks)
        if given.save:
            model.save(given.save)
    rules = task(given.task).rules
    if given.curve:
        with given.curve.open("w", encoding="utf-8") as file:
            for steps, spent, weights in marks:
                model.policy.load_state_dict(weights)
                chance = evaluate_rolled("MaskablePPO", most_likely(model.policy), rules, reply=False).chance
                file.write(f"{steps},{spent:.0f},{chance:.6f}\n")
    found = evaluate_rolled("MaskablePPO", most_likely(model.policy), rules)
    print(msgspec.json.encode(found).decode())


if __name__ == "__main__":
    main()
