"""`FarkleVectorEnv`: thousands of games at once, stepped inside compiled code."""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from hotdice.arena.numbers import seed_key
from hotdice.envs.arguments import Reward, check_reward, check_seat, judge_for
from hotdice.envs.farkle import space_of
from hotdice.envs.features import Form
from hotdice.envs.layout import LegalActions, Observation, check_turns
from hotdice.envs.many_cards import CardRows
from hotdice.envs.many_dice import DiceRows
from hotdice.envs.many_rows import Order, Outcomes, Rows, width_of
from hotdice.envs.sheets import Rules, sheet_for
from hotdice.envs.telling_kernel import Setting
from hotdice.envs.views_kernel import AGENT, BASE
from hotdice.game import new_game
from hotdice.players import make

SELF = "self"
"""Among the opponents: a seat that learns, too."""
FEW = 256
"""Games for which another thread is worth its while."""


class FarkleVectorEnv(VectorEnv[Observation, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """`hotdice/Farkle-v0` many times over, for sheets and opponents that can be compiled.

    Without cards those are all bots but programs and, with three or more players, a champion who has the
    table of three (`champion:2` does without). With cards they are those that the simulator compiles: bots
    with a plan (`greedy`, `threshold`, `thumb`, `cautious`), `eager`, `schemer` and `sage`, with any deck.
    What cannot be compiled is refused; `FarkleEnv` plays it.

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
    known, as everywhere with cards; some thousands of actions a second are judged.

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
        check_reward(reward)
        self.rules = sheet_for(rules, settings)
        self.num_envs, self.reward, self.rotate, self.max_turns = num_envs, reward, rotate, max_turns
        self.seat, self.observation = seat, observation
        seats = self._seats = len(opponents) + 1
        check_seat(seat, seats)
        new_game(self.rules, seats)
        check_turns(max_turns, seats)
        around = [*opponents[:seat], SELF, *opponents[seat:]]
        self._learners = [row for row, bot in enumerate(around) if bot == SELF]
        table = Setting(
            bots=0,
            seat=seat,
            max_turns=max_turns,
            rotate=rotate,
            learners=sum(1 << row for row in self._learners),
            points=reward == "points",
        )
        self.single_observation_space: Any = space_of(self.rules, seats, observation)
        self._workers = max(1, min(threads or os.cpu_count() or 1, num_envs // FEW))
        kind = CardRows if self.rules.deck else DiceRows
        # Bots are known by their seats; the rows of agents are read by nobody.
        players = [make("greedy" if bot == SELF else bot) for bot in around]
        features = width_of(self.single_observation_space, observation)
        self._rows: Rows = kind(Order(self.rules, players, table, num_envs, features, self._workers))
        self._games = self._rows.games
        self.single_action_space: Any = LegalActions(self._rows.actions)
        self.observation_space: Any = batch_space(self.single_observation_space, num_envs)
        self.action_space: Any = batch_space(self.single_action_space, num_envs)
        self._pool = ThreadPoolExecutor(self._workers)
        self._judge = judge_for(self.rules, regret)

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
        self._rows.begin(seed_key(str(dice)))
        info = self._step(np.zeros(self.num_envs, np.int64))
        return self._rows.seen(), info

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Observation, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """One action for each game.

        Raises:
            ValueError: an action is not legal.
        """
        actions = np.asarray(actions, np.int64)
        regrets = None if self._judge is None else self._rows.regrets(self._judge, actions)
        info = self._step(actions)
        if regrets is not None:
            info["regret"] = regrets
        told = self._rows.told
        return self._rows.seen(), told.rewards, told.over, told.cut, info

    def outcomes(self) -> Outcomes:
        """For each game and each legal action: its points, and the dice that the next roll would throw.

        With cards that is said of keeps; what keeps nothing has no points.
        """
        return self._rows.outcomes()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal now, a row for each game; a game that is over has none."""
        return self._rows.told.masks.astype(bool)

    def close_extras(self, **_: Any) -> None:
        """Let the threads go."""
        self._pool.shutdown()

    def _step(self, actions: npt.NDArray[np.int64]) -> dict[str, Any]:
        """One step of all games; what is to be told beside the observation and the rewards."""
        rows, now = self._rows, self._games.now
        rows.make_room()
        told = rows.told
        cuts = np.linspace(0, self.num_envs, self._workers + 1).astype(int).tolist()
        others = [
            self._pool.submit(rows.step, worker, actions, cuts[worker], cuts[worker + 1])
            for worker in range(1, self._workers)
        ]
        wrong = max([rows.step(0, actions, cuts[0], cuts[1]), *(other.result() for other in others)])
        if wrong >= 0:
            raise ValueError(f"action {actions[wrong]} is not legal in game {wrong}; see its action_mask")
        info: dict[str, Any] = {}
        # A game may end before its agent can decide: it is counted, and the next one of its row begins.
        ended = np.flatnonzero(told.begun & (told.over | told.cut))
        if ended.size:
            info["missed"], info["missed_games"] = np.zeros(self.num_envs), np.zeros(self.num_envs, np.int64)
        while ended.size:
            info["missed"][ended] += rows.missed(ended)
            info["missed_games"][ended] += 1
            for row in ended.tolist():
                rows.step(0, actions, row, row + 1)
            ended = ended[told.over[ended] | told.cut[ended]]
        if len(told.shares):
            seats = (now[:, AGENT] - now[:, BASE] + self.seat) % self._seats
            info["agent"] = np.searchsorted(self._learners, seats)
            info["rewards"] = told.shares[:, self._learners]
        return info
