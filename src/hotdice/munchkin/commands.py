"""What somebody may ask of the referee of a Munchkin Dice table. Seats are numbered from 0."""

from typing import Literal

from hotdice.frozen import Frozen


class Command(Frozen, tag=True):
    """Base of all commands."""


class Deal(Command):
    """Chance: the card that was asked for."""

    card: str


class Throw(Command):
    """Chance: the face of the die in the air; 10 is the picture of the ten-sided one."""

    face: int


class Deadline(Command):
    """The clock of a window ran out: everybody who is still asked passes."""


class Move(Command):
    """Base of what a seat does."""

    seat: int


class CardMove(Move):
    """Base of what a seat does with a card."""

    card: str


class RollDie(Move):
    """Pay a level and roll the ten-sided die."""


class Pass(Move):
    """Let a window go by."""


class TurnDie(CardMove):
    """Turn the die to a face, with a Loaded Die on one's own roll or a Reloaded Die on another's."""

    face: int


class Pick(Move):
    """Pick the result that the picture gives, 1 to 9."""

    face: int


class Take(Move):
    """Take a card from the deck, or the top discard."""

    source: Literal["deck", "discard"]


class Choose(Move):
    """Choose the other player of result 6 or 9."""

    other: int


class Swap(Move):
    """Exchange a card in play with a card of the same kind before another player."""

    own: str
    other: int
    theirs: str


class Decline(Move):
    """Exchange nothing."""


class KickDoor(Move):
    """Kick down the door; there is no die roll after it."""


class Trouble(CardMove):
    """Look for trouble: fight a monster of one's own hand."""


class LootRoom(Move):
    """Loot the room: a Door card, face down."""


class EndTurn(Move):
    """Hand over to the next player."""


class PlayCard(CardMove):
    """Put a card of one's hand into play, or use it at once if it gives a level."""


class Curse(CardMove):
    """Play a Curse on somebody."""

    target: int


class Sell(Move):
    """Sell items of hand and play for levels; no change is given."""

    cards: tuple[str, ...]


class Drop(CardMove):
    """Discard a Class, Style, Race, Power or what allows one more of them."""


class Boost(CardMove):
    """Use a one-shot or an enhancer in a fight, on one side of it."""

    side: Literal["heroes", "monsters"]


class Wander(CardMove):
    """Let a monster of one's hand join the fight, by a card that allows it."""

    monster: str


class AskHelp(Move):
    """Ask somebody into the fight for so many of its Treasures."""

    helper: int
    treasures: int


class Answer(Move):
    """Say yes or no to a call for help."""

    yes: bool


class Claim(Move):
    """Say that the fight is won; the others may still interfere."""


class Flee(Move):
    """Run away from a fight."""


class Lose(CardMove):
    """Choose the card that is lost."""


class Rob(CardMove):
    """Take a card of the dead."""


class Give(CardMove):
    """Charity: give a card above the hand limit to somebody of the lowest level."""

    to: int


class Shed(CardMove):
    """Charity of the lowest: discard a card above the hand limit."""
