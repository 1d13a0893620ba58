"""What a rule set's choices mean to a total, for all compiled code."""

from hotdice.odds.compiling import compiled
from hotdice.odds.rule_numbers import AT_LEAST, MORE_THAN, NO_FLOOR


@compiled
def meets(reach: int, total: int, goal: int) -> bool:
    """Whether a total meets a goal.

    >>> from hotdice.odds.rule_numbers import EXACTLY
    >>> meets(AT_LEAST, 500, 500), meets(MORE_THAN, 500, 500), meets(EXACTLY, 550, 500)
    (True, False, False)
    """
    if reach == AT_LEAST:
        return total >= goal
    if reach == MORE_THAN:
        return total > goal
    return total == goal


@compiled
def lost_by_farkle(total: int, points: int, floor: int) -> int:
    """What a penalty takes from a total.

    >>> lost_by_farkle(800, 1000, 0), lost_by_farkle(800, 1000, NO_FLOOR), lost_by_farkle(-50, 1000, 0)
    (800, 1000, 0)
    """
    if points and floor != NO_FLOOR:
        return max(0, min(points, total - floor))
    return points


@compiled
def after_farkle(
    total: int, farkles: int, count: int, points: int, restarts: bool, floor: int
) -> tuple[int, int]:
    """What a farkle takes from a total and how many in a row stand then, as `rules.after_farkle`.

    >>> [after_farkle(800, farkles, 3, 500, True, NO_FLOOR) for farkles in range(3)]
    [(0, 1), (0, 2), (500, 0)]
    """
    farkles += 1
    if farkles < count:
        return 0, farkles
    return lost_by_farkle(total, points, floor), 0 if restarts and points else count
