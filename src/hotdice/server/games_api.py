"""The HTTP part that says which games a table can carry, and what may be chosen for each."""

import msgspec

from hotdice.match.kinds import KINDS
from hotdice.server.routes import Call, Endpoint


class GameKind(msgspec.Struct, frozen=True):
    """A kind of game: its bots, and whether its seats play at once with the same dice (a duplicate match).

    `against` says whether a bot has to be named that everybody plays.
    """

    name: str
    bots: tuple[str, ...]
    duplicate: bool
    against: bool


class GameKinds(msgspec.Struct, frozen=True):
    """Every kind of game."""

    kinds: tuple[GameKind, ...]


async def kinds(call: Call) -> GameKinds:
    """The games that a table can carry."""
    return GameKinds(
        tuple(GameKind(name, kind.bots, kind.withholds, name == "two-tables") for name, kind in KINDS.items())
    )


ENDPOINTS = (Endpoint("GET", "/api/kinds", kinds, "The games that a table can carry.", GameKinds),)
