"""How cards are laid out in actions and observations: after the dice, fixed for version 0.

With K = 2^dice - 1 masks of as many dice as a turn may have, the actions of a sheet with cards are, after the
2 K of every sheet:

- K keeps without a word on what follows, for who may play a card right after the keep: `2 K + mask - 1`;
- `3 K`: go on, which rolls, or lets the moment of a card go by; `3 K + 1`: bank;
- from `3 K + 2` on the cards in the order of the deck. A card that is aimed at somebody has a place for each
  other seat, in turn order from the player on; one that is played with dice has a place for each mask of
  dice, 0 included, inside each of those.
"""

from bisect import bisect_right
from functools import lru_cache

import numpy as np
from gymnasium import spaces

from hotdice.game import Bank, Command, Keep, PassWindow, PlayCard, Roll, State, Step
from hotdice.players.deck_words import most_dice
from hotdice.rules import Ruleset
from hotdice.rules.deck import Card, Deck, Target

_MOMENTS = (Step.KEEP, Step.ROLL, Step.DECIDE, Step.FARKLE, Step.STOP)
MOST_CARDS = 100


def dice_of(mask: int, count: int) -> tuple[int, ...]:
    """The numbers of the dice in a mask.

    >>> dice_of(5, 6)
    (1, 3)
    """
    return tuple(die for die in range(1, count + 1) if mask >> (die - 1) & 1)


def mask_of(dice: tuple[int, ...]) -> int:
    """Dice as a mask: bit d for die number d + 1.

    >>> mask_of((1, 3))
    5
    """
    return sum(2 ** (die - 1) for die in dice)


class CardLayout:
    """The actions of a sheet with cards for so many seats.

    >>> from hotdice.rules import load
    >>> layout = layout_of(load("munchkin-farkle"), 3)
    >>> layout.go_on, layout.bank, layout.count
    (189, 190, 330)
    """

    def __init__(self, deck: Deck, dice: int, seats: int) -> None:
        self.deck, self.dice, self.seats = deck, dice, seats
        self.keeps: int = 2**dice - 1
        self.go_on: int = 3 * self.keeps
        self.bank: int = self.go_on + 1
        self.first: list[int] = []
        """The first action of each card."""
        place = self.bank + 1
        for card in deck.cards:
            self.first.append(place)
            place += (seats - 1 if _is_aimed(card) else 1) * self._width(card)
        self.count = place
        self._place = {card.id: number for number, card in enumerate(deck.cards)}

    def to_action(self, command: Command) -> int:
        """The action of a choice.

        Raises:
            ValueError: it is no choice of a turn.
        """
        if isinstance(command, Keep):
            mask = mask_of(command.dice) - 1
            return 2 * mask + (command.then == "bank") if command.then else 2 * self.keeps + mask
        if isinstance(command, Bank):
            return self.bank
        if isinstance(command, Roll | PassWindow):
            return self.go_on
        if not isinstance(command, PlayCard):
            raise ValueError(f"{command} is no choice of a turn")
        card = self.deck.by_id[command.card]
        whom = (command.target - command.seat) % self.seats - 1 if _is_aimed(card) else 0
        return self.first[self._place[card.id]] + whom * self._width(card) + mask_of(command.dice)

    def to_command(self, state: State, action: int) -> Command:
        """The choice that an action stands for, whether it is legal or not."""
        seat = state.mover
        if action < 2 * self.keeps:
            dice = dice_of(action // 2 + 1, self.dice)
            return Keep(seat, dice, "bank" if action % 2 else "roll")
        if action < self.go_on:
            return Keep(seat, dice_of(action - 2 * self.keeps + 1, self.dice))
        if action == self.go_on:
            return PassWindow(seat) if state.step in (Step.FARKLE, Step.STOP) else Roll(seat)
        if action == self.bank:
            return Bank(seat)
        number = bisect_right(self.first, action) - 1
        card = self.deck.cards[number]
        whom, mask = divmod(action - self.first[number], self._width(card))
        target = (seat + whom + 1) % self.seats if _is_aimed(card) else -1
        return PlayCard(seat, card.id, target, dice_of(mask, self.dice))

    def fields(self) -> dict[str, spaces.Space[object]]:
        """What an observation has beside the fields of every sheet; `FarkleEnv` has the meanings."""
        seats, cards = self.seats, len(self.deck.cards)
        return {
            "moment": spaces.Box(0, len(_MOMENTS), (1,), np.int8),
            "hand": spaces.Box(0, MOST_CARDS, (cards,), np.int8),
            "held": spaces.Box(0, MOST_CARDS, (seats,), np.int8),
            "discarded": spaces.Box(0, MOST_CARDS, (seats * cards,), np.int8),
            "in_play": spaces.Box(0, MOST_CARDS, (seats * cards,), np.int8),
            "turns_left": spaces.Box(0, MOST_CARDS, (seats * cards,), np.int8),
            "card_played": spaces.Box(0, 1, (1,), np.int8),
            "must_roll": spaces.Box(0, 1, (1,), np.int8),
            "owed": spaces.Box(0, self.dice, (1,), np.int8),
        }

    def observe(self, state: State, seat: int) -> dict[str, np.ndarray[tuple[int, ...], np.dtype[np.int8]]]:
        """The cards as a seat sees them; seats are told in turn order from itself on."""
        held = state.cards
        assert held is not None, "the sheet has cards"
        seats, cards = self.seats, len(self.deck.cards)
        around = [(seat + step) % seats for step in range(seats)]
        hand = np.zeros(cards, np.int8)
        for card in held.hands[seat]:
            hand[self._place[card]] += 1
        discarded, in_play, turns = (np.zeros((seats, cards), np.int8) for _ in range(3))
        for step, other in enumerate(around):
            for card in held.discards[other]:
                discarded[step, self._place[card]] += 1
        for lies in held.in_play:
            where = around.index(lies.target), self._place[lies.card]
            in_play[where] += 1
            turns[where] = max(turns[where], min(lies.turns, MOST_CARDS))
        moment = _MOMENTS.index(state.step) if state.step in _MOMENTS else len(_MOMENTS)
        return {
            "moment": np.array([moment], np.int8),
            "hand": hand,
            "held": np.array([len(held.hands[other]) for other in around], np.int8),
            "discarded": discarded.reshape(-1),
            "in_play": in_play.reshape(-1),
            "turns_left": turns.reshape(-1),
            "card_played": np.array([held.played], np.int8),
            "must_roll": np.array([held.must_roll], np.int8),
            "owed": np.array([held.owed], np.int8),
        }

    def _width(self, card: Card) -> int:
        """How many places a card takes for each seat that it may be aimed at."""
        return 2**self.dice if card.dice_to_choose[1] else 1


def _is_aimed(card: Card) -> bool:
    return card.target is not Target.SELF


@lru_cache(maxsize=16)
def layout_of(rules: Ruleset, seats: int) -> CardLayout:
    """The layout of a sheet with cards.

    Raises:
        ValueError: the sheet has no cards.
    """
    if rules.deck is None:
        raise ValueError(f"{rules.title} has no cards")
    return CardLayout(rules.deck, most_dice(rules), seats)
