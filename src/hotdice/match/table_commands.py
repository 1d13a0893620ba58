"""What somebody at a table may ask for."""

from typing import Annotated

import msgspec

from hotdice.frozen import Frozen

REACTIONS = ("nice", "ouch", "wow", "luck", "thanks", "again")
ShortText = Annotated[str, msgspec.Meta(max_length=300)]
RulesText = Annotated[str, msgspec.Meta(min_length=1, max_length=6000)]
"""A rule set by its name, or the whole of it, as links hold it."""
KindName = Annotated[str, msgspec.Meta(max_length=40)]
BotName = Annotated[str, msgspec.Meta(max_length=40)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, lt=64)]
Seal = Annotated[str, msgspec.Meta(min_length=64, max_length=64, pattern="^[0-9a-f]*$")]
Face = Annotated[str, msgspec.Meta(max_length=24, pattern="^([a-z]+-[0-9])?$")]
Seed = Annotated[str, msgspec.Meta(min_length=32, max_length=64, pattern="^[0-9a-f]*$")]


class TableCommand(Frozen, tag=True, forbid_unknown_fields=True):
    """Base of all table commands."""


class Play(TableCommand):
    """A command of the game, in the game's own words: `{"type": "Roll", "seat": 0}`."""

    command: msgspec.Raw


class SealSeed(TableCommand):
    """Be bound to a seed that nobody else knows yet: the SHA-256 of its bytes, in hex digits.

    A device draws its seed after it has kept the commitment, and opens it by `GiveSeed` when every other
    seat is bound (a bot, or a seal) or the owner has begun (`closing`). Where somebody comes or goes after
    that, every seat seals another seed.
    """

    seal: Seal


class GiveSeed(TableCommand):
    """Add a seed of 16 to 32 bytes, in hex digits, to the dice: the one that was sealed.

    Without a seal it is given openly, and who comes later knows it.
    """

    seed: Seed


class Leave(TableCommand):
    """Get up: frees the seat before the game, declines it before anybody's first roll, gives it up after.

    Who gives a game up leaves a mark that others see: `left` of `games` on their chair.
    """


class Say(TableCommand):
    """A chat line, where the table allows it."""

    text: ShortText


class React(TableCommand):
    """One of a few reactions, where the table allows it."""

    reaction: str


class Wear(TableCommand):
    """Choose a face and a colour for the own seat: `otter-3`; nothing takes it off."""

    face: Face


class ComeBack(TableCommand):
    """Take the decisions back from the bot that sat in."""


class Begin(TableCommand):
    """The owner begins the game; `fewer` takes empty seats away, if the sheet allows as many as are left.

    Where sealed seeds are still to be opened the table is `closing`, and the game begins with the last one.
    """

    fewer: bool = False


class SeatBot(TableCommand):
    """The owner puts a bot on an empty seat."""

    seat: SeatNumber
    bot: BotName


class Remove(TableCommand):
    """The owner empties a seat before the game."""

    seat: SeatNumber


class Order(TableCommand):
    """The owner changes the order of the seats before the game."""

    order: Annotated[tuple[SeatNumber, ...], msgspec.Meta(max_length=64)]


class Lock(TableCommand):
    """The owner lets nobody else in, or does so again."""

    locked: bool


class HandOver(TableCommand):
    """The owner makes another seat the owner."""

    seat: SeatNumber


class Replace(TableCommand):
    """The owner lets a bot sit in for a player who is out of time or has been away for 30 seconds."""

    seat: SeatNumber
    bot: BotName


class Skip(TableCommand):
    """The owner ends the turn of a player who is out of time or has been away for 30 seconds.

    Three such acts in a row, without a move of one of these players, end the game without a result.
    """


class StopClock(TableCommand):
    """The owner pauses the clock."""


class StartClock(TableCommand):
    """The owner lets the clock run again."""


class Guess(TableCommand):
    """At a party: whether the next throw of somebody else is a farkle; the last word before it counts."""

    farkle: bool


class ChooseGame(TableCommand):
    """The host of a party chooses another game before it begins; everybody keeps their seat."""

    rules: RulesText
    kind: KindName = "farkle"


class Rename(TableCommand):
    """The host of a party gives a seat another name."""

    seat: SeatNumber
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class Hints(TableCommand):
    """The host of a party lets one seat ask for hints, or no longer."""

    seat: SeatNumber
    on: bool


class PlayFor(TableCommand):
    """The host of a party throws, keeps, banks or lets a moment pass for a seat; its cards stay its own."""

    seat: SeatNumber
    command: msgspec.Raw


AnyTableCommand = (
    Play
    | SealSeed
    | GiveSeed
    | Leave
    | Say
    | React
    | Wear
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
    | Guess
    | ChooseGame
    | Rename
    | Hints
    | PlayFor
)
