"""A deck of cards: a frozen value that says when each card may be played, on whom, and what it does.

A deck is data, like a rule set. What a card does is a list of effects from the small vocabulary `Act`;
`hotdice.game.effects` and `hotdice.game.lasting` have one function for each of them. Files become decks
in `hotdice.rules.decks`.
"""

import hashlib
import json
from enum import StrEnum
from functools import cached_property
from typing import Any

import msgspec

from hotdice.frozen import Frozen


class Window(StrEnum):
    """A moment of a turn in which a card may be played."""

    TURN_START = "turn_start"
    AFTER_ROLL = "after_roll"
    AFTER_KEEP = "after_keep"
    ON_FARKLE = "on_farkle"
    ON_STOP = "on_stop"


ANY_TIME = (Window.TURN_START, Window.AFTER_ROLL, Window.AFTER_KEEP)
"""The windows of a card that does not say when: any time of the turn, but not on a dead roll (M2, M3)."""


class Target(StrEnum):
    """Whom a card is aimed at."""

    SELF = "self"
    FOE = "foe"  # any other player
    AHEAD = "ahead"  # a player whose recorded total is above yours
    LEADER = "leader"  # the highest recorded total other than yours; of equal ones you choose


class Lasts(StrEnum):
    """How long a card stays in play; all but the first are ONGOING."""

    AT_ONCE = "at_once"
    OWN_TURNS = "own_turns"
    TARGETS_TURNS = "targets_turns"
    UNTIL_TRIGGERED = "until_triggered"
    WHOLE_GAME = "whole_game"


class Hands(StrEnum):
    """Whether players see each other's cards."""

    FACE_DOWN, OPEN = "face_down", "open"


class Door(StrEnum):
    """What a card asks of your door: that you are on the board, that you are not, or nothing."""

    ANY, DOWN, SHUT = "any", "down", "shut"


class Act(StrEnum):
    """The vocabulary: everything that a card can do."""

    FLIP_DIE = "flip_die"
    SET_DIE = "set_die"
    REROLL = "reroll"
    SECOND_THROW = "second_throw"
    KEEP_ON_FARKLE = "keep_on_farkle"
    TURN_POINTS = "turn_points"
    TOTAL_POINTS = "total_points"
    TAKE_POINTS = "take_points"
    LOSE_POINTS = "lose_points"
    MUST_ROLL = "must_roll"
    FEWER_DICE = "fewer_dice"
    MORE_DICE = "more_dice"
    BONUS_ON_STOP = "bonus_on_stop"
    DOUBLE = "double"
    LOCK_HAND = "lock_hand"
    CANCEL_NEXT = "cancel_next"


LASTING = frozenset(
    {Act.FEWER_DICE, Act.MORE_DICE, Act.BONUS_ON_STOP, Act.DOUBLE, Act.LOCK_HAND, Act.CANCEL_NEXT}
)
"""Acts that work while their card lies in play, on the player it is aimed at."""
TRIGGERED = frozenset({Act.BONUS_ON_STOP, Act.DOUBLE, Act.CANCEL_NEXT})
"""Acts that can end a card which lies in play until it is triggered."""


_ON_THE_TABLE = frozenset({Window.AFTER_ROLL, Window.ON_FARKLE})
ACT_WINDOWS: dict[Act, frozenset[Window]] = dict.fromkeys(Act, frozenset(Window)) | {
    Act.FLIP_DIE: _ON_THE_TABLE,
    Act.SET_DIE: _ON_THE_TABLE,
    Act.REROLL: _ON_THE_TABLE,
    Act.SECOND_THROW: _ON_THE_TABLE,
    Act.KEEP_ON_FARKLE: frozenset({Window.ON_FARKLE}),
    Act.TURN_POINTS: frozenset({Window.AFTER_KEEP, Window.ON_STOP}),
    Act.MUST_ROLL: frozenset({Window.AFTER_KEEP}),
}
"""The windows in which each act has a meaning."""


class Effect(Frozen):
    """One effect of a card; which of the numbers it uses depends on `do`."""

    do: Act
    points: int = 0
    dice: int = 0
    most: int = 0
    face: int = 0


class Needs(Frozen):
    """What must be so before a card may be played; zero asks for nothing.

    Dice are those of the roll on the table, or those that the next roll would throw.
    """

    least_dice: int = 0
    most_dice: int = 0
    least_turn: int = 0
    door: Door = Door.ANY


