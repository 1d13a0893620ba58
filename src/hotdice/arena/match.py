"""A match: the same bots over many games. What it is, and how its games are dealt."""

from enum import StrEnum

from hotdice.frozen import Frozen
from hotdice.rules import Ruleset, reference, resolve


class Seating(StrEnum):
    """Who begins, and which dice fall.

    FIXED: seat 1 begins every game. ROTATE: the seats take turns to begin. DUPLICATE: as ROTATE, and the
    games of one round of beginnings get the same dice by turn, so that much luck cancels.
    """

    FIXED, ROTATE, DUPLICATE = "fixed", "rotate", "duplicate"


class Match(Frozen):
    """The bots, by name, at a sheet, and the seed of their dice; game k is the same wherever it is played.

    `sheet` is a name or a whole rule set as text, so that a match can be sent to another machine. `bags` are
    the own dice of the seats, where they have some.

    >>> from hotdice.rules import load
    >>> match = Match.of(load("classic"), ["cautious", "greedy"], seed="7")
    >>> match.rules == load("classic")
    True
    """

    sheet: str
    bots: tuple[str, ...]
    seed: str = "0"
    seating: Seating = Seating.FIXED
    bags: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        rules: Ruleset,
        bots: list[str] | tuple[str, ...],
        *,
        seed: str = "0",
        seating: Seating = Seating.FIXED,
        bags: tuple[str, ...] = (),
    ) -> "Match":
        """A match at a rule set."""
        return cls(reference(rules), tuple(bots), seed, seating, bags)

    @property
    def rules(self) -> Ruleset:
        """The rule set."""
        return resolve(self.sheet)

    @property
    def block(self) -> int:
        """How many games belong together: one, or one for each seat that may begin."""
        return 1 if self.seating is Seating.FIXED else len(self.bots)

    def whole(self, games: int) -> int:
        """The least number of games that is not smaller and leaves no block unfinished.

        >>> Match("classic", ("cautious", "greedy"), seating=Seating.ROTATE).whole(7)
        8
        """
        return -(-games // self.block) * self.block

    def starter(self, game: int) -> int:
        """The seat that begins game number `game`.

        >>> match = Match("classic", ("cautious", "greedy"), seating=Seating.ROTATE)
        >>> [match.starter(game) for game in range(4)]
        [0, 1, 0, 1]
        """
        return game % self.block

    def dice_of(self, game: int) -> int:
        """The number under which the dice of a game are drawn.

        >>> match = Match("classic", ("cautious", "greedy"), seating=Seating.DUPLICATE)
        >>> [match.dice_of(game) for game in range(4)]
        [0, 0, 1, 1]
        """
        return game // self.block if self.seating is Seating.DUPLICATE else game
