"""Hotdice: Farkle, all of it. What people come for stands here; the rooms below have the rest.

>>> import hotdice
>>> game = hotdice.Game("playmonster", ["Ann", "Bob"])
>>> game.roll("144466")
(1, 4, 4, 4, 6, 6)
>>> hotdice.solve("playmonster").best(game)
'keep 1444 bank'
"""

from typing import TYPE_CHECKING

from hotdice.fetching import fetched

if TYPE_CHECKING:
    from hotdice.door.game import Game
    from hotdice.door.knowing import Knowledge, solve
    from hotdice.game import IllegalMove, Record, parse_record, print_record
    from hotdice.players import make
    from hotdice.rules import RulesError, Ruleset, load, shipped

__version__ = "1.0.0"

__all__ = [
    "Game",
    "IllegalMove",
    "Knowledge",
    "Record",
    "RulesError",
    "Ruleset",
    "load",
    "make",
    "parse_record",
    "print_record",
    "shipped",
    "solve",
]

# `import hotdice` costs nothing: a name is fetched from its room when somebody asks for it.
_ROOMS = {
    "Game": "hotdice.door.game",
    "IllegalMove": "hotdice.game",
    "Knowledge": "hotdice.door.knowing",
    "Record": "hotdice.game",
    "RulesError": "hotdice.rules",
    "Ruleset": "hotdice.rules",
    "load": "hotdice.rules",
    "make": "hotdice.players",
    "parse_record": "hotdice.game",
    "print_record": "hotdice.game",
    "shipped": "hotdice.rules",
    "solve": "hotdice.door.knowing",
}


__getattr__ = fetched(__name__, _ROOMS)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
