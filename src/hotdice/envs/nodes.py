"""The nodes of a game tree: positions that never change, by the simulator's course or by the referee.

The course is compiled and plays the sheets without cards that can be compiled; the referee plays all others.
"""

from functools import cached_property, lru_cache
from math import factorial, prod
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from hotdice.arena.course import CONTENDING, OVER, PLACE, ROUND, SEAT_FIELDS, TOTAL, begin_game
from hotdice.arena.sheets import CannotCompile, Sheet, Tables, Words, sheet_of
from hotdice.envs import many_kernel as kernel
from hotdice.envs.card_layout import dice_of
from hotdice.envs.layout import (
    Observation,
    action_count,
    action_mask,
    go_on,
    must_decide,
    observe,
    to_command,
)
from hotdice.envs.many_tables import Offers, offers
from hotdice.envs.views_kernel import (
    ADDRESS,
    AGENT,
    FIELDS,
    HAND,
    TURN_TOTAL,
    Games,
    Small,
    fill_fields,
    fill_masks,
    room_for,
    seen_of,
)
from hotdice.game import (
    Bank,
    Command,
    Keep,
    PlayCard,
    State,
    Step,
    Throw,
    do,
    new_game,
    outcomes,
    weight_of_all,
)
from hotdice.players.deck_words import most_dice
from hotdice.rules import FACES, Ruleset, sorted_rolls

Faces = tuple[int, ...]


class Node(Protocol):
    """A position with what may follow it; whoever holds one may share it."""

    @property
    def over(self) -> bool:
        """Whether the game is over."""

    @property
    def thrown(self) -> bool:
        """Whether dice are in the air."""

    @property
    def mover(self) -> int:
        """The seat that plays this turn."""

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won."""

    @property
    def actions(self) -> list[int]:
        """The legal actions of the mover, in order."""

    @property
    def rolls(self) -> tuple[Faces, ...]:
        """What may fall, die by die."""

    @property
    def chances(self) -> list[tuple[int, float]]:
        """The places in `rolls`, each with its probability."""

    def fallen(self, place: int) -> "Node":
        """The node after a roll."""

    def acted(self, action: int) -> "Node":
        """The node after an action of the mover."""

    def seen(self, seat: int) -> Observation:
        """What a seat sees, without the mask."""

    def told(self, action: int) -> str:
        """An action in words."""


def first_node(rules: Ruleset, seats: int) -> Node:
    """The start of a game, its first dice in the air.

    >>> from hotdice.rules import load
    >>> node = first_node(load("classic"), 2)
    >>> node.thrown, len(node.rolls), node.fallen(0).actions[:3]
    (True, 462, [0, 4, 12])
    """
    state = new_game(rules, seats, first=0)  # refuses a number of players that the sheet does not allow
    if rules.deck:
        return RefereeNode(state).ready()
    try:
        return CourseNode.first(rules, seats)
    except CannotCompile:
        return RefereeNode(state).ready()


@lru_cache
def fair_rolls(dice: int) -> tuple[tuple[Faces, ...], list[tuple[int, float]]]:
    """The sorted rolls of fair dice, and their places with their probabilities, as the referee lists them."""
    rolls = tuple(sorted_rolls(dice))
    whole = FACES**dice
    orders = [factorial(dice) // prod(factorial(roll.count(face)) for face in set(roll)) for roll in rolls]
    return rolls, [(place, count / whole) for place, count in enumerate(orders)]


@lru_cache
def hand_rolls(dice: int, hand: int) -> npt.NDArray[np.int8]:
    """The sorted rolls of the dice in a hand (its bits), as rows of all dice, each in an array of its own."""
    numbers = [die for die in range(dice) if hand >> die & 1]
    rolls = fair_rolls(len(numbers))[0]
    found = np.zeros((len(rolls), 1, dice), np.int8)
    found[:, 0, numbers] = rolls
    return found


class Board(NamedTuple):
    """What all nodes of a game have in common, and room to write a node's choices into."""

    sheet: Sheet
    tables: Words
    offers: Offers
    room: Small


@lru_cache(maxsize=8)
def board_of(rules: Ruleset, seats: int) -> Board:
    """A sheet as compiled code reads it."""
    builder = Tables()
    sheet = sheet_of(rules, builder)
    room = np.zeros((1, action_count(rules, seats)), np.int8)
    return Board(sheet, builder.array, offers(rules), room)


