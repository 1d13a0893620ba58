"""Chances to win in games with cards: the dice of a turn exactly, what comes after it by the sage's value."""

from hotdice.coach.forms import Source
from hotdice.coach.solved_values import Winning
from hotdice.coach.turns import Candidate, Worth, ranked
from hotdice.game import State, Step
from hotdice.players.outlook import Outlook
from hotdice.players.sage_bot import SageBot
from hotdice.players.sage_choices import SageView

ESTIMATED = Source(
    "estimated",
    "estimated by the best bot for cards, sage: the dice of the turn exactly, what follows it not",
)


class CardWins(Winning):
    """Chances to win as the sage sees them: totals, hands, cards in play, Gold Pieces."""

    source = ESTIMATED

    def __init__(self) -> None:
        self._bot = SageBot()

    def turn(self, state: State) -> "CardWinTurn":
        """The turn at hand."""
        return CardWinTurn(self._bot)


class CardWinTurn:
    """One turn; every moment is judged anew, since a card changes what the turn is about.

    >>> from hotdice.game import parse_position
    >>> end = "munchkin-farkle~r20~s1~m3~l1~10300.0.y_9000.0.y_9000.0.y~t1400.2~0-_1-_2-~-~f.d6"
    >>> best = CardWins().turn(parse_position(end)).choices(parse_position(end))[0]
    >>> best.action, best.value
    ('bank', 1.0)
    """

    source = ESTIMATED

    def __init__(self, bot: SageBot) -> None:
        self._bot = bot

    def waiting(self, state: State) -> Worth:
        """The worth of a moment in which the dice are in the air, or must be rolled."""
        value, seats = SageView(self._bot, state).waiting()
        points = Outlook(state).table.roll(state.turn_total, len(state.hand))
        return Worth(value, points, seats)

    def lost(self, state: State) -> Worth:
        """The worth of a farkle, with the card that saves most."""
        value, seats = SageView(self._bot, state).lost()
        return Worth(value, 0.0, seats)

    def choices(self, state: State) -> list[Candidate]:
        """Every choice of the mover, dice and cards, best first."""
        table = Outlook(state).table
        found: list[Candidate] = []
        for each in SageView(self._bot, state).choices():
            points = float(each.total)
            if each.action == "roll":
                points = table.roll(each.total, each.dice or state.turn_dice)
            elif state.step is Step.FARKLE:
                points = 0.0
            worth = Worth(each.value, points, each.seats)
            what = (each.total, each.dice, each.card, each.target, each.with_dice)
            found.append(Candidate(each.action, each.keep, worth, *what))
        return ranked(found)
