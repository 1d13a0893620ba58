"""What a comparison of two sheets says to a page. Nothing here needs the solver."""

from hotdice.frozen import Frozen
from hotdice.rules.said import Said


class ComparedSide(Frozen):
    """The figures of one sheet, between two players who both play best, see `hotdice.odds.comparing`.

    `stops` are the totals at which to stop for points, one die first (null: never).
    """

    first_player_wins: float
    head_start: int
    turns: float
    farkles: float
    mean: float
    stops: tuple[int | None, ...]
    beginner_wins: float
    card_wins: float


class Compared(Frozen):
    """Two sheets side by side: five sentences, the figures of both, what an old champion's habits cost."""

    sentences: tuple[Said, ...]
    before: ComparedSide
    after: ComparedSide
    decisions: float | None
    habit: float | None
