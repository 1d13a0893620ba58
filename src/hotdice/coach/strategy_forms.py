"""What stands on a strategy card. Nothing here needs the solver."""

import msgspec


class Row(msgspec.Struct, frozen=True):
    """One number of dice: the chance of a farkle, when to stop (None: never), what they are worth in hand.

    `by_farkles` are the totals at which to stop with one, two, ... farkles in a row, where they cost points.
    """

    dice: int
    farkle: float
    stop_at: int | None
    worth: int
    by_farkles: tuple[int | None, ...] = ()


class Break(msgspec.Struct, frozen=True):
    """A question of the first roll: which of its dice to set aside."""

    roll: str
    keep: str
    gain: float


class Situation(msgspec.Struct, frozen=True):
    """When to stop where the score counts: by dice, one die first. `kind` is the situation in one word."""

    kind: str
    name: str
    stop_at: tuple[int | None, ...]


class Measured(msgspec.Struct, frozen=True):
    """What somebody who follows only the card makes of it: wins against champions, or points alone."""

    games: int
    against: str
    rate: float
    low: float
    high: float
    fair: float
    unit: str = "win"


class StrategyCard(msgspec.Struct, frozen=True):
    """All that stands on the card."""

    rules: str
    title: str
    mean: float
    best_mean: float
    rows: tuple[Row, ...]
    breaks: tuple[Break, ...]
    situations: tuple[Situation, ...]
    needs: tuple[tuple[int, float], ...]
    advice: tuple[str, ...]
    measured: Measured | None = None
