"""Who has been told which facts of a log, and under which numbers.

Most games tell everybody everything, and then the number of a fact is its place in the log. A duplicate
match tells the events of a turn to their own seat alone until the turn is open. What is not told leaves no
trace: every viewer counts only what they were told, so the numbers they see say nothing about the rest.
"""

from collections.abc import Sequence

from hotdice.match.games.kind import Withheld

Viewer = int | None
"""A seat, or None for everybody who watches."""


class Audience:
    """The viewers of one log.

    >>> told = Audience(2, withholds=True)
    >>> told.add(1, None, 0)
    >>> told.add(2, Withheld(0, 1), 1)
    >>> told.number(0), told.number(1), told.number(None)
    (2, 1, 1)
    >>> told.add(3, Withheld(1, 1), 2)
    >>> list(told.since(1, 1)), list(told.since(0, 2))
    ([3, 2], [3])
    """

    def __init__(self, seats: int, *, withholds: bool) -> None:
        self._length = 0
        self._held: list[tuple[int, Withheld]] = []
        self._told: dict[Viewer, list[int]] | None = None
        if withholds:
            self._told = {viewer: [] for viewer in (None, *range(seats))}

    def copy(self) -> "Audience":
        """Another one that has been told the same."""
        twin = Audience(0, withholds=False)
        twin._length, twin._held = self._length, list(self._held)
        twin._told = None if self._told is None else {key: list(told) for key, told in self._told.items()}
        return twin

    @property
    def withholds(self) -> bool:
        """Whether viewers may have been told different things."""
        return self._told is not None

    def add(self, seq: int, withheld: Withheld | None, open_turns: int) -> None:
        """A fact is in the log; withheld ones of turns before `open_turns` are told to everybody now."""
        self._length = seq
        if self._told is None:
            return
        if withheld is not None:
            self._told[withheld.seat].append(seq)
            self._held.append((seq, withheld))
        waiting = []
        for place, held in self._held:
            if held.turn >= open_turns:
                waiting.append((place, held))
                continue
            for viewer, told in self._told.items():
                if viewer != held.seat:
                    told.append(place)
        self._held = waiting
        if withheld is None:
            for told in self._told.values():
                told.append(seq)

    def number(self, viewer: Viewer) -> int:
        """How many facts a viewer has been told: the number of the last one."""
        return self._length if self._told is None else len(self._told[viewer])

    def since(self, viewer: Viewer, known: int) -> Sequence[int]:
        """The places in the log of what a viewer was told after the first `known` facts."""
        return range(known + 1, self._length + 1) if self._told is None else self._told[viewer][known:]
