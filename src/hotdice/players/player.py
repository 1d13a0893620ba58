"""The protocol of everyone who decides, and the loop that lets players play a game."""

from collections.abc import Sequence
from typing import Protocol

from hotdice.game import Command, DiceSource, Event, State, Step, do


class Player(Protocol):
    """Chooses among the legal moves. It is asked only when its seat is to move."""

    def choose(self, state: State) -> Command:
        """The command to carry out: a roll, a bank, or a keep (with what follows it, if it likes)."""


def play_out(state: State, players: Sequence[Player], dice: DiceSource) -> tuple[State, tuple[Event, ...]]:
    """Play until the game is over: the last state, and every event on the way.

    >>> from hotdice.game import SeededDice, new_game
    >>> from hotdice.players import make
    >>> from hotdice.rules import load
    >>> bots = [make("threshold:300"), make("greedy")]
    >>> state, events = play_out(new_game(load("classic"), 2), bots, SeededDice("1"))
    >>> state.over
    True

    Raises:
        IllegalMove: a player chose what the referee refuses.
    """
    events: list[Event] = []
    while not state.over:
        command = dice.throw(state) if state.step is Step.WAIT else players[state.mover].choose(state)
        state, more = do(state, command)
        events += more
    return state, tuple(events)
