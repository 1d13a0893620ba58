"""Every kind of game that a table can carry, by its name."""

from collections.abc import Mapping

from hotdice.match.games.duplicate import Duplicate
from hotdice.match.games.farkle import Farkle
from hotdice.match.games.kind import Kind
from hotdice.match.games.munchkin import MunchkinDice

KINDS: Mapping[str, Kind] = {
    "farkle": Farkle(),
    "two-tables": Duplicate(lockstep=False),
    "parallel": Duplicate(lockstep=True),
    "munchkin": MunchkinDice(),
}
"""Every kind of game by its name."""
