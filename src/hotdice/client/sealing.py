"""A device's part in the dice: it keeps the commitment, then seals a seed of its own, then opens it.

What is kept here the server cannot change, so it can be held against what the server shows later.
"""

import secrets
from collections.abc import Callable
from typing import Protocol

from msgspec import field
from msgspec.structs import replace

from hotdice.frozen import Frozen
from hotdice.match import wire
from hotdice.match.fair import default_seat_seed, seal_of
from hotdice.match.table_commands import AnyTableCommand, GiveSeed, SealSeed

BOT = "bot"


class Notes(Frozen):
    """What a device has noted about the dice of one match.

    `drawn` are its seeds by their seals. `opened` is the one that it gave, and `seals` are those of all seats
    at that moment: `bot` for a bot, empty for a seat that was bound to none.
    """

    commitment: str = ""
    drawn: dict[str, str] = field(default_factory=dict)
    opened: str = ""
    seals: tuple[str, ...] = ()


class Keeper(Protocol):
    """Keeps notes so that they outlive the program."""

    def notes(self, match: str) -> Notes:
        """What was noted about a match."""

    def keep(self, match: str, notes: Notes) -> None:
        """Note it before anything is said."""


class Memory:
    """Keeps notes as long as the program runs.

    >>> memory = Memory()
    >>> memory.keep("m", Notes("ab"))
    >>> memory.notes("m").commitment, memory.notes("other").commitment
    ('ab', '')
    """

    def __init__(self) -> None:
        self._kept: dict[str, Notes] = {}

    def notes(self, match: str) -> Notes:
        """What was noted about a match."""
        return self._kept.get(match, Notes())

    def keep(self, match: str, notes: Notes) -> None:
        """Note it."""
        self._kept[match] = notes


def new_seed() -> str:
    """A seed of 32 bytes from the system's generator, in hex digits.

    >>> len(new_seed())
    64
    """
    return secrets.token_hex(32)


def step(
    view: wire.TableView, notes: Notes, draw: Callable[[], str] = new_seed
) -> tuple[Notes, list[AnyTableCommand]]:
    """What a device notes about a view, and then says: it seals a seed, and opens it when nobody can choose.

    Nobody can choose any more when every other seat is bound, by a seal or as a bot, or when the owner has
    begun, after which the server takes no other seeds.
    """
    if not notes.commitment:
        notes = replace(notes, commitment=view.commitment)
    if view.seat is None or view.phase != "open" or notes.commitment != view.commitment:
        return notes, []
    chair = view.chairs[view.seat]
    others = [other for seat, other in enumerate(view.chairs) if seat != view.seat]
    if chair.gave_seed or (view.closing and not chair.seal):
        return notes, []
    commands: list[AnyTableCommand] = []
    seal = chair.seal
    if seal not in notes.drawn:  # none yet, or that of a device which this one has replaced
        seed = draw()
        seal = seal_of(seed)
        notes = replace(notes, drawn=notes.drawn | {seal: seed})
        commands.append(SealSeed(seal))
    alone = all(other.bot for other in others)
    bound = not commands and all(other.bot or other.seal for other in others)
    if alone or bound or (view.closing and not commands):
        seals = [BOT if other.bot else other.seal for other in view.chairs]
        seals[view.seat] = seal
        notes = replace(notes, opened=notes.drawn[seal], seals=tuple(seals))
        commands.append(GiveSeed(notes.opened))
    return notes, commands


def faults(view: wire.TableView, notes: Notes) -> tuple[str, ...]:
    """What the dice of a game that has begun are held against, as sentences; none where all is as it was."""
    if view.phase == "open" or not view.seeds:
        return ()
    found: list[str] = []
    if notes.commitment and notes.commitment != view.commitment:
        found.append("The server shows another commitment than before the game.")
    if view.seat is None or not notes.drawn:
        return tuple(found)
    if not notes.opened or view.seeds[view.seat : view.seat + 1] != (notes.opened,):
        found.append("The seed of this device is not in the dice.")
    if notes.opened:
        kept = [_kept(view, seat, seal) for seat, seal in enumerate(notes.seals)]
        if len(notes.seals) != len(view.seeds) or not all(kept):
            found.append(
                "A seat has another seed than the one it was bound to before this device opened its own."
            )
    return tuple(found)


def _kept(view: wire.TableView, seat: int, seal: str) -> bool:
    """Whether the seed of a seat is the one that was fixed when this device opened its own."""
    if seat >= len(view.seeds):
        return False
    if seal in ("", BOT):
        return view.seeds[seat] == default_seat_seed(view.match, seat).hex()
    return seal_of(view.seeds[seat]) == seal
