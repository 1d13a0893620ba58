"""OpenSkill ratings from the shares of a tournament."""

from collections.abc import Mapping, Sequence

from hotdice.frozen import Frozen

ROUNDS = 200
"""Games for the ratings by each pair: a bot that won 60 % of its games wins 120 of these, evenly spread."""


class Rating(Frozen):
    """An estimate of strength and its uncertainty; `ordinal` is the cautious figure to rank by."""

    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """Three times the uncertainty below the estimate."""
        return self.mu - 3 * self.sigma


def rate(names: Sequence[str], shares: Mapping[tuple[str, str], float]) -> dict[str, Rating]:
    """A rating for each name; `shares[a, b]` is a's share of the wins against b.

    Ratings of this kind depend on the order of the games. Here it is fixed: round by round, each pair once,
    so that the same shares give the same ratings.

    >>> found = rate(["a", "b"], {("a", "b"): 0.7})
    >>> found["a"].ordinal > found["b"].ordinal
    True

    Raises:
        ImportError: openskill is not installed.
    """
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        raise ImportError("ratings need openskill: pip install 'hotdice[ratings]'") from None
    model = PlackettLuce()
    ratings = {name: model.rating(name=name) for name in names}
    for number in range(ROUNDS):
        for (one, other), share in shares.items():
            won = int(share * (number + 1)) > int(share * number)
            pair = [[ratings[one]], [ratings[other]]]
            (ratings[one],), (ratings[other],) = model.rate(pair, ranks=[1, 2] if won else [2, 1])
    return {name: Rating(found.mu, found.sigma) for name, found in ratings.items()}
