"""Best of N at this keyboard: the series is its records, one file after the other, so it can go on."""

from pathlib import Path

from msgspec.structs import replace

from hotdice.game import Record
from hotdice.terminal.storage import read_record


class Series:
    """Games of two players who change seats after each, so that the other begins.

    >>> from hotdice.rules import load
    >>> first = Record(load("classic"), ("Ann", "Bob"), ("human", "human"), dice="seeded 7")
    >>> series = Series(3, None)
    >>> series.games.append(first)
    >>> series.after(first).names, series.after(first).dice
    (('Bob', 'Ann'), 'seeded 7-2')
    """

    def __init__(self, best_of: int, file: Path | None) -> None:
        """Read what has been played of it, where `file` is that of its first game.

        Raises:
            RecordError: one of its files is no record.
        """
        self.best_of = best_of
        self._first = file
        self.games: list[Record] = []
        while self.file is not None and self.file.exists() and (found := read_record(self.file)).state().over:
            self.games.append(found)

    @property
    def file(self) -> Path | None:
        """Where the next game of the series is kept."""
        number = len(self.games) + 1
        if self._first is None or number == 1:
            return self._first
        return self._first.with_stem(f"{self._first.stem}-{number}")

    @file.setter
    def file(self, path: Path | None) -> None:
        self._first = path

    @property
    def wins(self) -> dict[str, int]:
        """How many games each has won; a game that both share counts for nobody."""
        found = dict.fromkeys(self.games[0].names, 0) if self.games else {}
        for record in self.games:
            winners = record.state().winners
            if len(winners) == 1:
                found[record.names[winners[0]]] += 1
        return found

    @property
    def decided(self) -> bool:
        """Whether nobody can catch up any more."""
        return any(2 * won > self.best_of for won in self.wins.values())

    @property
    def told(self) -> str:
        """How it stands: `Ann 1 : 0 Bob, best of 3`."""
        (one, ahead), (other, behind) = self.wins.items()
        score = f"{one} {ahead} : {behind} {other}, best of {self.best_of}."
        if not self.decided:
            return score
        return f"{score} {max(self.wins, key=lambda name: self.wins[name])} wins the series."

    def after(self, record: Record) -> Record:
        """The game after this one: the seats are changed, and other dice fall."""
        first = self.games[0] if self.games else record
        seed = first.dice.removeprefix("seeded ")
        return replace(
            record, names=record.names[::-1], players=record.players[::-1], bags=record.bags[::-1],
            colours=record.colours[::-1], dice=f"seeded {seed}-{len(self.games) + 1}", events=(),
        )  # fmt: skip
