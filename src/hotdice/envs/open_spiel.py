"""Farkle for OpenSpiel: explicit chance, every seat a player.

`import hotdice.envs.open_spiel` registers the game where `open_spiel` is installed:

    pyspiel.load_game("hotdice_farkle(rules=playmonster,players=2)")
"""

from functools import cached_property
from math import comb
from typing import Any

import numpy as np
import pyspiel

from hotdice.envs.layout import (
    action_count,
    action_mask,
    flat,
    flat_space,
    observation_space,
    observe,
    to_command,
)
from hotdice.game import (
    Command,
    Keep,
    Refusal,
    Roll,
    State,
    Step,
    Throw,
    new_game,
    outcomes,
    play,
    weight_of_all,
)
from hotdice.players import IllegalMove
from hotdice.rules import FACES, Ruleset, load

NAME = "hotdice_farkle"
_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Farkle by any sheet",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=20,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"rules": "classic", "players": 2, "max_throws": 10_000},
)


class FarkleGame(pyspiel.Game):  # type: ignore[misc]
    """Farkle by a sheet without cards.

    ## Description
    A decision is a keep with what follows it, an action of `hotdice/Farkle-v0`; the dice are chance nodes
    with exact probabilities, fair dice as sorted faces. Rolling at the start of a turn is no decision.

    ## Observation
    The fields of `hotdice/Farkle-v0` without the mask, one after the other, seen from the player's seat.

    ## Returns
    At the end `n / k - 1` for each of k winners among n players, -1 for the others: with two players 1 and
    -1. A game that needs more than `max_throws` throws is a draw.

    ## Arguments
    `rules`: a sheet's name or file. `players`: how many. `max_throws`.

    >>> game = pyspiel.load_game("hotdice_farkle(rules=playmonster,players=3)")
    >>> game.num_players(), game.num_distinct_actions(), game.max_chance_outcomes()
    (3, 126, 462)
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        self.rules: Ruleset = load(str(given.get("rules", "classic")))
        self.seats = int(given.get("players", 2))
        self.max_throws = int(given.get("max_throws", 10_000))
        if self.rules.deck:
            raise ValueError(f"{self.rules.title} has cards; OpenSpiel plays the sheets without")
        new_game(self.rules, self.seats, first=0)  # refuses a number of players that the sheet does not allow
        dice = self.rules.dice
        info = pyspiel.GameInfo(
            num_distinct_actions=action_count(self.rules, self.seats),
            max_chance_outcomes=FACES**dice if self.rules.weights else comb(dice + FACES - 1, dice),
            num_players=self.seats,
            min_utility=-1.0,
            max_utility=self.seats - 1.0,
            utility_sum=0.0,
            max_game_length=self.max_throws,
        )
        super().__init__(_TYPE, info, given)

    def new_initial_state(self) -> "FarkleState":
        """The start of a game; player 0 begins."""
        return FarkleState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Every throw is one."""
        return self.max_throws

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "FarkleObserver":
        """What a player sees, as numbers or as a line."""
        if params:
            raise ValueError(f"this game's observer takes no parameters, and was given {params}")
        return FarkleObserver(self)


class Position:
    """A referee's state that a copy may share, since nothing can change it."""

    def __init__(self, state: State) -> None:
        self.state = state

    @cached_property
    def rolls(self) -> list[tuple[int, ...]]:
        """What may fall; a chance outcome is a place in this list."""
        return [faces for faces, _ in outcomes(self.state)]

    @cached_property
    def chances(self) -> list[float]:
        """The probability of each roll."""
        whole = weight_of_all(self.state)
        return [weight / whole for _, weight in outcomes(self.state)]

    def __deepcopy__(self, memo: dict[int, Any]) -> "Position":
        return self

    def after(self, command: Command) -> "Position":
        """The position after a command and, where a turn begins, with its dice in the air."""
        state = _played(self.state, command)
        return Position(state).ready()

    def ready(self) -> "Position":
        """Roll where nothing else can be done."""
        state = self.state
        while state.step is Step.ROLL and not state.over:
            state = _played(state, Roll(state.mover))
        return Position(state)


class FarkleState(pyspiel.State):  # type: ignore[misc]
    """A position of the game."""

    def __init__(self, game: FarkleGame) -> None:
        super().__init__(game)
        self._throws_left = game.max_throws
        self._position = Position(new_game(game.rules, game.seats, first=0)).ready()

    @property
    def state(self) -> State:
        """The referee's state."""
        return self._position.state

    def current_player(self) -> int:
        """The seat that must decide; the dice, or nobody."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.state.step is Step.WAIT else self.state.mover

    def _legal_actions(self, player: int) -> list[int]:
        return [int(action) for action in np.flatnonzero(action_mask(self.state))]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every roll of the dice in the air by its number, with its probability."""
        return list(enumerate(self._position.chances))

    def _apply_action(self, action: int) -> None:
        if self.state.step is Step.WAIT:
            self._throws_left -= 1
            self._position = self._position.after(Throw(self._position.rolls[action]))
        else:
            self._position = self._position.after(to_command(self.state, action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return "dice " + " ".join(map(str, self._position.rolls[action]))
        keep = to_command(self.state, action)
        assert isinstance(keep, Keep), "sheets without cards have no other choices"
        return f"keep {' '.join(map(str, keep.dice))}, {keep.then}"

    def is_terminal(self) -> bool:
        """Whether the game is over, or has been cut off."""
        return self.state.over or (self._throws_left <= 0 and self.state.step is Step.WAIT)

    def returns(self) -> list[float]:
        """What the game is worth to each player; 0 before its end."""
        seats, winners = len(self.state.seats), self.state.winners
        if not self.state.over:
            return [0.0] * seats
        return [seats / len(winners) - 1.0 if seat in winners else -1.0 for seat in range(seats)]

    def __str__(self) -> str:
        state = self.state
        faces = " ".join(map(str, state.faces)) or "-"
        totals = " ".join(map(str, state.totals))
        turn = f"round {state.round}, player {state.mover}, turn {state.turn_total}"
        return f"{turn}, totals {totals}, roll {faces}"


class FarkleObserver:
    """The fields of the layout as one row of numbers."""

    def __init__(self, game: FarkleGame) -> None:
        fields = observation_space(game.rules, game.seats)
        self.tensor = np.zeros(flat_space(fields).shape, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: FarkleState, player: int) -> None:
        """Take in what a player sees."""
        self.tensor[:] = flat(observe(state.state, player))

    def string_from(self, state: FarkleState, player: int) -> str:
        """The same for every player: nothing is hidden."""
        return str(state)


def _played(state: State, command: Command) -> State:
    result = play(state, command)
    if isinstance(result, Refusal):
        raise IllegalMove(command, result)
    return result[0]


pyspiel.register_game(_TYPE, FarkleGame)
