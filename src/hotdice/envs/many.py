"""`FarkleVectorEnv`: thousands of games at once, stepped inside compiled code."""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from hotdice.arena.bots import BY_POINTS, KIND, WIDTH, compile_bots
from hotdice.arena.course import (
    CONTENDING,
    FARKLES,
    OPENED,
    OVER,
    PHASE,
    ROUND,
    SEAT_FIELDS,
    TOTAL,
    TRIGGER,
    TURN,
    WINNERS,
)
from hotdice.arena.numbers import seed_key
from hotdice.arena.sheets import CannotCompile, Tables, sheet_of
from hotdice.envs import many_kernel as kernel
from hotdice.envs.farkle import Reward
from hotdice.envs.layout import LegalActions, Observation, action_count, observation_space
from hotdice.envs.many_kernel import AGENT, FIELDS, GAME, TURN_TOTAL, Games, Table
from hotdice.envs.many_tables import offers
from hotdice.game import new_game
from hotdice.players import make
from hotdice.rules import load


class FarkleVectorEnv(VectorEnv[Observation, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """`hotdice/Farkle-v0` many times over, for opponents that can be compiled to tables.

    ## Observation Space, Action Space, Rewards, Episode End
    Those of `hotdice/Farkle-v0`, a row for each game. An illegal action raises `ValueError`.

    ## Starting State
    Game number g of a seed has the dice of game g of the simulator with that seed; when it is over, the
    next step begins game number g + `num_envs` in its row (Gymnasium's autoreset mode NEXT_STEP), and the
    action for that row is passed over. With `rotate=True` the agent's place moves on with every game.

    ## Arguments
    `num_envs`, and `rules`, `opponents`, `seat`, `reward`, `rotate`, `max_turns` as there; `threads`.

    ## Version History
    - v0: first version.

    >>> games = FarkleVectorEnv(100, opponents=["threshold:300"])
    >>> seen, _ = games.reset(seed=1)
    >>> actions = seen["action_mask"].argmax(axis=1)  # the lowest legal action of each game
    >>> seen, rewards, over, _, _ = games.step(actions)
    >>> rewards.shape, bool(over.any())
    ((100,), False)
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012 - the base class has it so

    def __init__(
        self,
        num_envs: int,
        rules: str = "classic",
        opponents: Sequence[str] = ("greedy",),
        *,
        seat: int = 0,
        reward: Reward = "win",
        rotate: bool = False,
        max_turns: int = 2000,
        threads: int = 0,
    ) -> None:
        if reward not in ("win", "points"):
            raise ValueError(f"reward is 'win' or 'points', not {reward!r}")
        self.rules = load(rules)
        self.num_envs, self.reward, self.rotate, self.max_turns = num_envs, reward, rotate, max_turns
        seats = len(opponents) + 1
        if not 0 <= seat < seats:
            raise ValueError(f"seat is from 0 to {seats - 1}, not {seat}")
        new_game(self.rules, seats)
        self.seat, self._seats = seat, seats
        builder = Tables()
        self._sheet = sheet_of(self.rules, builder)
        # The kernel counts opponents from the agent on, in turn order.
        around = [opponents[(seat + step) % len(opponents)] for step in range(len(opponents))]
        players = [make(bot) for bot in around]
        self._bots = compile_bots(self.rules, players, builder)
        self._tables = builder.array
        kinds = [self._tables[self._bots + bot * WIDTH + KIND] for bot in range(len(around))]
        if any(kind >= BY_POINTS for kind in kinds):
            raise CannotCompile(
                "opponents that play from a book or draw lots are for FarkleEnv, not for many games at once"
            )
        self._offers = offers(self.rules)
        actions = action_count(self.rules, seats)
        self.single_observation_space: Any = observation_space(self.rules, seats)
        self.single_action_space: Any = LegalActions(actions)
        self.observation_space: Any = batch_space(self.single_observation_space, num_envs)
        self.action_space: Any = batch_space(self.single_action_space, num_envs)
        self._games = Games(
            now=np.zeros((num_envs, FIELDS), np.int64),
            seats=np.zeros((num_envs, SEAT_FIELDS, seats), np.int64),
            faces=np.zeros((num_envs, self.rules.dice), np.int8),
        )
        self._before = np.zeros(num_envs, np.int64)
        self._masks = np.zeros((num_envs, actions), np.int8)
        self._points = np.zeros((num_envs, actions), np.int32)
        self._left = np.zeros((num_envs, actions), np.int8)
        self._key = np.uint64(0)
        self._workers = threads or os.cpu_count() or 1
        self._pool = ThreadPoolExecutor(self._workers)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin all games anew; `options={"dice": seed}` gives them the dice of a simulation."""
        if isinstance(seed, list):
            raise ValueError("one seed serves all games")
        super().reset(seed=seed)
        dice = (options or {}).get("dice")
        if dice is None:
            dice = f"gymnasium {self.np_random.integers(2**62)}"
        self._key = np.uint64(seed_key(str(dice)))
        now = self._games.now
        now[:, OVER] = 1
        now[:, GAME] = np.arange(self.num_envs) - self.num_envs
        now[:, AGENT] = self.seat + self.rotate
        self._step(np.zeros(self.num_envs, np.int64))
        return self._seen(), {}

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Observation, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """One action for each game.

        Raises:
            ValueError: an action is not legal.
        """
        self._step(np.asarray(actions, np.int64))
        now, rows = self._games.now, np.arange(self.num_envs)
        over = now[:, OVER] == 1
        if self.reward == "points":
            rewards = (self._games.seats[rows, TOTAL, now[:, AGENT]] - self._before).astype(np.float64)
        else:
            won = self._games.seats[rows, CONTENDING, now[:, AGENT]] == 1
            shared = 2.0 / np.maximum(now[:, WINNERS], 1) - 1.0
            rewards = np.where(over, np.where(won, shared, -1.0), 0.0)
        truncated = ~over & (now[:, TURN] > self.max_turns)
        return self._seen(), rewards, over, truncated, {}

    def outcomes(self) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int8]]:
        """For each game and each legal action: its points, and the dice that the next roll would throw."""
        return self._points, self._left

    def close_extras(self, **_: Any) -> None:
        """Let the threads go."""
        self._pool.shutdown()

    def _step(self, actions: npt.NDArray[np.int64]) -> None:
        cuts = np.linspace(0, self.num_envs, self._workers + 1).astype(int)

        table = Table(self._bots, self.max_turns, self.rotate)

        def part(first: int, last: int) -> int:
            shared = self._sheet, self._tables, self._offers, self._games
            wrong = kernel.step_games(*shared, table, self._key, actions, self._before, first, last)
            kernel.fill_masks(*shared, self._masks, self._points, self._left, first, last)
            return wrong

        wrong = max(self._pool.map(part, cuts[:-1].tolist(), cuts[1:].tolist()))
        if wrong >= 0:
            raise ValueError(f"action {actions[wrong]} is not legal in game {wrong}; see its action_mask")

    def _seen(self) -> Observation:
        games, now = self._games, self._games.now
        around = (now[:, AGENT : AGENT + 1] + np.arange(self._seats)) % self._seats
        rows = np.arange(self.num_envs)[:, None]
        trigger = now[:, TRIGGER : TRIGGER + 1]
        column = np.s_[:, None]
        return {
            "roll": games.faces.copy(),
            "turn_total": now[:, TURN_TOTAL][column].astype(np.int32),
            "scores": games.seats[rows, TOTAL, around].astype(np.int32),
            "opened": games.seats[rows, OPENED, around].astype(np.int8),
            "farkles": np.minimum(games.seats[rows, FARKLES, around], 100).astype(np.int8),
            "place": now[:, AGENT][column].astype(np.int8),
            "phase": np.where(now[:, OVER] == 1, 0, now[:, PHASE])[column].astype(np.int8),
            "trigger": np.where(
                trigger >= 0, (trigger - now[:, AGENT : AGENT + 1]) % self._seats, self._seats
            ).astype(np.int8),
            "round": now[:, ROUND][column].astype(np.int32),
            "action_mask": self._masks.copy(),
        }
