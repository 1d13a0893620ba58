"""`FarkleVectorEnv`: thousands of games at once, stepped inside compiled code."""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from hotdice.arena.bots import compile_bots, errands_of, library_of, lots_of
from hotdice.arena.course import OVER, SEAT_FIELDS
from hotdice.arena.kernel import PAGES
from hotdice.arena.numbers import seed_key
from hotdice.arena.sheets import CannotCompile, Tables, sheet_of
from hotdice.envs import many_kernel as kernel
from hotdice.envs.farkle import Reward, space_of
from hotdice.envs.features import Form, feature_count, scales_of
from hotdice.envs.layout import LegalActions, Observation, action_count, check_turns
from hotdice.envs.many_kernel import WAITING, Setting, Told
from hotdice.envs.many_tables import offers
from hotdice.envs.sheets import Rules, sheet_for
from hotdice.envs.views_kernel import (
    ADDRESS,
    AGENT,
    BASE,
    FIELDS,
    GAME,
    WAITS,
    Games,
    Views,
    fill_outcomes,
    room_for,
    seen_of,
)
from hotdice.game import new_game
from hotdice.players import make
from hotdice.players.exact_bots import Champion

SELF = "self"
"""Among the opponents: a seat that learns, too."""
FEW = 256
"""Games for which another thread is worth its while."""


