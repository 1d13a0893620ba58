"""`hotdice/Farkle-v0`: one agent against bots, for Gymnasium."""

from collections.abc import Sequence
from typing import Any, Literal

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from hotdice.arena.dice import GameDice
from hotdice.envs.arguments import Reward, check_reward, check_seat, judge_for
from hotdice.envs.features import Form, check_form, feature_space, features_of
from hotdice.envs.layout import (
    LegalActions,
    Observation,
    action_count,
    action_mask,
    check_turns,
    go_on,
    must_decide,
    observation_space,
    observe,
    to_command,
    worth_of_end,
)
from hotdice.envs.sheets import Rules, sheet_for
from hotdice.game import Command, State, Step, do, new_game
from hotdice.players import make
from hotdice.rules import Ruleset

Illegal = Literal["replace", "raise"]


def space_of(rules: Ruleset, seats: int, form: Form) -> spaces.Dict:
    """The observations of a sheet: all fields, or features and the mask.

    Raises:
        ValueError: the form is neither raw nor features.
    """
    check_form(form)
    fields = observation_space(rules, seats)
    if form == "raw":
        return fields
    row = feature_space(rules, fields, seats)
    return spaces.Dict({"observation": row, "action_mask": fields["action_mask"]})


class FarkleEnv(gymnasium.Env[Observation, np.int64]):
    """Farkle by any sheet, one agent against bots.

    ## Description
    The agent is asked whenever it has rolled something that scores: it sets dice aside and rolls on or
    banks. The dice of a new turn are rolled for it, and the bots play their turns in between. On a sheet
    with cards it is asked, too, wherever it could play one.

    ## Observation Space
    A `Dict`; seats are told in turn order, the agent's own first.

    | field | shape | range | meaning |
    | --- | --- | --- | --- |
    | `roll` | (dice,) | 0 to 6 | the face of each die, 0 where it is set aside |
    | `turn_total` | (1,) | 0 and more | points of this turn so far |
    | `scores` | (seats,) | any | recorded totals |
    | `opened` | (seats,) | 0, 1 | whether the seat is on the board |
    | `farkles` | (seats,) | 0 to 100 | farkles in a row |
    | `place` | (1,) | 0 to seats | how many seats play before the agent in a round |
    | `phase` | (1,) | 0, 1, 2 | normal play (or the end), last turns, play-off |
    | `trigger` | (1,) | 0 to seats | who reached the target, counted from the agent; seats: nobody |
    | `round` | (1,) | 1 and more | the round |
    | `action_mask` | (actions,) | 0, 1 | the legal actions |

    A sheet with cards has these beside them; `seats * cards` is a row of the deck's cards for each seat.

    | field | shape | range | meaning |
    | --- | --- | --- | --- |
    | `moment` | (1,) | 0 to 5 | a keep, before a roll, after a keep, a farkle, a stop, none of these |
    | `hand` | (cards,) | 0 and more | how many of each card the agent holds |
    | `held` | (seats,) | 0 and more | how many cards each seat holds |
    | `discarded` | (seats * cards,) | 0 and more | how many of each lie open before each seat |
    | `in_play` | (seats * cards,) | 0 and more | how many of each work on each seat |
    | `turns_left` | (seats * cards,) | 0 and more | for how many more turns, 0 where it has no count |
    | `card_played` | (1,) | 0, 1 | whether this turn's card has been played |
    | `must_roll` | (1,) | 0, 1 | whether a card forbids to stop before the next roll |
    | `owed` | (1,) | 0 to dice | how many dice the next roll leaves out |

    With `observation="features"` it is a `Dict` of two: `observation`, one row of scaled numbers (see
    `hotdice.envs.features`), and `action_mask`.

    ## Action Space
    `Discrete(126)` with six dice: `2 * (mask - 1) + bank`, bit d of the mask for die d + 1. Of keeps with
    the same faces only the one with the lowest dice is legal. `action_space.sample()` draws among the legal
    actions. Cards come after that, see `hotdice.envs.card_layout`: 330 actions for three players. An
    illegal action is carried out as the lowest legal one and `info["illegal"]` is true; with
    `illegal="raise"` it raises `ValueError`.

    ## Rewards
    - `reward="win"`: 0 until the end, then 1 for a win, -1 for a loss, `2 / k - 1` for a win shared by k.
    - `reward="points"`: the points that the agent's turns put onto its score sheet, penalties included.

    ## Starting State
    The start of a game, the agent in seat `seat`, seat 0 to begin; `rotate=True` lets the seats take turns,
    from seat 0 on after every `reset(seed=...)`. A game that ends, or is truncated, before the agent can
    decide anything is played, but not shown: the next one begins, and `info["missed"]` has the rewards of
    such games, which count when wins are counted.

    ## Episode End
    Terminated when the game is over; truncated after `max_turns` turns of all seats together.

    ## Arguments
    `rules`: a sheet's name or file (with `settings`, such as `["target=3000"]`), or a `Ruleset`.
    `opponents`: bots by name. `seat`: the agent's seat. `reward`: `"win"` or `"points"`. `illegal`:
    `"replace"` or `"raise"`. `rotate`: whether the seats take turns to begin. `max_turns`. `observation`:
    `"raw"` or `"features"`. `regret`: whether `info["regret"]` tells the exact loss of each action, in
    chances to win, where the solver knows it: two players, alone against a goal, or three where their table
    has been made (`hotdice solve RULES --players 3`); else it is None. It is what the action loses against
    the best one if everybody plays best from there on, whoever the opponents are. A sheet is solved when it
    is first needed, which may take a while.

    ## Version History
    - v0: first version. The number goes up whenever the same actions from the same seed would lead
      elsewhere, or a field changes its shape, range or meaning.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - the base class has it so

    def __init__(
        self,
        rules: Rules = "classic",
        opponents: Sequence[str] = ("greedy",),
        *,
        seat: int = 0,
        reward: Reward = "win",
        illegal: Illegal = "replace",
        rotate: bool = False,
        max_turns: int = 2000,
        settings: Sequence[str] = (),
        observation: Form = "raw",
        regret: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.rules = sheet_for(rules, settings)
        self._bots = [make(bot) for bot in opponents]
        self._seats = len(self._bots) + 1
        check_reward(reward)
        check_seat(seat, self._seats)
        check_turns(max_turns, self._seats)
        if illegal not in ("replace", "raise"):
            raise ValueError(f"illegal is 'replace' or 'raise', not {illegal!r}")
        self.seat, self.reward, self.illegal = seat, reward, illegal
        self.rotate, self.max_turns, self.observation = rotate, max_turns, observation
        self.render_mode = render_mode
        self._state: State = new_game(self.rules, self._seats, first=0)
        self._dice = GameDice("", 0)
        self._games = 0
        self._judge = judge_for(self.rules, regret)
        self.observation_space: Any = space_of(self.rules, self._seats, observation)
        self.action_space: Any = LegalActions(action_count(self.rules, self._seats))

    @property
    def state(self) -> State:
        """The referee's state."""
        return self._state

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game; `options={"dice": (seed, game)}` gives it the dice of a game of the simulator."""
        super().reset(seed=seed)
        if seed is not None:
            self._games = 0  # the same seed begins with the same seat
        dice = (options or {}).get("dice")
        missed: list[float] = []
        while True:
            label = dice or (f"gymnasium {self.np_random.integers(2**62)}", 0)
            self._dice = GameDice(str(label[0]), int(label[1]))
            first = self._games % self._seats if self.rotate else 0
            self._games += 1
            self._state = new_game(self.rules, self._seats, first=first)
            self._play_on()
            if self._goes_on:
                return self._seen(), self._info() | ({"missed": missed} if missed else {})
            missed.append(worth_of_end(self._state, self.seat) if self._state.over else 0.0)
            if dice is not None:
                raise ValueError(
                    f"the game of the dice {dice!r} is over before the agent can decide anything"
                )

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Carry out an action, then play on to the agent's next decision.

        Raises:
            ValueError: the game is over, or the action is not legal and `illegal="raise"`.
        """
        if not self._goes_on:
            raise ValueError("the game is over: reset the environment")
        number = int(action)
        mask = action_mask(self._state)
        legal = 0 <= number < mask.size and bool(mask[number])
        if not legal:
            if self.illegal == "raise":
                raise ValueError(f"action {number} is not legal now; see the observation's action_mask")
            number = int(np.flatnonzero(mask)[0])
        command = to_command(self._state, number)
        info: dict[str, Any] = {"illegal": not legal}
        if self._judge is not None:
            info["regret"] = self._judge.regret(self._state, command)
        before = self._state.seats[self.seat].total
        self._apply(command)
        self._play_on()
        over = self._state.over
        if self.reward == "points":
            reward = float(self._state.seats[self.seat].total - before)
        else:
            reward = worth_of_end(self._state, self.seat) if over else 0.0
        truncated = not over and not self._goes_on
        return self._seen(), reward, over, truncated, info | self._info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal now, as sb3-contrib's MaskablePPO asks for it."""
        if self._state.mover != self.seat or not self._goes_on:
            return np.zeros(self.action_space.n, bool)
        return action_mask(self._state).astype(bool)

    def render(self) -> str | None:
        """The state in one line, where the environment was made with `render_mode="ansi"`."""
        if self.render_mode != "ansi":
            return None
        totals = " ".join(f"{total:,}" for total in self._state.totals)
        roll = " ".join(map(str, self._state.faces)) or "-"
        return f"round {self._state.round}  totals {totals}  turn {self._state.turn_total:,}  roll {roll}"

    @property
    def _goes_on(self) -> bool:
        """Whether the game is neither over nor cut short."""
        return not self._state.over and self._state.turn <= self.max_turns

    def _info(self) -> dict[str, Any]:
        return {"scores": self._state.totals, "turn": self._state.turn}

    def _seen(self) -> Observation:
        seen = observe(self._state, self.seat, goes_on=self._goes_on)
        mask = self.action_space.legal = seen["action_mask"]
        if self.observation == "features":
            return {"observation": features_of(self.rules, self._seats, seen), "action_mask": mask}
        return seen

    def _play_on(self) -> None:
        """Roll, and let the bots play, until the agent must decide or the game is over."""
        while self._goes_on:
            state = self._state
            if state.step is Step.WAIT:
                self._apply(self._dice.throw(state))
            elif state.mover == self.seat:
                if must_decide(state):
                    return
                self._apply(go_on(state))
            else:
                bot = self._bots[state.mover - (state.mover > self.seat)]
                self._apply(bot.choose(state))

    def _apply(self, command: Command) -> None:
        self._state, _ = do(self._state, command)
