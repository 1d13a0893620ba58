"""Values of games with cards: what the best bot for cards thinks, in points of the turn."""

from hotdice.coach.forms import Source, Unit
from hotdice.coach.turns import Candidate, Vector, Worth, ranked
from hotdice.game import Bank, Keep, State, Step, can
from hotdice.game.choices import lowest_dice
from hotdice.players.outlook import Outlook
from hotdice.players.schemer_bot import SchemerBot

ESTIMATED = Source("estimated", "estimated by the best bot for cards, schemer, in points of the turn")


class CardValues:
    """Each turn by itself, as the schemer sees it: dice, cards in hand, cards in play, Gold Pieces."""

    unit: Unit = "points"
    alone = True
    source = ESTIMATED

    def turn(self, state: State) -> "CardTurn":
        """The turn at hand."""
        return CardTurn()

    def ended(self, state: State) -> Vector:
        """The totals."""
        return tuple(float(total) for total in state.totals)


class CardTurn:
    """One turn; every moment is judged anew, since a card changes what the turn is about."""

    source = ESTIMATED

    def __init__(self) -> None:
        self._bot = SchemerBot()

    def waiting(self, state: State) -> Worth:
        """The worth of a moment in which the dice are in the air, or must be rolled."""
        value = Outlook(state).table.roll(state.turn_total, len(state.hand))
        return self._worth(state, value, value)

    def lost(self, state: State) -> Worth:
        """The worth of a farkle."""
        return self._worth(state, Outlook(state).table.worth(0), 0.0)

    def choices(self, state: State) -> list[Candidate]:
        """Every choice of the mover, dice and cards, best first."""
        outlook = Outlook(state)
        table = outlook.table
        total = state.turn_total
        found: list[Candidate] = []

        def roll(keep: str | None, at: int, left: int) -> None:
            value = table.roll(at, left)
            found.append(
                Candidate("roll", keep, self._worth(state, value, value), at, left or state.turn_dice)
            )

        def bank(keep: str | None, at: int) -> None:
            found.append(Candidate("bank", keep, self._worth(state, table.worth(at), float(at)), at))

        match state.step:
            case Step.KEEP:
                for option in state.rules.table.options(state.faces).options:
                    roll(option.keep, total + option.points, option.dice_left)
                    dice = lowest_dice(state, option.keep)
                    if can(state, Keep(state.mover, dice, "bank")):
                        bank(option.keep, total + option.points)
            case Step.DECIDE:
                roll(None, total, len(state.dice_to_roll))
                if can(state, Bank(state.mover)):
                    bank(None, total)
            case Step.ROLL:
                roll(None, total, len(state.dice_to_roll))
            case _:
                value = table.worth(total if state.step is Step.STOP else 0)
                found.append(Candidate("pass", None, self._worth(state, value, value), total))
        if state.cards is not None and not state.cards.played:
            for judged in self._bot.judge(outlook):
                value = outlook.now + judged.surplus
                play = judged.play
                worth = self._worth(state, value, value)
                found.append(Candidate("card", None, worth, total, None, play.card, play.target, play.dice))
        return ranked(found)

    def _worth(self, state: State, value: float, points: float) -> Worth:
        seats = tuple(value if seat == state.mover else 0.0 for seat in range(len(state.seats)))
        return Worth(value, points, seats)
