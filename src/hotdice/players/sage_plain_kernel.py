"""The two heavy parts of the sage's reckoning by numpy, for games in which nothing is compiled.

They add in the order of the compiled code, so both find the same numbers to the last bit.
"""

from functools import cache
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from hotdice.players.deck_words import CardSheet, Floats, Ints
from hotdice.players.uncompiled import plain

_VALUES = plain("hotdice.players.sage_value_kernel")
BOLD, HIDDEN, INPUTS, OPEN = _VALUES.BOLD, _VALUES.HIDDEN, _VALUES.INPUTS, _VALUES.OPEN


def score(net: Floats, inputs: Floats, at: int) -> float:
    """The score of the seat whose inputs begin at a place."""
    biases = INPUTS * HIDDEN
    outer = biases + HIDDEN
    weights = net[:biases].reshape(INPUTS, HIDDEN)
    seen = np.array(inputs[at : at + INPUTS], np.float64)
    column = np.vstack([net[biases:outer], seen[:, None] * weights])
    values = np.add.accumulate(column, axis=0)[-1]
    terms = np.where(values > 0, values, 0.0) * net[outer : outer + HIDDEN]
    return float(np.add.accumulate(np.concatenate([net[outer + HIDDEN : outer + HIDDEN + 1], terms]))[-1])


def fill_turn(
    sheet: CardSheet, words: Ints, reals: Floats, mind: Any, table: int, dice: int, lost: float, bold: bool
) -> None:
    """Work out a table of the turn from its stops."""
    width, base = mind.width, table * mind.stride
    every = width + mind.longest
    stops = mind.stops[table * every : (table + 1) * every]
    rolls = mind.rolls[base : base + mind.stride].reshape(-1, width)
    best = mind.best[base : base + mind.stride].reshape(-1, width)
    again = mind.rolls[BOLD * mind.stride : (BOLD + 1) * mind.stride].reshape(-1, width)
    dead = mind.dead.reshape(-1, width)
    reached = np.tile(stops, (dice + 1, 1))
    flat = reached.reshape(-1)
    parts = mind.kinds[:dice]
    for index in range(width - 1, -1, -1):
        for count, (farkle, chances, points, left) in enumerate(parts, 1):
            value = farkle * (dead[count, index] if table == OPEN else lost)
            total = 0.0
            if len(chances):
                offered = flat[left * every + (index + points)].max(axis=1)
                total = np.add.accumulate(chances * offered)[-1]
            rolls[count, index] = value + total
        reached[1:, index] = np.maximum(stops[index], rolls[1 : dice + 1, index])
        if bold:
            reached[1:, index] = np.maximum(reached[1:, index], again[1 : dice + 1, index])
        reached[0, index] = reached[dice, index]
    best[: dice + 1] = reached[:, :width]


class PlainMind(NamedTuple):
    """A `Mind` for plain Python: lists where single numbers are read, arrays where numpy works on them.

    `kinds` are, by the number of dice, the chance of a farkle, those of all other kinds of rolls, the points
    and the dice left of their keeps.
    """

    net: Floats
    traits: int
    inputs: list[float]
    hands: list[float]
    scores: list[float]
    trial: list[int]
    other: list[int]
    silent: Ints
    rolls: Floats
    best: Floats
    stops: Floats
    dead: Floats
    nodes: Floats
    notes: Ints
    width: int
    stride: int
    longest: int
    kinds: list[tuple[float, Floats, Ints, Ints]]


def plain_mind(
    sheet: CardSheet, words: Ints, reals: Floats, net: Floats, traits: int, room: int
) -> PlainMind:
    """A mind for plain Python with room for games that take so much."""
    kinds: list[tuple[float, Floats, Ints, Ints]] = []
    longest = 0
    for count in range(1, sheet.most_dice + 1):
        head = sheet.kinds + (count - 1) * 4
        start = sheet.kinds + sheet.most_dice * 4 + int(words[head])
        number, widest = int(words[head + 1]), int(words[head + 2])
        odds = sheet.chances + int(words[head + 3])
        pairs = words[start : start + 2 * number * widest].reshape(number, widest, 2)
        kinds.append((float(reals[odds]), reals[odds + 1 : odds + 1 + number], pairs[..., 0], pairs[..., 1]))
        longest = max(longest, int(pairs[..., 0].max(initial=0)))
    arrays = with_numpy().fresh_mind(sheet, net, traits, room, longest)._asdict()
    for name in ("inputs", "hands", "scores", "trial", "other"):
        arrays[name] = arrays[name].tolist()
    return PlainMind(**arrays, kinds=kinds)


@cache
def with_numpy() -> ModuleType:
    """The sage's value module in plain Python, and its turns with these two functions in their places."""
    turns, moves = plain("hotdice.players.sage_turn_kernel"), plain("hotdice.players.sage_kernel")
    _VALUES.score = score  # type: ignore[attr-defined]
    for module in (turns, moves):
        module.fill_turn = fill_turn  # type: ignore[attr-defined]
    return _VALUES