class Card(Frozen, dict=True):
    """One card. Without `when` it may be played at any time during its owner's turn."""

    id: str
    name: str
    text: str
    gold: int
    effects: tuple[Effect, ...]
    when: tuple[Window, ...] = ()
    target: Target = Target.SELF
    lasts: Lasts = Lasts.AT_ONCE
    turns: int = 0
    ends_on_farkle: bool = False
    needs: Needs = Needs()

    @property
    def ongoing(self) -> bool:
        """Whether the card stays in play when it has been played."""
        return self.lasts is not Lasts.AT_ONCE

    @cached_property
    def acts(self) -> dict[Act, Effect]:
        """The effects by what they do; a card does each thing once."""
        return {effect.do: effect for effect in self.effects}

    def windows(self, *, unlabelled_on_farkle: bool = False) -> tuple[Window, ...]:
        """When it may be played; without `when` at any time of the turn in which its effects have a meaning.

        >>> Card("nap", "Nap", "Turn a die.", 5, (Effect(Act.FLIP_DIE),)).windows()
        (<Window.AFTER_ROLL: 'after_roll'>,)
        """
        if self.when:
            return self.when
        free = (*ANY_TIME, Window.ON_FARKLE) if unlabelled_on_farkle else ANY_TIME
        return tuple(window for window in free if all(window in ACT_WINDOWS[act] for act in self.acts))

    @cached_property
    def dice_to_choose(self) -> tuple[int, int]:
        """The fewest and the most dice that the player points at when playing it."""
        if Act.REROLL in self.acts:
            return 1, self.acts[Act.REROLL].most
        return (1, 1) if Act.FLIP_DIE in self.acts or Act.SET_DIE in self.acts else (0, 0)


class Colour(Frozen):
    """A colour and the cards that a player of this colour begins with."""

    name: str
    cards: tuple[str, ...]


class Deck(Frozen, dict=True, eq=False):
    """The cards, the colours that hold them, and what the sheet leaves to the deck.

    Two decks are equal where they play the same.

    >>> from hotdice.rules import load
    >>> deck = load("munchkin-farkle").deck
    >>> len(deck.cards), len(deck.colours), str(deck)
    (10, 5, 'house')
    """

    name: str
    title: str
    cards: tuple[Card, ...]
    colours: tuple[Colour, ...]
    summary: str = ""
    source: str = ""
    hands: Hands = Hands.FACE_DOWN
    unlabelled_on_farkle: bool = False
    gold_needs_door: bool = False
    ties_by_cards: bool = False

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Deck) and (self is other or self.hash == other.hash)

    def __hash__(self) -> int:
        return hash(self.hash)

    def __str__(self) -> str:
        return self.name

    @cached_property
    def hash(self) -> str:
        """SHA-256 of what changes play: names, titles and texts do not count."""
        text = json.dumps(canonical_deck(self), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    @cached_property
    def by_id(self) -> dict[str, Card]:
        """Every card by its id."""
        return {card.id: card for card in self.cards}

    @cached_property
    def order(self) -> dict[str, int]:
        """The place of every card in the deck."""
        return {card.id: place for place, card in enumerate(self.cards)}

    @cached_property
    def in_window(self) -> dict[Window, frozenset[str]]:
        """The cards that may be played in each window, as far as time is concerned."""
        found: dict[Window, set[str]] = {window: set() for window in Window}
        for card in self.cards:
            for window in card.windows(unlabelled_on_farkle=self.unlabelled_on_farkle):
                found[window].add(card.id)
        return {window: frozenset(ids) for window, ids in found.items()}

    @cached_property
    def same_for_all(self) -> bool:
        """Whether every colour has the same cards, so that hands can be worked out from what was played."""
        return len({frozenset(colour.cards) for colour in self.colours}) == 1

    def gold(self, cards: tuple[str, ...]) -> int:
        """The Gold Pieces that these cards are worth unplayed.

        >>> from hotdice.rules import load
        >>> load("munchkin-farkle").deck.gold(())
        0
        """
        return sum([self.by_id[card].gold for card in cards])


_DECK_WORDS = ("name", "title", "summary", "source")
_CARD_WORDS = ("name", "text")


def canonical_deck(deck: Deck) -> dict[str, Any]:
    """Plain data of everything in a deck that changes play."""
    plain: dict[str, Any] = msgspec.to_builtins(deck)
    for word in _DECK_WORDS:
        del plain[word]
    for card in plain["cards"]:
        for word in _CARD_WORDS:
            del card[word]
    return plain
