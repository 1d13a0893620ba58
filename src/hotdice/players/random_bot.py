"""Random: picks any legal move, all alike."""

from hashlib import blake2b

from hotdice.game import Command, State, turn_choices


class RandomBot:
    """Any legal move, each as likely as the next; the same seed and the same moment give the same move.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> RandomBot("7").choose(new_game(load("classic"), 2))
    Roll(seat=0)
    """

    def __init__(self, seed: str = "") -> None:
        self._key = blake2b(seed.encode(), digest_size=32).digest()

    def choose(self, state: State) -> Command:
        """One of the choices, by a number that only seed and moment decide: the totals tell games apart."""
        choices = turn_choices(state)
        place = f"{state.mover}.{state.turn}.{state.roll}.{state.throw}.{state.step}"
        label = f"{place}.{state.totals}.{state.turn_total}.{state.faces}"
        number = int.from_bytes(blake2b(label.encode(), key=self._key, digest_size=16).digest(), "big")
        return choices[number % len(choices)]
