"""Err: a champion that gives away a set amount, so that everybody gets a good game."""

from hashlib import blake2b

from hotdice.game import Bank, Command, Keep, Roll, State, Step
from hotdice.game.choices import lowest_dice
from hotdice.players.exact_bots import Valued, champion


class ErringBot:
    """Allows itself at every decision a loss drawn evenly from nothing to twice the amount.

    Among the choices that lose no more than that it takes the worst. The amount is a chance to win, in
    hundredths: `err:1` gives away at most one game in a hundred, on average, with each of its decisions.
    The same seed and the same moment give the same choice.
    """

    def __init__(self, amount: float, seed: str = "") -> None:
        self.amount = amount
        self._key = blake2b(seed.encode(), digest_size=32).digest()
        self._champion = champion()

    def choose(self, state: State) -> Command:
        """A choice that loses no more than is allowed this time."""
        if state.step is Step.ROLL:
            return Roll(state.mover)
        choices = self._champion.values(state)
        allowed = 2 * self.amount / 100 * self._draw(state)
        worst = choices[0]
        for choice in choices:
            if choices[0].value - choice.value <= allowed and choice.value < worst.value:
                worst = choice
        return command_of(state, worst)

    def _draw(self, state: State) -> float:
        """A number from 0 to 1 that only seed and moment decide."""
        label = f"{state.mover}.{state.turn}.{state.roll}.{state.totals}.{state.turn_total}"
        digest = blake2b(label.encode(), key=self._key, digest_size=8).digest()
        return int.from_bytes(digest, "big") / 2**64


def command_of(state: State, choice: Valued) -> Command:
    """The command of a valued choice."""
    if choice.option is None:
        return Bank(state.mover) if choice.then == "bank" else Roll(state.mover)
    dice = lowest_dice(state, choice.option.keep)
    return Keep(state.mover, dice, "bank" if choice.then == "bank" else "roll")
