"""Random: picks any legal move at a Munchkin Dice table, all alike."""

from hashlib import blake2b

from hotdice.munchkin import Command, State, legal


class MunchkinRandomBot:
    """Any legal move; the same seed and the same moment give the same move.

    >>> from hotdice.munchkin import SeededChance, load, new_game
    >>> from hotdice.players.munchkin_player import play_out
    >>> bots = [MunchkinRandomBot("1"), MunchkinRandomBot("2")]
    >>> play_out(new_game(load(["turn_limit=5"]), 2), bots, SeededChance("3"))[0].over
    True
    """

    def __init__(self, seed: str = "") -> None:
        self._key = blake2b(seed.encode(), digest_size=32).digest()

    def choose(self, view: State, seat: int) -> Command:
        """One of the choices, by a number that only seed, turn, seat and what is visible decide."""
        choices = legal(view, seat)
        moment = f"{view.turn}.{view.chances}.{seat}.{view.task}.{view.seats[seat]}.{view.fight}"
        number = int.from_bytes(blake2b(moment.encode(), key=self._key, digest_size=16).digest(), "big")
        return choices[number % len(choices)]
