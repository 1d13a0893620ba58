"""Farkle for OpenSpiel: explicit chance, every seat a player.

`import hotdice.envs.open_spiel` registers the game where `open_spiel` is installed:

    pyspiel.load_game("hotdice_farkle(rules=playmonster,players=2)")
"""

from math import comb
from typing import Any

import numpy as np
import pyspiel

from hotdice.envs.layout import action_count, flat, flat_space, observation_space
from hotdice.envs.nodes import Node, first_node
from hotdice.players.deck_words import most_dice
from hotdice.rules import FACES, Ruleset, load
from hotdice.rules.deck import Hands

NAME = "hotdice_farkle"
_CHANCE, _TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
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
    """Farkle by any sheet, cards included where nobody's are secret.

    ## Description
    A decision is a keep with what follows it, an action of `hotdice/Farkle-v0`; the dice are chance nodes
    with exact probabilities, fair dice as sorted faces. Rolling at the start of a turn is no decision. With
    cards the mover is asked, too, wherever it could play one; a hand is open, or follows from what is played.

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
        deck = self.rules.deck
        if deck and deck.hands is not Hands.OPEN and not deck.same_for_all:
            raise ValueError(f"{self.rules.title} has hidden cards; this game is one of perfect information")
        self.first = first_node(self.rules, self.seats)
        dice = most_dice(self.rules)
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


class FarkleState(pyspiel.State):  # type: ignore[misc]
    """A position of the game."""

    def __init__(self, game: FarkleGame) -> None:
        super().__init__(game)
        self._throws_left = game.max_throws
        self._node = game.first

    @property
    def node(self) -> Node:
        """The position behind it."""
        return self._node

    def current_player(self) -> int:
        """The seat that must decide; the dice, or nobody."""
        node = self._node
        if node.thrown:
            return _CHANCE if self._throws_left > 0 else _TERMINAL
        return _TERMINAL if node.over else node.mover

    def _legal_actions(self, player: int) -> list[int]:
        return self._node.actions

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every roll of the dice in the air by its number, with its probability."""
        return self._node.chances

    def _apply_action(self, action: int) -> None:
        node = self._node
        if node.thrown:
            self._throws_left -= 1
            self._node = node.fallen(action)
        else:
            self._node = node.acted(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return "dice " + " ".join(map(str, self._node.rolls[action]))
        return self._node.told(action)

    def is_terminal(self) -> bool:
        """Whether the game is over, or has been cut off."""
        return self._node.over or (self._throws_left <= 0 and self._node.thrown)

    def returns(self) -> list[float]:
        """What the game is worth to each player; 0 before its end."""
        seats = self.num_players()
        if not self._node.over:
            return [0.0] * seats
        winners = self._node.winners
        return [seats / len(winners) - 1.0 if seat in winners else -1.0 for seat in range(seats)]

    def __str__(self) -> str:
        return str(self._node)


class FarkleObserver:
    """The fields of the layout as one row of numbers."""

    def __init__(self, game: FarkleGame) -> None:
        fields = observation_space(game.rules, game.seats)
        self.tensor = np.zeros(flat_space(fields).shape, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: FarkleState, player: int) -> None:
        """Take in what a player sees."""
        self.tensor[:] = flat(state.node.seen(player))

    def string_from(self, state: FarkleState, player: int) -> str:
        """The same for every player: nothing is hidden."""
        return str(state)


pyspiel.register_game(_TYPE, FarkleGame)
