"""Whole Munchkin Dice games in numbers: the same dice and cards by seed as at the referee's table."""

from collections.abc import Sequence
from typing import NamedTuple

from hotdice.munchkin import SeededChance, Sheet, State, new_game
from hotdice.munchkin.sheet import FACES, RUN_FACES
from hotdice.players import munchkin_words as k
from hotdice.players.munchkin_board import PILES, as_lists, numbered
from hotdice.players.uncompiled import plain


class Ended(NamedTuple):
    """How a game ended: who won, all levels, the turns, and how often each seat paid for a roll."""

    winners: tuple[int, ...]
    levels: tuple[int, ...]
    turns: int
    rolls: tuple[int, ...]


class Course:
    """Plays games of bots that differ only in the price that they pay for a roll.

    The functions are those that a compiler could have, as plain Python: between two cards or dice there is
    too little to do for compiled code to pay.

    >>> from hotdice.munchkin import load
    >>> Course(load(), 2).play([1.0, 1.0], SeededChance("1")).winners
    (1,)
    """

    def __init__(self, sheet: Sheet, seats: int) -> None:
        self._table = numbered(sheet)
        self._rules = as_lists(self._table.rules)
        self._start = self._table.board(new_game(sheet, seats))
        self._command = self._table.room_for_command().tolist()
        self._apply = plain("hotdice.players.munchkin_results_kernel").apply
        self._until_chance = plain("hotdice.players.munchkin_rollout_kernel").until_chance

    def play(self, prices: Sequence[float], chance: SeededChance, start: State | None = None) -> Ended:
        """One game to its end, from its beginning or from a state."""
        command, worths, rolls = self._command, [0.0] * 16, [0] * len(prices)
        board = as_lists(self._start if start is None else self._table.board(start))
        numbers = board.numbers
        while True:
            self._until_chance(self._rules, board, prices, command, worths, rolls)
            if numbers[k.PHASE] == k.OVER:
                break
            task, _, pile, _ = board.agenda[numbers[k.TASKS] - 1]
            moment = f"{numbers[k.TURN]}.{numbers[k.CHANCES]}"
            if task == k.DRAW:
                deck = board.decks[pile]
                command[0] = k.A_DEAL
                command[2] = deck[1 + chance.below(f"{moment}.{PILES[pile]}", deck[0])]
            else:
                die, faces = ("die", FACES) if task == k.THROW else ("run", RUN_FACES)
                command[0], command[2] = k.A_THROW, 1 + chance.below(f"{moment}.{die}", faces)
            self._apply(self._rules, board, command)
        mask = numbers[k.WINNERS]
        winners = tuple(seat for seat in range(len(prices)) if mask >> seat & 1)
        return Ended(winners, tuple(seat[k.AT] for seat in board.seats), numbers[k.TURN], tuple(rolls))
