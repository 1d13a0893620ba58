"""Exact chances to win between three, from their table."""

from hotdice.coach.forms import Source
from hotdice.coach.solved_values import Winning
from hotdice.coach.turns import TurnOfChoices, Worth
from hotdice.game import State
from hotdice.odds.many import ManyRace, check_many
from hotdice.odds.plan import Floats
from hotdice.odds.refusals import Unsolvable
from hotdice.odds.three_advice import three_turn_values
from hotdice.odds.three_table import stored_three
from hotdice.players.solver_view import playing, question_of
from hotdice.rules import Ruleset

EXACT_OF_THREE = Source(
    "exact", "exact: solved for three players who each play for their own chance (see docs/three-players.md)"
)


def three_table(rules: Ruleset) -> ManyRace | None:
    """The table of this very sheet for three players, None where there is none on this computer.

    >>> from hotdice.rules import load
    >>> three_table(load("marina")) is None
    True

    Raises:
        TableError: the file is damaged, or belongs to something else.
    """
    try:
        check_many(rules, 3)
    except Unsolvable:
        return None
    return stored_three(rules)


class ThreeValues(Winning):
    """Chances to win between three, from a solved game."""

    def __init__(self, solved: ManyRace) -> None:
        self.solved = solved
        self.source = EXACT_OF_THREE

    def turn(self, state: State) -> "ThreeTurn":
        """The inside of the turn at hand."""
        return ThreeTurn(self.solved, state)


class ThreeTurn(TurnOfChoices):
    """A turn of three whose inside is solved, with what every end means to everybody."""

    def __init__(self, solved: ManyRace, state: State) -> None:
        super().__init__(state.rules, EXACT_OF_THREE)
        self._inside = three_turn_values(solved, question_of(state))
        self._order, self._count = playing(state), len(state.seats)

    def _worth(self, found: Floats) -> Worth:
        own, following, points = (float(number) for number in found)
        seats = [0.0] * self._count
        for seat, share in zip(self._order, (own, following, 1.0 - own - following), strict=True):
            seats[seat] = share
        return Worth(own, points, tuple(seats))

    def rolling(self, total: int, dice: int) -> Worth:
        """The worth of rolling so many dice at a turn total."""
        return self._worth(self._inside.rolling(total, dice))

    def stopping(self, total: int, *, hot: bool) -> Worth | None:
        """The worth of a stop, None where it is against the rules."""
        found = self._inside.stopping(total)
        return None if found is None else self._worth(found)

    def lost(self, state: State) -> Worth:
        """The worth of a farkle."""
        return self._worth(self._inside.ends.lost)
