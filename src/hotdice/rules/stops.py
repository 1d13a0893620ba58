"""The ends of a turn: stops, what each leads to, and what a farkle does. This is their one definition.

The referee asks for one turn total (`end_of_stop`); solvers and the simulator ask for all of them at once
(`stop_spans`) and keep the answer as arrays. Whether a recorded total meets the target is `Ruleset.reached`.
"""

from enum import IntEnum
from typing import NamedTuple

from hotdice.rules.ruleset import OpeningPolicy, Reach, Ruleset


class End(IntEnum):
    """What a stop leads to; from NOTHING on it is legal."""

    UNEVEN = -1  # refused: not a multiple of what every bank must be one of
    BELOW_OPENING = 0  # refused: too little to get on the board
    BELOW_MINIMUM = 1  # refused: less than a stop needs
    NOTHING = 2  # the turn is over, and nothing is recorded
    COUNTS = 3  # the turn total is recorded

    @property
    def legal(self) -> bool:
        """Whether the stop may be made."""
        return self >= End.NOTHING


class Span(NamedTuple):
    """What a stop leads to from one turn total up to that of the next span; the last one has no end."""

    first: int
    end: End


def end_of_stop(rules: Ruleset, total: int, turn_total: int, *, opened: bool, play_off: bool = False) -> End:
    """What a stop leads to for a player with a recorded total, on the board or not.

    In a play-off the target counts no more.

    >>> from hotdice.rules import load
    >>> end_of_stop(load("classic"), 0, 450, opened=False)
    <End.BELOW_OPENING: 0>
    >>> end_of_stop(load("munchkin-farkle-plain"), 0, 450, opened=False)
    <End.NOTHING: 2>
    """
    end = _end_of_any_stop(rules, total, turn_total, opened=opened, play_off=play_off)
    if rules.bank_step and turn_total % rules.bank_step and end.legal:
        wins = not play_off and rules.reached(total + turn_total)
        return End.UNEVEN if rules.minimum_binds_win or not wins else end
    return end


def _end_of_any_stop(rules: Ruleset, total: int, turn_total: int, *, opened: bool, play_off: bool) -> End:
    """What a stop leads to if any number of points may be banked."""
    below = not opened and turn_total < rules.opening
    if below and rules.opening_policy is OpeningPolicy.MUST_REACH:
        return End.BELOW_OPENING
    if turn_total < rules.minimum:
        wins = not play_off and rules.reached(total + turn_total)
        if rules.minimum_binds_win or not wins:
            return End.BELOW_MINIMUM
    if below or (not play_off and _beyond(rules, total + turn_total)):
        return End.NOTHING
    return End.COUNTS


def _beyond(rules: Ruleset, total: int) -> bool:
    """Whether a total would go beyond a target that must be met exactly."""
    return 0 < rules.target < total and rules.reach is Reach.EXACTLY


def recorded(rules: Ruleset, total: int, turn_total: int, *, opened: bool, play_off: bool = False) -> int:
    """What the end of a turn records, by a stop or without one, as a card may have it.

    A minimum and a step bind stops and nothing else: what a card saves below them counts. The door and an
    exact target bind everything.

    >>> from hotdice.rules import load
    >>> rules = load("classic", ["reach=exactly", "last_chance=none", "minimum=300"])
    >>> [recorded(rules, 9800, points, opened=True) for points in (200, 250)]
    [200, 0]
    """
    if not opened and turn_total < rules.opening:
        return 0
    return 0 if not play_off and _beyond(rules, total + turn_total) else turn_total


def stop_spans(rules: Ruleset, total: int, *, opened: bool, play_off: bool = False) -> tuple[Span, ...]:
    """What stops lead to over all turn totals, as far as `bank_step` allows them.

    >>> from hotdice.rules import load
    >>> [(span.first, span.end.name) for span in stop_spans(load("classic"), 0, opened=False)]
    [(0, 'BELOW_OPENING'), (500, 'COUNTS')]
    """
    turns = {0, rules.opening, rules.minimum}
    if rules.target:
        turns |= {rules.target - total, rules.target - total + 1}
    found: list[Span] = []
    for first in sorted(turns):
        if first < 0:
            continue
        end = _end_of_any_stop(rules, total, first, opened=opened, play_off=play_off)
        if not found or found[-1].end is not end:
            found.append(Span(first, end))
    return tuple(found)


def least_stop(rules: Ruleset, total: int, *, opened: bool, play_off: bool = False) -> int:
    """The smallest turn total with which a stop is legal (0: any).

    >>> from hotdice.rules import load
    >>> least_stop(load("facebook"), 0, opened=True)
    300
    """
    spans = stop_spans(rules, total, opened=opened, play_off=play_off)
    least = next(span.first for span in spans if span.end.legal)
    if end_of_stop(rules, total, least, opened=opened, play_off=play_off) is End.UNEVEN:
        least += -least % rules.bank_step
    return least


def after_farkle(rules: Ruleset, total: int, farkles: int) -> tuple[int, int]:
    """What a farkle takes from a player with a recorded total, and how many farkles in a row stand then.

    >>> from hotdice.rules import load
    >>> [after_farkle(load("facebook"), 5000, farkles) for farkles in (0, 1, 2)]
    [(0, 1), (0, 2), (500, 0)]
    """
    penalty, count = rules.penalty, farkles + 1
    if count < penalty.count:
        return 0, count
    points = penalty.points
    if points and penalty.floor is not None:
        points = max(0, min(points, total - penalty.floor))
    return points, 0 if penalty.restarts and penalty.points else min(count, penalty.count)
