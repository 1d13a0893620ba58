"""Explicit chance: a state that waits for dice lists what may fall, with exact weights."""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from math import factorial, prod

from hotdice.game.state import State, Step
from hotdice.rules import FACES, sorted_rolls


def outcomes(state: State) -> Iterator[tuple[tuple[int, ...], int]]:
    """What the dice in the air may show, each with its weight; the weights sum to `weight_of_all`.

    Fair dice are alike, so one order stands for all and carries their number; weighted dice are
    listed one by one.

    >>> from hotdice.game import Roll, new_game, play
    >>> from hotdice.rules import load
    >>> state, _ = play(new_game(load("classic"), 2), Roll(0))
    >>> sum(weight for _, weight in outcomes(state)) == weight_of_all(state) == 6**6
    True
    """
    if state.step is not Step.WAIT:
        return
    if state.weights:
        rows = [state.weights[die - 1] for die in state.in_the_air]
        for faces in product(*(range(1, len(row) + 1) for row in rows)):
            weight = prod(row[face - 1] for row, face in zip(rows, faces, strict=True))
            if weight:
                yield faces, weight
        return
    for faces in sorted_rolls(len(state.in_the_air)):
        orders = prod(factorial(count) for count in Counter(faces).values())
        yield faces, factorial(len(faces)) // orders


def weight_of_all(state: State) -> int:
    """The sum of all weights of `outcomes`, the denominator of every chance; 0 where no dice are awaited."""
    if state.step is not Step.WAIT:
        return 0
    if state.weights:
        return prod([sum(state.weights[die - 1]) for die in state.in_the_air])
    return int(FACES ** len(state.in_the_air))
