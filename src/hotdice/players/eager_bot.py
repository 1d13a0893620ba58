"""Eager: greedy with the dice, and plays a card as soon as a rule of thumb says that it helps."""

from hotdice.game import Command, PlayCard, State, Step, card_plays
from hotdice.players.greedy_bot import GreedyBot
from hotdice.rules.deck import Act, Card

GOOD_TURN = 300


class EagerBot:
    """Rescues turns of 300 points, doubles with three dice or more in hand, and curses whoever leads.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> EagerBot().choose(new_game(load("munchkin-farkle"), 3))
    PlayCard(seat=0, card='sat-on-one', target=1, dice=())
    """

    def __init__(self) -> None:
        self.dice = GreedyBot()

    def choose(self, state: State) -> Command:
        """The first card that helps, by rule of thumb; else as greedy does."""
        deck = state.rules.deck
        if state.cards is not None and deck is not None and not state.cards.played:
            helpful = [play for play in card_plays(state) if self._helps(state, deck.by_id[play.card], play)]
            if helpful:
                first = [play for play in helpful if play.card == helpful[0].card]
                return max(first, key=lambda play: state.seats[play.target].total if play.target >= 0 else 0)
        return self.dice.choose(state)

    def _helps(self, state: State, card: Card, play: PlayCard) -> bool:
        table = state.rules.table
        if state.step is Step.FARKLE:
            return state.turn_total >= GOOD_TURN
        if Act.FLIP_DIE in card.acts or Act.SET_DIE in card.acts:
            now = table.options(state.faces).options[0].points
            return self._turned(state, card, play) >= now + GOOD_TURN
        if Act.REROLL in card.acts or Act.SECOND_THROW in card.acts:
            return table.options(state.faces).options[0].points <= 50 and self._leaves_score(state, play)
        if Act.MUST_ROLL in card.acts:
            return len(state.dice_to_roll) >= 3 and state.turn_total >= GOOD_TURN
        return True

    def _turned(self, state: State, card: Card, play: PlayCard) -> int:
        """The best immediate score when the die is turned."""
        face = card.acts[Act.SET_DIE].face if Act.SET_DIE in card.acts else 0
        faces = tuple(
            (face or 7 - shown) if die in play.dice else shown
            for die, shown in zip(state.hand, state.faces, strict=True)
        )
        options = state.rules.table.options(faces).options
        return options[0].points if options else 0

    def _leaves_score(self, state: State, play: PlayCard) -> bool:
        """Whether the dice that stay on the table still score."""
        rest = tuple(face for die, face in zip(state.hand, state.faces, strict=True) if die not in play.dice)
        return bool(rest) and not state.rules.table.options(rest).farkle