class CourseNode:
    """A node of the simulator's course: one row of its arrays."""

    def __init__(self, board: Board, games: Games, decides: bool = False) -> None:
        self._board = board
        self._games = games
        now = games.now
        self.over = now[0, OVER] != 0
        self.thrown = not decides and not self.over
        self.mover = int(now[0, PLACE])

    @classmethod
    def first(cls, rules: Ruleset, seats: int) -> "CourseNode":
        """The start of a game.

        Raises:
            CannotCompile: the sheet has a rule that only the referee plays.
        """
        board = board_of(rules, seats)
        games = Games(
            np.zeros((1, FIELDS), np.int64),
            np.zeros((1, SEAT_FIELDS, seats), np.int64),
            np.zeros((1, rules.dice), np.int8),
        )
        begin_game(board.sheet, board.tables, games.now[0], games.seats[0])
        kernel.take_dice(board.sheet, games.now[0])
        games.now[0, ADDRESS] = -1
        return cls(board, games)

    def __deepcopy__(self, memo: dict[int, Any]) -> "CourseNode":
        return self

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won."""
        return tuple(np.flatnonzero(self._games.seats[0, CONTENDING]).tolist())

    @property
    def rolls(self) -> tuple[Faces, ...]:
        """What may fall, in the order of the dice."""
        return fair_rolls(int(self._games.now[0, HAND]).bit_count())[0]

    @property
    def chances(self) -> list[tuple[int, float]]:
        """The places in `rolls` with their probabilities."""
        return fair_rolls(int(self._games.now[0, HAND]).bit_count())[1]

    @cached_property
    def actions(self) -> list[int]:
        """The legal actions."""
        board, games = self._board, self._games
        fill_masks(board.sheet, board.tables, board.offers, games, board.room)
        found: list[int] = board.room[0].nonzero()[0].tolist()
        return found

    def fallen(self, place: int) -> "CourseNode":
        """The node after a roll."""
        old, board = self._games, self._board
        faces = hand_rolls(old.faces.shape[1], int(old.now[0, HAND]))[place].copy()
        games = Games(old.now.copy(), old.seats.copy(), faces)
        decides = kernel.take_fall(board.sheet, board.tables, board.offers, games, 0)
        return CourseNode(board, games, decides)

    def acted(self, action: int) -> "CourseNode":
        """The node after an action.

        Raises:
            ValueError: it is not legal.
        """
        games, board = self._copy(), self._board
        if not kernel.carry_out(board.sheet, board.tables, board.offers, games, 0, action):
            raise ValueError(f"action {action} is not legal here")
        return CourseNode(board, games)

    def seen(self, seat: int) -> Observation:
        """What a seat sees."""
        games = self._copy()
        games.now[0, AGENT] = seat
        room = room_for(1, games.seats.shape[2], games.faces.shape[1], 0)
        fill_fields(games, room)
        return {name: rows[0] for name, rows in seen_of(room).items()}

    def told(self, action: int) -> str:
        """An action in words."""
        return _told(dice_of(action // 2 + 1, self._games.faces.shape[1]), "bank" if action % 2 else "roll")

    def _copy(self) -> Games:
        games = self._games
        return Games(games.now.copy(), games.seats.copy(), games.faces.copy())

    def __str__(self) -> str:
        now = self._games.now[0]
        totals = self._games.seats[0, TOTAL].tolist()
        return _line(int(now[ROUND]), self.mover, int(now[TURN_TOTAL]), totals, self._games.faces[0])


class RefereeNode:
    """A node of the referee's."""

    def __init__(self, state: State) -> None:
        self._state = state
        self.over = state.over
        self.thrown = state.step is Step.WAIT
        self.mover = state.mover
        self.winners = state.winners

    def ready(self) -> "RefereeNode":
        """Go on where nothing else can be done."""
        state = self._state
        while not state.over and state.step is not Step.WAIT and not must_decide(state):
            state = do(state, go_on(state))[0]
        return RefereeNode(state)

    def __deepcopy__(self, memo: dict[int, Any]) -> "RefereeNode":
        return self

    @cached_property
    def rolls(self) -> tuple[Faces, ...]:
        """What may fall."""
        return tuple(faces for faces, _ in outcomes(self._state))

    @cached_property
    def chances(self) -> list[tuple[int, float]]:
        """The places in `rolls` with their probabilities."""
        whole = weight_of_all(self._state)
        return [(place, weight / whole) for place, (_, weight) in enumerate(outcomes(self._state))]

    @cached_property
    def actions(self) -> list[int]:
        """The legal actions."""
        found: list[int] = action_mask(self._state).nonzero()[0].tolist()
        return found

    def fallen(self, place: int) -> "RefereeNode":
        """The node after a roll."""
        return self._after(Throw(self.rolls[place]))

    def acted(self, action: int) -> "RefereeNode":
        """The node after an action."""
        return self._after(to_command(self._state, action))

    def _after(self, command: Command) -> "RefereeNode":
        return RefereeNode(do(self._state, command)[0]).ready()

    def seen(self, seat: int) -> Observation:
        """What a seat sees."""
        return {name: field for name, field in observe(self._state, seat).items() if name != "action_mask"}

    def told(self, action: int) -> str:
        """An action in words."""
        command = to_command(self._state, action)
        if isinstance(command, Keep):
            return _told(command.dice, command.then or "")
        if not isinstance(command, PlayCard):
            return "bank" if isinstance(command, Bank) else "go on"
        whom = f" on {command.target}" if command.target >= 0 else ""
        dice = f" with {' '.join(map(str, command.dice))}" if command.dice else ""
        return f"play {command.card}{whom}{dice}"

    def __str__(self) -> str:
        state = self._state
        shown: npt.NDArray[np.int8] = np.zeros(most_dice(state.rules), np.int8)
        for die, face in zip(state.hand, state.faces, strict=False):
            shown[die - 1] = face
        return _line(state.round, state.mover, state.turn_total, list(state.totals), shown)


def _told(dice: tuple[int, ...], then: str) -> str:
    return f"keep {' '.join(map(str, dice))}" + (f", {then}" if then else "")


def _line(number: int, mover: int, turn_total: int, totals: list[int], faces: npt.NDArray[np.int8]) -> str:
    roll = " ".join(str(face) for face in faces.tolist() if face) or "-"
    return (
        f"round {number}, player {mover}, turn {turn_total}, totals {' '.join(map(str, totals))}, roll {roll}"
    )
