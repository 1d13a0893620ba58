"""Err: a champion that gives away a set amount, so that everybody gets a good game."""

from hotdice.game import Command, Roll, State, Step
from hotdice.players.exact_bots import champion, command_of
from hotdice.players.lots import lot, lot_key
from hotdice.players.unsolved import without_a_table


class ErringBot:
    """Allows itself at every decision a loss drawn evenly from nothing to twice the amount.

    Among the choices that lose no more than that it takes the worst. The amount is a chance to win, in
    hundredths: `err:1` gives away at most one game in a hundred, on average, with each of its decisions.
    The same seed and the same moment give the same choice.
    """

    def __init__(self, amount: float, seed: str = "") -> None:
        self.amount = amount
        self.key = lot_key(seed)
        self.champion = champion()

    @property
    def most(self) -> float:
        """The greatest loss that it ever allows itself, as a chance to win."""
        return 2 * self.amount / 100

    def choose(self, state: State) -> Command:
        """A choice that loses no more than is allowed this time."""
        unsolved = without_a_table(state)
        if unsolved is not None:
            return unsolved
        if state.step is Step.ROLL:
            return Roll(state.mover)
        choices = self.champion.values(state)
        allowed = self.most * ((lot(self.key, state) >> 11) / 2**53)
        worst = choices[0]
        for choice in choices:
            if choices[0].value - choice.value <= allowed and choice.value < worst.value:
                worst = choice
        return command_of(state, worst)
