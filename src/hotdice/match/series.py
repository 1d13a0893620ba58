"""Best of N, for two: one match after the other with changed seats, and how often each has won.

A series is the chain of its rematches. The first fact of each holds the wins before it, so that a table needs
no other log to tell how the series stands. A game that two share, or that was closed, counts for nobody.
"""

from hotdice.game import Refusal
from hotdice.match import facts as f
from hotdice.match.deciding import Decision, Result
from hotdice.match.table import Chair, Table

LONGEST = 9
"""Games of the longest series."""


def who(chair: Chair) -> str:
    """What somebody is counted under: a person, or the bot that sits in their place."""
    return chair.person or f"bot {chair.bot}"


def wins(table: Table) -> tuple[int, ...]:
    """How many games of the series each seat has won, this one included; empty where there is no series."""
    if not table.opened.options.best_of:
        return ()
    before = dict(table.opened.wins)
    state = getattr(table.game, "state", None) if table.phase == "over" else None
    winners = state.winners if state is not None and len(state.winners) == 1 else ()
    return tuple(before.get(who(chair), 0) + (seat in winners) for seat, chair in enumerate(table.chairs))


def decided(table: Table) -> bool:
    """Whether nobody can catch up any more.

    >>> from hotdice.match import facts as f
    >>> from hotdice.match.table import begin
    >>> opened = f.Opened(kind="farkle", rules="classic", hash="", seats=2, clock=f.Clock(),
    ...                   options=f.Options(best_of=3), commitment="", wins=(("bot greedy", 2),))
    >>> decided(begin(opened, 0))
    False
    """
    return any(2 * count > table.opened.options.best_of for count in wins(table))


def carried(table: Table) -> tuple[tuple[str, int], ...]:
    """The wins that the next match of a series begins with; a series that is decided begins anew."""
    if decided(table):
        return ()
    return tuple(
        (who(chair), count) for chair, count in zip(table.chairs, wins(table), strict=False) if count
    )


def seat_after(seat: int, seats: int) -> int:
    """Where somebody sits in the rematch: one place on, so that another begins.

    >>> [seat_after(seat, 2) for seat in range(2)]
    [1, 0]
    """
    return (seat + 1) % seats


def remade(table: Table, match: str) -> Result:
    """A table is told that its players go on in another match; the first one counts."""
    if table.rematch:
        return Refusal("made", "Somebody was faster.")
    return Decision((f.RematchMade(match),))
