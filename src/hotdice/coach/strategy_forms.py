"""What stands on a strategy card. Nothing here needs the solver."""

from hotdice.frozen import Frozen


class Row(Frozen):
    """One number of dice: the chance of a farkle, when to stop (None: never), what they are worth in hand.

    `by_farkles` are the totals at which to stop with one, two, ... farkles in a row, where they cost points.
    """

    dice: int
    farkle: float
    stop_at: int | None
    worth: int
    by_farkles: tuple[int | None, ...] = ()


class Break(Frozen):
    """A question of the first roll: which of its dice to set aside."""

    roll: str
    keep: str
    gain: float


class Situation(Frozen):
    """When to stop where the score counts: by dice, one die first. `kind` is the situation in one word."""

    kind: str
    name: str
    stop_at: tuple[int | None, ...]


class Measured(Frozen):
    """What somebody who follows only the card makes of it: wins against champions, or points alone."""

    games: int
    against: str
    rate: float
    low: float
    high: float
    fair: float
    unit: str = "win"


class Side(Frozen):
    """One side of the card to remember: numbers by dice, one die first (None: never), and what else counts.

    `wins` is what somebody who follows it wins against the champion, exactly. The totals to stop at count
    times what one misses over what the other misses, with `ease` added to both; None: whatever the scores
    are. Once the other misses `near` or less, only the target counts (0: never). Past the target one stops at
    once with such a `lead`; None: as ever. The rest is the sheet's: what it takes to get on the board,
    whether the others have a last turn (`chased`), and whether being `level` then is worth something.
    """

    stops: tuple[int | None, ...]
    worths: tuple[int, ...]
    wins: float
    ease: int | None = None
    near: int = 0
    lead: int | None = None
    opening: int = 0
    chased: bool = False
    level: bool = False


class StrategyCard(Frozen):
    """All that stands on the card; `sides` are the front and the back to remember, where there are any."""

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
    sides: tuple[Side, ...] = ()
