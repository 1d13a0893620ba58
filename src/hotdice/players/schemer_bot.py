"""Schemer: weighs every card now against what it may still bring, its Gold Pieces at the end included."""

from typing import NamedTuple

from hotdice.game import Bank, Command, Keep, PassWindow, PlayCard, Roll, State, Step, can, card_plays
from hotdice.game.choices import keeps
from hotdice.players.card_gains import gain
from hotdice.players.card_prices import price
from hotdice.players.outlook import Outlook
from hotdice.players.unsolved import without_a_table
from hotdice.rules.combinations import pack

SLIGHT = 15.0
"""An advantage below this is not worth a card: estimates are no finer."""


class Judged(NamedTuple):
    """A card that may be played: what it gains, and what it must gain."""

    play: PlayCard
    gain: float
    price: float

    @property
    def surplus(self) -> float:
        """What playing it now brings beyond keeping it."""
        return self.gain - self.price


class SchemerBot:
    """Plays the dice for the most points of the turn, and on a last turn for the win; plots with its cards.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> SchemerBot().choose(new_game(load("munchkin-farkle-plain"), 3))
    Roll(seat=0)
    """

    def choose(self, state: State) -> Command:
        """The best card if one is worth more than its price, else the best dice."""
        unsolved = without_a_table(state)
        if unsolved is not None:
            return unsolved
        outlook = Outlook(state)
        if state.cards is not None and not state.cards.played:
            card = self._card(outlook)
            if card is not None:
                return card
        if state.step in (Step.FARKLE, Step.STOP):
            return PassWindow(state.mover)
        return self._dice(outlook)

    def _card(self, outlook: Outlook) -> PlayCard | None:
        best = max(self.judge(outlook), key=lambda judged: judged.surplus, default=None)
        return best.play if best is not None and best.surplus > 0 else None

    def judge(self, outlook: Outlook) -> list[Judged]:
        """Every card that may be played now, with what it gains and what it must gain to be played."""
        deck = outlook.state.rules.deck
        if deck is None:
            return []
        judged: list[Judged] = []
        for play in card_plays(outlook.state):
            card = deck.by_id[play.card]
            # on a last turn the Gold Pieces are part of what is needed to win
            needed = SLIGHT + (0.0 if outlook.needed else price(card, outlook.turns_left))
            judged.append(Judged(play, gain(outlook, card, play), needed))
        return judged

    def _dice(self, outlook: Outlook) -> Command:
        state = outlook.state
        if state.step is Step.ROLL:
            return Roll(state.mover)
        table = outlook.table
        if state.step is Step.KEEP:
            options = state.rules.table.options(state.faces).by_packed
            shown = dict(zip(state.hand, state.faces, strict=True))

            def worth(keep: Keep) -> float:
                option = options[pack(shown[die] for die in keep.dice)]
                return table.stop_or_roll(state.turn_total + option.points, option.dice_left)

            return max(keeps(state), key=worth)
        total = state.turn_total
        if table.worth(total) >= table.roll(total, len(state.hand)) and can(state, Bank(state.mover)):
            return Bank(state.mover)
        return Roll(state.mover)
