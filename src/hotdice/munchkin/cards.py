"""Cards as data: what a card is, which pile it belongs to, and the small vocabulary of harm it may do."""

from enum import StrEnum

from hotdice.frozen import Frozen


class Pile(StrEnum):
    """The two decks; each has a discard pile of its own."""

    DOOR, TREASURE = "door", "treasure"


class Kind(StrEnum):
    """What a card is for."""

    MONSTER = "monster"
    CURSE = "curse"
    CLASS = "class"
    STYLE = "style"
    RACE = "race"
    POWER = "power"
    EXTRA = "extra"  # lets its owner have one more Class, Style, Race or Power
    ENHANCER = "enhancer"  # makes a monster in a fight stronger and richer
    WANDERER = "wanderer"  # brings a monster from the hand into somebody's fight
    ITEM = "item"
    BOOST = "boost"  # a one-shot for either side of a fight
    LEVEL = "level"
    LOADED = "loaded"
    RELOADED = "reloaded"


DOOR_KINDS = frozenset(
    {
        Kind.MONSTER, Kind.CURSE, Kind.CLASS, Kind.STYLE, Kind.RACE, Kind.POWER,
        Kind.EXTRA, Kind.ENHANCER, Kind.WANDERER,
    }
)  # fmt: skip
IDENTITIES = frozenset({Kind.CLASS, Kind.STYLE, Kind.RACE, Kind.POWER})
"""What a player is: limited in number, kept in death, exchanged by results 7 and 8."""


class Slot(StrEnum):
    """Where an item is worn. Of the items in play only what fits at once counts."""

    NONE, HEAD, BODY, FEET, HAND, HANDS = "none", "head", "body", "feet", "hand", "hands"


class Harm(StrEnum):
    """What a curse or a monster's bad stuff does; each word is one function of `hotdice.munchkin.harm`."""

    LOSE_LEVEL = "lose_level"
    LOSE_ITEM = "lose_item"
    LOSE_HAND = "lose_hand"
    LOSE_CLASS = "lose_class"  # or Style
    LOSE_RACE = "lose_race"  # or Power
    CHANGE_SEX = "change_sex"
    PENALTY = "penalty"
    DEATH = "death"


class Effect(Frozen):
    """One harm and how much of it."""

    harm: Harm
    amount: int = 1

    def __str__(self) -> str:
        return self.harm if self.amount == 1 else f"{self.harm} {self.amount}"


class Card(Frozen):
    """A card. Copies of a card are alike, so an id stands for any of them.

    `level`, `levels`, `treasures` and `harm` are a monster's; `bonus`, `value` and `slot` an item's;
    `combat`, `run`, `hand_limit`, `lowest_level`, `wins_ties` and `consoled` are what an identity gives.

    >>> Card("bent-fork", "Bent Fork", Kind.ITEM, bonus=1).pile
    <Pile.TREASURE: 'treasure'>
    """

    id: str
    name: str
    kind: Kind
    text: str = ""
    copies: int = 1
    level: int = 0
    levels: int = 1
    treasures: int = 0
    harm: tuple[Effect, ...] = ()
    bonus: int = 0
    value: int = 0
    slot: Slot = Slot.NONE
    extra: Kind | None = None
    combat: int = 0
    run: int = 0
    hand_limit: int = 0
    lowest_level: int = 1
    wins_ties: bool = False
    consoled: bool = False

    @property
    def pile(self) -> Pile:
        """The deck this card belongs to."""
        return Pile.DOOR if self.kind in DOOR_KINDS else Pile.TREASURE
