"""Who will begin, while one die each decides it: exact chances, so that the roll-off has its luck too."""

from math import comb

from hotdice.game import State
from hotdice.rules import FACES


def chances_to_begin(state: State) -> tuple[float, ...]:
    """For every seat the chance to begin, given the dice of the roll-off so far; ties are thrown again.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> chances_to_begin(new_game(load("playmonster"), 2))
    (0.5, 0.5)
    """
    thrown, seats = state.thrown_off, state.contenders
    found = [0.0] * len(state.seats)
    waiting = len(seats) - len(thrown)
    for place, seat in enumerate(seats):
        faces = (thrown[place],) if place < len(thrown) else range(1, FACES + 1)
        others = [face for other, face in enumerate(thrown) if other != place]
        unknown = waiting - (place >= len(thrown))
        found[seat] = sum(_shares(face, others, unknown) for face in faces) / len(faces)
    return tuple(found)


def _shares(face: int, others: list[int], unknown: int) -> float:
    """The chance of a face to be the highest, divided among equals, who throw again."""
    if any(other > face for other in others):
        return 0.0
    level = 1 + others.count(face)
    below, same = (face - 1) / FACES, 1 / FACES
    return sum(
        comb(unknown, equal) * same**equal * below ** (unknown - equal) / (level + equal)
        for equal in range(unknown + 1)
    )
