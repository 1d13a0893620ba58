"""One bot, one face: the table that the page's drawings and the terminal's signs are found by.

A bot keeps its own name in records; people know it by its animal. `python -m scripts.regulars` hands the
table on to the page.
"""

from collections.abc import Mapping
from types import MappingProxyType

from hotdice.frozen import Frozen


class Face(Frozen):
    """What people call a bot, which animal it is, and a sign for a terminal."""

    name: str
    animal: str
    glyph: str

    @property
    def title(self) -> str:
        """The name with the animal.

        >>> FACES["thumb"].title
        'Otto the ox'
        """
        return f"{self.name} the {self.animal}"

    @property
    def drawing(self) -> str:
        """The drawing on the page, `web/src/art/faces/NAME.svg`.

        >>> FACES["sage"].drawing
        'corvin'
        """
        return self.name.lower()


_OTTO = Face("Otto", "ox", "🐂")
FACES: Mapping[str, Face] = MappingProxyType(
    {
        "random": Face("Pip", "puppy", "🐶"),
        "cautious": Face("Hettie", "hedgehog", "🦔"),
        "threshold": Face("Tilda", "tortoise", "🐢"),
        "greedy": Face("Hugo", "hamster", "🐹"),
        "thumb": _OTTO,
        "paper": Face("Paula", "parrot", "🦜"),
        "turn-optimal": Face("Mila", "mole", "🐾"),  # no letter shows a mole: its tracks
        "err": Face("Olga", "owl", "🦉"),
        "champion": Face("Vesper", "fox", "🦊"),
        "eager": Face("Rocco", "rooster", "🐓"),
        "schemer": Face("Magda", "magpie", "🐦"),
        "sage": Face("Corvin", "raven", "🪶"),  # nor a raven that every terminal has: its feather
        "gambler": Face("Monty", "monkey", "🐵"),
        "steady": _OTTO,
        "shrewd": Face("Cleo", "cat", "🐱"),
        "seer": Face("Bruna", "bat", "🦇"),
    }
)
"""By the name of the bot, at any table."""


def face_of(player: str) -> Face | None:
    """The face of who sits on a seat, whatever it was told; people and programs of others have none.

    >>> face_of("threshold:300").title, face_of("human")
    ('Tilda the tortoise', None)
    """
    return FACES.get(player.partition(":")[0])