class FarkleVectorEnv(VectorEnv[Observation, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """`hotdice/Farkle-v0` many times over, for sheets and opponents that can be compiled.

    Those are all bots of a sheet without cards but programs and, with three or more players, a champion who
    has the table of three (`champion:2` does without).

    ## Observation Space, Action Space, Rewards, Episode End
    Those of `hotdice/Farkle-v0`, a row for each game. An illegal action raises `ValueError`.

    ## Self-play
    An opponent `"self"` is a seat that learns, too: `opponents=["self"]` for two, `["self", "champion:2"]`
    for two learners and a bot. Each row is then seen by whoever must decide, and the action is theirs:
    `info["agent"]` says who that is (0 the first agent, 1 the next in turn order, and so on). The reward is
    what the step brought to the one who has acted, `info["rewards"]` has that of every agent in a column.

    ## Starting State
    Game number g of a seed has the dice of game g of the simulator with that seed; when it is over, the
    next step begins game number g + `num_envs` in its row (Gymnasium's autoreset mode NEXT_STEP), and the
    action for that row is passed over. With `rotate=True` the agent's place moves on with every game. A game
    that ends, or is cut short, before its agent can decide anything is counted and the next one of its row
    begins at once: `info["missed_games"]` says how many that were in each row, `info["missed"]` what they
    were worth to the first agent.

    ## Arguments
    `num_envs`, and `rules`, `opponents`, `seat`, `reward`, `rotate`, `max_turns`, `observation`, `regret` as
    there; `threads`. With `regret=True` `info["regret"]` has a number for each row, NaN where it is not
    known; some thousands of actions a second are judged.

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
        rules: Rules = "classic",
        opponents: Sequence[str] = ("greedy",),
        *,
        seat: int = 0,
        reward: Reward = "win",
        rotate: bool = False,
        max_turns: int = 2000,
        settings: Sequence[str] = (),
        observation: Form = "raw",
        regret: bool = False,
        threads: int = 0,
    ) -> None:
        if reward not in ("win", "points"):
            raise ValueError(f"reward is 'win' or 'points', not {reward!r}")
        self.rules = sheet_for(rules, settings)
        self.num_envs, self.reward, self.rotate, self.max_turns = num_envs, reward, rotate, max_turns
        self.seat, self.observation = seat, observation
        seats = self._seats = len(opponents) + 1
        if not 0 <= seat < seats:
            raise ValueError(f"seat is from 0 to {seats - 1}, not {seat}")
        new_game(self.rules, seats)
        check_turns(max_turns, seats)
        around = [*opponents[:seat], SELF, *opponents[seat:]]
        self._learners = [row for row, bot in enumerate(around) if bot == SELF]
        builder = Tables()
        self._sheet = sheet_of(self.rules, builder)
        # The kernel knows bots by their seats; the rows of agents are read by nobody.
        players = [make("greedy" if bot == SELF else bot) for bot in around]
        for player in players:
            if isinstance(player, Champion) and player.trio_book(self.rules, seats) is not None:
                raise CannotCompile(
                    "a champion with the table of three is for FarkleEnv; many games at once have champion:2"
                )
        self._table = Setting(
            bots=compile_bots(self.rules, players, builder),
            seat=seat,
            max_turns=max_turns,
            rotate=rotate,
            learners=sum(1 << row for row in self._learners),
            points=reward == "points",
        )
        self._library = library_of(self.rules, players, builder)
        self._lots, self._errands = lots_of(players), errands_of(self.rules, players, builder)
        self._tables, self._offers = builder.array, offers(self.rules)
        self._scales = scales_of(self.rules)
        self._features = feature_count(self.rules, seats) if observation == "features" else 0
        self._actions = action_count(self.rules, seats)
        self.single_observation_space: Any = space_of(self.rules, seats, observation)
        self.single_action_space: Any = LegalActions(self._actions)
        self.observation_space: Any = batch_space(self.single_observation_space, num_envs)
        self.action_space: Any = batch_space(self.single_action_space, num_envs)
        self._games = Games(
            now=np.zeros((num_envs, FIELDS), np.int64),
            seats=np.zeros((num_envs, SEAT_FIELDS, seats), np.int64),
            faces=np.zeros((num_envs, self.rules.dice), np.int8),
        )
        self._games.now[:, ADDRESS] = -1
        self._before = np.zeros((num_envs, seats), np.int64)
        self._told, self._views = self._room()
        self._key = np.uint64(0)
        self._workers = max(1, min(threads or os.cpu_count() or 1, num_envs // FEW))
        self._errors = [self._errands.errors() if self._errands else None for _ in range(self._workers)]
        self._pool = ThreadPoolExecutor(self._workers)
        self._judge = None
        if regret:
            from hotdice.players.judging import Judge

            self._judge = Judge(self.rules)

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
        now[:, BASE] = self.seat + self.rotate
        info = self._step(np.zeros(self.num_envs, np.int64))
        return self._seen(), info

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Observation, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """One action for each game.

        Raises:
            ValueError: an action is not legal.
        """
        actions = np.asarray(actions, np.int64)
        regrets = None
        if self._judge is not None:
            from hotdice.envs.many_regrets import regrets_of

            regrets = regrets_of(self._judge, self._games, actions)
        info = self._step(actions)
        if regrets is not None:
            info["regret"] = regrets
        told = self._told
        return self._seen(), told.rewards, told.over, told.cut, info

    def outcomes(self) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int8]]:
        """For each game and each legal action: its points, and the dice that the next roll would throw."""
        shape = self.num_envs, self._actions
        points, left = np.zeros(shape, np.int32), np.zeros(shape, np.int8)
        fill_outcomes(self._offers, self._games, points, left)
        return points, left

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal now, a row for each game; a game that is over has none."""
        return self._told.masks.astype(bool)

    def close_extras(self, **_: Any) -> None:
        """Let the threads go."""
        self._pool.shutdown()

    def _room(self) -> tuple[Told, Views]:
        """Room for what a step tells: fresh, so that whoever has been told before keeps what it has."""
        count = self.num_envs
        shared = len(self._learners) > 1
        told = Told(
            masks=np.empty((count, self._actions), np.int8),
            rewards=np.empty(count),
            over=np.empty(count, bool),
            cut=np.empty(count, bool),
            begun=np.empty(count, bool),
            shares=np.empty((count if shared else 0, self._seats)),
        )
        return told, room_for(count, self._seats, self.rules.dice, self._features)

    def _step(self, actions: npt.NDArray[np.int64]) -> dict[str, Any]:
        """One step of all games; what is to be told beside the observation and the rewards."""
        self._told, self._views = told, views = self._room()
        now = self._games.now

        def part(worker: int, first: int, last: int) -> int:
            bots = self._library.shelf, self._lots, self._errors[worker]
            shared = self._sheet, self._tables, self._offers, self._games, self._table, *bots, self._key
            after = actions, self._before, self._scales, views, told
            result = kernel.step_games(*shared, *after, False, first, last)
            while result == WAITING:
                waits = now[first:last, WAITS]
                for block in np.unique(waits[waits > 0] - 1).tolist():
                    self._write(block)
                result = kernel.step_games(*shared, *after, True, first, last)
            return result

        cuts = np.linspace(0, self.num_envs, self._workers + 1).astype(int).tolist()
        others = [
            self._pool.submit(part, worker, cuts[worker], cuts[worker + 1])
            for worker in range(1, self._workers)
        ]
        wrong = max([part(0, cuts[0], cuts[1]), *(other.result() for other in others)])
        if wrong >= 0:
            raise ValueError(f"action {actions[wrong]} is not legal in game {wrong}; see its action_mask")
        info: dict[str, Any] = {}
        # A game may end before its agent can decide: it is counted, and the next one of its row begins.
        ended = np.flatnonzero(told.begun & (told.over | told.cut))
        if ended.size:
            info["missed"], info["missed_games"] = np.zeros(self.num_envs), np.zeros(self.num_envs, np.int64)
        while ended.size:
            info["missed"][ended] += [
                kernel.worth_of_end(now[row], self._games.seats[row], now[row, BASE])
                if told.over[row]
                else 0.0
                for row in ended
            ]
            info["missed_games"][ended] += 1
            for row in ended.tolist():
                part(0, row, row + 1)
            ended = ended[told.over[ended] | told.cut[ended]]
        if len(told.shares):
            seats = (now[:, AGENT] - now[:, BASE] + self.seat) % self._seats
            info["agent"] = np.searchsorted(self._learners, seats)
            info["rewards"] = told.shares[:, self._learners]
        return info

    def _write(self, block: int) -> None:
        """Work out what an opponent needs to know before it can go on."""
        if block >= PAGES:
            assert self._errands is not None
            self._errands.worth.write(block - PAGES)
        else:
            self._library.write(block)

    def _seen(self) -> Observation:
        return {**seen_of(self._views), "action_mask": self._told.masks}
