"""Chances to win where two have dice of their own, or rolls end a game on the spot, from the duel's table."""

from hotdice.coach.forms import Source
from hotdice.coach.solved_values import Winning
from hotdice.coach.turns import Candidate, Vector, Worth, ranked
from hotdice.game import State
from hotdice.players.duelist import DuelTurn, duel_turn_of

EXACT = Source("exact", "exact: solved for the whole game, against the best play of everybody")


class DuelValues(Winning):
    """Chances to win between two with their own dice."""

    def __init__(self, turn: DuelTurn) -> None:
        self.known = turn
        self.source = EXACT

    def turn(self, state: State) -> "DuelView":
        """The inside of the turn at hand."""
        return DuelView(duel_turn_of(state) or self.known, state.mover, len(state.seats))


class DuelView:
    """A turn whose dice are told apart."""

    def __init__(self, turn: DuelTurn, mover: int, seats: int) -> None:
        self.known, self.mover, self.seats = turn, mover, seats
        self.source = EXACT

    def choices(self, state: State) -> list[Candidate]:
        """Every choice of the mover, best first; of keeps of the same faces the one with the best dice."""
        shown = dict(zip(state.hand, state.faces, strict=False))
        found: list[Candidate] = []
        for choice in self.known.choices(state):
            keep = (
                None if choice.keep is None else "".join(sorted(str(shown[die]) for die in choice.keep.dice))
            )
            gone = () if choice.keep is None else choice.keep.dice
            left = tuple(die for die in state.hand if die not in gone)
            risk = self.known.farkle(choice.total, left) if choice.action == "roll" else None
            worth = self._worth(choice.value, choice.points)
            dice = (choice.left or state.rules.dice) if choice.action == "roll" else None
            found.append(Candidate(choice.action, keep, worth, choice.total, dice, risk=risk))
        return ranked(found)

    def waiting(self, state: State) -> Worth:
        """The worth of a moment in which the dice are in the air, or must be rolled."""
        return self._worth(*self.known.rolling(state.turn_total, state.hand))

    def lost(self, state: State) -> Worth:
        """The worth of a farkle."""
        return self._worth(*self.known.inside.farkle)

    def _worth(self, value: float, points: float) -> Worth:
        seats: Vector = tuple(value if seat == self.mover else 1.0 - value for seat in range(self.seats))
        return Worth(value, points, seats)
