"""What is counted while games are played: whole numbers, so that sums do not depend on their order."""

from typing import Any, NamedTuple

import numpy as np

from hotdice.arena.sheets import Ints

SHARE = 2520
"""A whole win, divisible by 1 to 10, so that a shared one is a whole number too."""
TURN_BINS = 400
SCORE_BINS = 480
SCORE_WIDTH = 100
SCORE_LOWEST = -8000


class Counts(NamedTuple):
    """What compiled code counts into: the arrays of a tally, and the shares of the block that is played."""

    wins: Ints
    squares: Ints
    score_sums: Ints
    scores: Ints
    turns: Ints
    turn_sums: Ints
    shares: Ints


class Tally:
    """Counts of some games of a match, by bot.

    `wins[b, k]` are the games that bot b won together with k - 1 others. `blocks` are groups of games that
    belong together (one game, or one for each seat order); `squares` sums, over blocks, the square of the
    shares of a bot. `score_sums` holds the sum of the final totals and of their squares.

    >>> one, two = Tally(2), Tally(2)
    >>> one.games, two.games = 3, 4
    >>> (one + two).games
    7
    """

    FIELDS = ("wins", "squares", "score_sums", "scores", "turns", "turn_sums")

    def __init__(self, bots: int) -> None:
        self.bots = bots
        self.games = 0
        self.blocks = 0
        self.wins: Ints = np.zeros((bots, bots + 1), np.int64)
        self.squares: Ints = np.zeros(bots, np.int64)
        self.score_sums: Ints = np.zeros((bots, 2), np.int64)
        self.scores: Ints = np.zeros((bots, SCORE_BINS), np.int64)
        self.turns: Ints = np.zeros(TURN_BINS, np.int64)
        self.turn_sums: Ints = np.zeros(2, np.int64)

    def counts(self) -> Counts:
        """The same arrays for compiled code, at the start of a block."""
        arrays = {field: getattr(self, field) for field in self.FIELDS}
        return Counts(**arrays, shares=np.zeros(self.bots, np.int64))

    def __add__(self, other: "Tally") -> "Tally":
        if self.bots != other.bots:
            raise ValueError("these are tallies of different matches")
        result = Tally(self.bots)
        result.games, result.blocks = self.games + other.games, self.blocks + other.blocks
        for field in self.FIELDS:
            setattr(result, field, getattr(self, field) + getattr(other, field))
        return result

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tally) and self.to_plain() == other.to_plain()

    __hash__ = None  # type: ignore[assignment]

    def to_plain(self) -> dict[str, Any]:
        """Plain numbers and lists, for a file or a wire.

        >>> Tally.from_plain(Tally(2).to_plain()) == Tally(2)
        True
        """
        plain = {field: getattr(self, field).tolist() for field in self.FIELDS}
        return {"bots": self.bots, "games": self.games, "blocks": self.blocks} | plain

    @classmethod
    def from_plain(cls, plain: dict[str, Any]) -> "Tally":
        """The tally that `to_plain` wrote.

        Raises:
            ValueError: it is not one.
        """
        try:
            tally = cls(int(plain["bots"]))
            tally.games, tally.blocks = int(plain["games"]), int(plain["blocks"])
            for field in cls.FIELDS:
                values = np.array(plain[field], np.int64)
                if values.shape != getattr(tally, field).shape:
                    raise ValueError(f"{field} has the wrong shape")
                setattr(tally, field, values)
        except (KeyError, TypeError, OverflowError) as error:
            raise ValueError(f"not a tally: {error}") from None
        return tally
