"""A moment of a game by the referee as the numbers of the simulator's course."""

from collections.abc import Sequence

import numpy as np

from hotdice.arena.course import (
    LAST,
    LEFT,
    NORMAL,
    NOW_FIELDS,
    PHASE,
    PLACE,
    PLAYING_OFF,
    ROUND,
    TRIGGER,
    TURN,
)
from hotdice.arena.sheets import Ints
from hotdice.game import Phase, State
from hotdice.game.turns import in_order
from hotdice.rules import LastChance

_PHASES = {Phase.LAST: LAST, Phase.PLAY_OFF: PLAYING_OFF}


def moment_of(state: State, seats: Sequence[int]) -> tuple[tuple[int, ...], Ints, Ints]:
    """The seats by place, then `now` and `seats` of the course, with those alone who still play.

    >>> from hotdice.game import parse_position
    >>> state = parse_position("classic~r3~s1~m2~n~1500.0.y_2000.0.y_0.0.gn~t300.3")
    >>> places, now, standing = moment_of(state, (1, 0))
    >>> places, int(now[PLACE]), standing[0].tolist()
    ((0, 1), 1, [1500, 2000])
    """
    around = in_order(state, tuple(seats), state.starter)
    now = np.zeros(NOW_FIELDS, np.int64)
    now[TURN], now[ROUND] = state.turn, state.round
    now[PLACE] = around.index(state.mover)
    now[PHASE] = _PHASES.get(state.phase, NORMAL)
    now[TRIGGER] = around.index(state.trigger) if state.trigger in around else -1
    now[LEFT] = _left(state, around) if state.phase is Phase.LAST else 0
    sitting = [state.seats[seat] for seat in around]
    rows = [[seat.total, seat.opened, seat.farkles, 1] for seat in sitting]
    return tuple(around), now, np.array(rows, np.int64).T.copy()


def _left(state: State, around: list[int]) -> int:
    """How many last turns follow the one at hand."""
    line = around
    if state.rules.last_chance is not LastChance.FINISH_ROUND and state.trigger in around:
        line = in_order(state, tuple(around), state.trigger)
    return len(line) - 1 - line.index(state.mover)
