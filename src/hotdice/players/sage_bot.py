"""Sage: exact dice, and for what comes after the turn a learned value of cards and totals."""

from functools import lru_cache
from importlib import resources
from typing import Any, NamedTuple

import numpy as np

from hotdice.game import Bank, Command, PassWindow, PlayCard, Roll, State
from hotdice.game.choices import keeps
from hotdice.players.card_traits import deck_traits
from hotdice.players.deck_reading import game_of
from hotdice.players.deck_words import Builder, CardSheet, Floats, Ints, obstacle, sheet_with_cards
from hotdice.players.player import Player
from hotdice.players.schemer_bot import SchemerBot
from hotdice.players.uncompiled import plain
from hotdice.rules import Ruleset

USUAL, CARDLESS, BLIND, COUNTING = range(4)
STYLES = {"": USUAL, "cardless": CARDLESS, "blind": BLIND, "counting": COUNTING}
FILE = "sage.npy"
Seats = tuple[int, ...]


@lru_cache(maxsize=1)
def learned() -> Floats:
    """The net that ships; `python -m scripts.sage_train` makes it.

    >>> learned().dtype, learned().size > 500
    (dtype('float64'), True)
    """
    with resources.as_file(resources.files("hotdice.sheets").joinpath(FILE)) as path:
        return np.asarray(np.load(path, allow_pickle=False), np.float64)


class _Table(NamedTuple):
    """A sheet as numbers, with the traits of its deck."""

    sheet: CardSheet
    words: Ints
    reals: Floats
    traits: int
    lists: tuple[list[int], list[float]]
    """Words and reals once more: plain Python reads single numbers faster from lists."""


@lru_cache(maxsize=16)
def _table(rules: Ruleset) -> _Table:
    builder = Builder()
    sheet = sheet_with_cards(rules, builder)
    assert rules.deck is not None
    traits = builder.real(deck_traits(rules.deck))
    words, reals = builder.words, builder.reals
    return _Table(sheet, words, reals, traits, (words.tolist(), reals.tolist()))


class SageBot:
    """Plays cards and dice for the best chance to win, as far as its value of positions goes.

    On a sheet without cards it plays as `otherwise` does, by default the champion.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> SageBot().choose(new_game(load("munchkin-farkle"), 3)).seat
    0
    """

    def __init__(
        self, style: int = USUAL, otherwise: Player | None = None, net: Floats | None = None
    ) -> None:
        self.style = style
        self._otherwise = otherwise
        self._net = net
        self._mind: tuple[Ruleset, int, object] | None = None

    @property
    def net(self) -> Floats:
        """The numbers that it judges positions by."""
        return learned() if self._net is None else self._net

    def choose(self, state: State) -> Command:
        """The best choice by its own reckoning."""
        if state.cards is None:
            return self._without_cards().choose(state)
        if obstacle(state.rules, len(state.seats)):
            return SchemerBot().choose(state)
        return self.judge(state)[0]

    def judge(self, state: State) -> tuple[Command, float]:
        """The best choice and the chance to win with it; below 0 where there was nothing to weigh."""
        moves = plain("hotdice.players.moves_kernel")
        sheet, words, reals, mind, game, seats = self.mind_of(state)
        move = np.zeros(4, np.int64)
        decide = plain("hotdice.players.sage_kernel").sage_move
        value = float(decide(sheet, words, reals, mind, game, move))
        mover = state.mover
        kind = int(move[moves.MOVE])
        command: Command = PassWindow(mover)
        if kind == moves.A_ROLL:
            command = Roll(mover)
        elif kind == moves.A_KEEP:
            command = keeps(state)[int(move[moves.CHOSEN])]
        elif kind == moves.A_BANK:
            command = Bank(mover)
        elif kind == moves.A_CARD:
            assert state.rules.deck is not None
            card = state.rules.deck.cards[int(move[moves.CHOSEN])].id
            target = int(move[moves.AIMED])
            places = int(move[moves.PLACES])
            dice = tuple(die for place, die in enumerate(state.hand) if places >> place & 1)
            command = PlayCard(mover, card, seats[target] if target >= 0 else -1, dice)
        return command, value

    def chances(self, state: State) -> tuple[float, ...]:
        """What every seat may expect of a win when a turn begins, as the mover may know it."""
        sheet, words, reals, mind, game, seats = self.mind_of(state)
        chance = plain("hotdice.players.sage_value_kernel").chance
        found = [0.0] * len(state.seats)
        mover = seats.index(state.mover)
        for place, seat in enumerate(seats):
            found[seat] = float(chance(sheet, words, reals, mind, game, mover, place))
        return tuple(found)

    def mind_of(self, state: State) -> tuple[CardSheet, list[int], list[float], Any, list[int], Seats]:
        """What its functions in plain Python ask for: the sheet, its numbers, a mind, the game, its seats."""
        table = _table(state.rules)
        game, seats = game_of(state, table.sheet)
        mind = self._mind_for(state.rules, table, game.size)
        return table.sheet, *table.lists, mind, game.tolist(), seats

    def _mind_for(self, rules: Ruleset, table: _Table, room: int) -> object:
        if self._mind is None or self._mind[0] is not rules or self._mind[1] < room:
            from hotdice.players.sage_plain_kernel import plain_mind

            mind = plain_mind(table.sheet, table.words, table.reals, self.net, table.traits, room)
            mind.notes[1] = self.style
            self._mind = rules, room, mind
        return self._mind[2]

    def _without_cards(self) -> Player:
        if self._otherwise is None:
            from hotdice.players.exact_bots import Champion

            self._otherwise = Champion()
        return self._otherwise
