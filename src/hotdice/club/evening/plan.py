"""What a host settles before the first round: system, tables, points, clock, tie-breaks."""

from math import ceil, log2
from typing import Annotated, Literal

import msgspec

from hotdice.frozen import Frozen

System = Literal["swiss", "everyone", "knockout"]
TimeUp = Literal["round", "turn", "now"]
TieBreak = Literal["direct", "buchholz", "buchholz_cut", "sonneborn", "wins", "scored", "lot"]

UNIT = 120
"""Points are counted in whole parts of one, so that shared places never need a fraction."""
MOST_PLAYERS = 256
MOST_ROUNDS = 64
MOST_NAME = 40
TWO: tuple[TieBreak, ...] = ("direct", "buchholz_cut", "buchholz", "sonneborn", "scored", "lot")
MORE: tuple[TieBreak, ...] = ("wins", "buchholz", "scored", "lot")

Text = Annotated[str, msgspec.Meta(max_length=80)]


class Plan(Frozen, forbid_unknown_fields=True):
    """How an evening is played.

    `size` is how many sit at a table; `rounds` 0 means as many as it takes; `points` are those of the places
    of a full table (empty: one for everybody who was beaten); `minutes` 0 means no clock; `time_up` says what
    counts when it has run down; with `confirm` a result that a player types waits for a second player.
    """

    title: Text = "An evening of Farkle"
    system: System = "swiss"
    size: Annotated[int, msgspec.Meta(ge=2, le=6)] = 2
    rounds: Annotated[int, msgspec.Meta(ge=0, le=MOST_ROUNDS)] = 0
    rules: Text = "classic"
    minutes: Annotated[int, msgspec.Meta(ge=0, le=600)] = 0
    time_up: TimeUp = "round"
    points: tuple[Annotated[int, msgspec.Meta(ge=0, le=1000)], ...] = ()
    ties: tuple[TieBreak, ...] = ()
    third: bool = False
    confirm: bool = True

    @property
    def tie_breaks(self) -> tuple[TieBreak, ...]:
        """The tie-breaks in their order; the lot is always the last, so that no two share a place."""
        chosen = self.ties or (TWO if self.size == 2 else MORE)
        return chosen if "lot" in chosen else (*chosen, "lot")

    @property
    def win(self) -> int:
        """What the first place is worth, in parts."""
        return UNIT * (self.points[0] if self.points else self.size - 1)


def fault_of(plan: Plan) -> str | None:
    """What is wrong with a plan, or None.

    >>> fault_of(Plan(size=3, points=(3, 1)))
    'a table of 3 has 3 places, so it takes 3 numbers of points'
    """
    if not plan.title.strip():
        return "an evening has a title"
    if plan.points and len(plan.points) != plan.size:
        return f"a table of {plan.size} has {plan.size} places, so it takes {plan.size} numbers of points"
    if plan.points and (list(plan.points) != sorted(plan.points, reverse=True) or plan.points[0] == 0):
        return "points of places go down, and the first place has some"
    if len(set(plan.ties)) != len(plan.ties):
        return "a tie-break is named once"
    return None


def place_points(plan: Plan, seats: int) -> list[int]:
    """What the places of a table are worth, in parts.

    A table that is not full has the same points for the first and for the last, and even steps between.

    >>> [points / UNIT for points in place_points(Plan(size=4), 4)]
    [3.0, 2.0, 1.0, 0.0]
    >>> [points / UNIT for points in place_points(Plan(size=4), 3)]
    [3.0, 1.5, 0.0]
    """
    if plan.points and seats == plan.size:
        return [UNIT * points for points in plan.points]
    last = UNIT * plan.points[-1] if plan.points else 0
    if seats == 1:
        return [plan.win]
    return [last + (plan.win - last) * (seats - 1 - place) // (seats - 1) for place in range(seats)]


def rounds_for(plan: Plan, players: int) -> int:
    """How many rounds so many players need by a plan; late entries may add to it.

    >>> rounds_for(Plan(), 64), rounds_for(Plan(system="everyone"), 7)
    (6, 7)
    >>> rounds_for(Plan(system="knockout"), 12)
    4
    >>> rounds_for(Plan(system="everyone", size=4), 10)
    3
    """
    if players < 2:
        return 0
    if plan.system == "knockout":
        return _knockout_rounds(players, plan.size)
    if plan.rounds:
        return plan.rounds
    if plan.system == "everyone":
        return players - 1 + players % 2 if plan.size == 2 else ceil((players - 1) / (plan.size - 1))
    return min(max(3, ceil(log2(players))), max(1, players - 1))


def _knockout_rounds(players: int, size: int) -> int:
    if size == 2:
        return ceil(log2(players))
    count = 1
    while players > size:
        players = sum(going_on(seats) for seats in table_sizes(players, size))
        count += 1
    return count


def table_sizes(players: int, size: int) -> list[int]:
    """Tables as full and as equal as they can be, for tables of three and more.

    >>> table_sizes(10, 4), table_sizes(7, 6), table_sizes(4, 3)
    ([4, 3, 3], [4, 3], [2, 2])
    """
    tables = ceil(players / size)
    return [players // tables + (number < players % tables) for number in range(tables)]


def going_on(seats: int) -> int:
    """How many of a table go on in a knock-out.

    >>> [going_on(seats) for seats in (2, 3, 4, 5, 6)]
    [1, 1, 2, 2, 3]
    """
    return max(1, seats // 2)


def show_points(parts: int) -> str:
    """Points as people write them.

    >>> show_points(3 * UNIT), show_points(UNIT // 2), show_points(UNIT // 3)
    ('3', '0.5', '0.33')
    """
    return f"{parts / UNIT:.2f}".rstrip("0").rstrip(".")
