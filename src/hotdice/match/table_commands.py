"""What somebody at a table may ask for."""

from typing import Annotated

import msgspec

REACTIONS = ("nice", "ouch", "wow", "luck", "thanks", "again")
ShortText = Annotated[str, msgspec.Meta(max_length=300)]
BotName = Annotated[str, msgspec.Meta(max_length=40)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, lt=64)]
Seed = Annotated[str, msgspec.Meta(min_length=32, max_length=64, pattern="^[0-9a-f]*$")]


class TableCommand(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Base of all table commands."""


class Play(TableCommand, frozen=True):
    """A command of the game, in the game's own words: `{"type": "Roll", "seat": 0}`."""

    command: msgspec.Raw


class GiveSeed(TableCommand, frozen=True):
    """Add a seed of 16 to 32 bytes, in hex digits, to the dice; before the game begins."""

    seed: Seed


class Leave(TableCommand, frozen=True):
    """Get up: frees the seat before the game, declines it before the own first roll, resigns after."""


class Say(TableCommand, frozen=True):
    """A chat line, where the table allows it."""

    text: ShortText


class React(TableCommand, frozen=True):
    """One of a few reactions, where the table allows it."""

    reaction: str


class ComeBack(TableCommand, frozen=True):
    """Take the decisions back from the bot that sat in."""


class Begin(TableCommand, frozen=True):
    """The owner begins the game; `fewer` takes empty seats away, if the sheet allows as many as are left."""

    fewer: bool = False


class SeatBot(TableCommand, frozen=True):
    """The owner puts a bot on an empty seat."""

    seat: SeatNumber
    bot: BotName


class Remove(TableCommand, frozen=True):
    """The owner empties a seat before the game."""

    seat: SeatNumber


class Order(TableCommand, frozen=True):
    """The owner changes the order of the seats before the game."""

    order: Annotated[tuple[SeatNumber, ...], msgspec.Meta(max_length=64)]


class Lock(TableCommand, frozen=True):
    """The owner lets nobody else in, or does so again."""

    locked: bool


class HandOver(TableCommand, frozen=True):
    """The owner makes another seat the owner."""

    seat: SeatNumber


class Replace(TableCommand, frozen=True):
    """The owner lets a bot sit in for an absent player."""

    seat: SeatNumber
    bot: BotName


class Skip(TableCommand, frozen=True):
    """The owner ends the turn of an absent player, as the clock would."""


class StopClock(TableCommand, frozen=True):
    """The owner pauses the clock."""


class StartClock(TableCommand, frozen=True):
    """The owner lets the clock run again."""


AnyTableCommand = (
    Play
    | GiveSeed
    | Leave
    | Say
    | React
    | ComeBack
    | Begin
    | SeatBot
    | Remove
    | Order
    | Lock
    | HandOver
    | Replace
    | Skip
    | StopClock
    | StartClock
)
