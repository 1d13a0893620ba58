"""An evening as it stands: who is there, the rounds, their tables and what was typed there."""

from typing import Literal

from hotdice.club.evening.plan import Plan
from hotdice.frozen import Frozen

Phase = Literal["entry", "playing", "over"]
Stage = Literal["swiss", "everyone", "knockout"]
How = Literal["typed", "confirmed", "match", "walkover"]
Scores = tuple[int | None, ...]
"""The score of each player of a table in the order of its seats; None for who was not there."""


class Entrant(Frozen):
    """Somebody who entered, as far as everybody may see."""

    number: int
    name: str
    here: bool = False
    gone: bool = False


class Player(Entrant):
    """Somebody who entered. `person` is a device on a server, `since` the first round to play in."""

    person: str = ""
    seed: int = 0
    since: int = 1


class Claim(Frozen):
    """A result as one player typed it."""

    by: int
    scores: Scores
    time_up: bool = False


class TypedResult(Claim):
    """A result as one player typed it, with the game where a scorekeeper recorded it."""

    record: str = ""


class Correction(Frozen):
    """The trace of a correction: what stood there before, and why it was changed."""

    before: Scores
    after: Scores
    reason: str
    at: int


class ShownTable(Frozen):
    """A table of a round, as far as everybody may see; the first of its players starts."""

    number: int
    players: tuple[int, ...]
    absent: tuple[int, ...] = ()
    scores: Scores | None = None
    how: How | None = None
    time_up: bool = False
    match: str = ""
    trace: tuple[Correction, ...] = ()


class Table(ShownTable):
    """A table of a round with what its players typed, and the invitation to its match."""

    claims: tuple[TypedResult, ...] = ()
    invite: str = ""
    record: str = ""
    luck: tuple[float, ...] = ()

    @property
    def over(self) -> bool:
        """Whether its result counts."""
        return self.scores is not None

    @property
    def disputed(self) -> bool:
        """Whether its players typed different results."""
        return not self.over and len({claim.scores for claim in self.claims}) > 1


class Clock(Frozen):
    """The clock of a round, in milliseconds: what was left when it was last started or stopped."""

    left: int
    since: int | None = None


class ShownRound(Frozen):
    """One round, as far as everybody may see; `third` is the table for the third place of a knock-out."""

    number: int
    stage: Stage
    byes: tuple[int, ...] = ()
    third: int = 0


class Round(ShownRound):
    """One round with its tables; `slots` is the bracket of a knock-out."""

    tables: tuple[Table, ...] = ()
    slots: tuple[tuple[int, ...], ...] = ()
    order: tuple[int, ...] = ()
    paired: int = 0
    ended: int = 0
    clock: Clock | None = None

    @property
    def over(self) -> bool:
        """Whether every table has a result."""
        return all(table.over for table in self.tables)

    def table_of(self, player: int) -> Table | None:
        """The table at which somebody sits in this round."""
        return next((table for table in self.tables if player in table.players), None)


class Evening(Frozen):
    """The whole evening; `play_off` are those who were let into it, best first."""

    plan: Plan
    opened: int
    players: tuple[Player, ...] = ()
    rounds: tuple[Round, ...] = ()
    phase: Phase = "entry"
    play_off: tuple[int, ...] = ()
    ended: int = 0
    luck_shown: bool = False
    length: int = 0

    def player(self, number: int) -> Player | None:
        """Somebody by number."""
        return self.players[number - 1] if 1 <= number <= len(self.players) else None

    @property
    def here(self) -> tuple[int, ...]:
        """Those who can be paired."""
        return tuple(player.number for player in self.players if player.here)

    @property
    def now(self) -> Round | None:
        """The round that was paired last."""
        return self.rounds[-1] if self.rounds else None

    @property
    def preliminary(self) -> tuple[Round, ...]:
        """The rounds that make the standings: all but those of a knock-out."""
        return tuple(one for one in self.rounds if one.stage != "knockout")

    @property
    def bracket(self) -> tuple[Round, ...]:
        """The rounds of the knock-out or the play-off."""
        return tuple(one for one in self.rounds if one.stage == "knockout")


def places(scores: Scores) -> list[int]:
    """The place of each seat, 1 for the best; equal scores share it, who was not there is behind all.

    >>> places((5000, 10100, None, 5000))
    [2, 1, 4, 2]
    """
    worth = [-1_000_000_000 if score is None else score for score in scores]
    return [1 + sum(other > own for other in worth) for own in worth]


def left_on(clock: Clock, now: int) -> int:
    """Milliseconds left on a clock; below zero when time is up.

    >>> left_on(Clock(60_000, 1_000), 21_000), left_on(Clock(60_000), 21_000)
    (40000, 60000)
    """
    return clock.left if clock.since is None else clock.left - (now - clock.since)
