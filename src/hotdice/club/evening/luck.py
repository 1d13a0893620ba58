"""What a game was worth to each seat with the luck of the throws, and of beginning, taken out."""

from collections.abc import Sequence


def worth_of(given_away: Sequence[float]) -> tuple[float, ...]:
    """The share of each seat by what the decisions gave away, in chances to win; the shares add up to one.

    Everybody begins with an even share, loses what the own decisions gave away, and gets an even part of what
    those of the others did. Who began does not matter, for that is drawn.

    >>> [round(one, 3) for one in worth_of([0.02, 0.1])]
    [0.58, 0.42]
    """
    seats, total = len(given_away), sum(given_away)
    return tuple(1 / seats - own + (total - own) / (seats - 1) for own in given_away)
