"""What can be asked of an evening. The host may do all of it; a player what stands in `deciding.PLAYERS`."""

from typing import Annotated, TypeAlias

import msgspec

from hotdice.club.evening.plan import MOST_NAME, MOST_PLAYERS, MOST_ROUNDS, Plan
from hotdice.frozen import Frozen

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=MOST_NAME)]
Number = Annotated[int, msgspec.Meta(ge=1, le=MOST_PLAYERS)]
RoundNumber = Annotated[int, msgspec.Meta(ge=1, le=2 * MOST_ROUNDS)]
Score = Annotated[int, msgspec.Meta(ge=-100_000, le=1_000_000)]
Scores = Annotated[tuple[Score | None, ...], msgspec.Meta(min_length=2, max_length=6)]


class Command(Frozen, tag=True, forbid_unknown_fields=True):
    """Something that is asked for."""


class ChangePlan(Command):
    """Another plan, before the first round."""

    plan: Plan


class Enter(Command):
    """Enter somebody; `seed` is a place in a list by strength (1 the strongest, 0 none)."""

    name: Name
    seed: Annotated[int, msgspec.Meta(ge=0, le=100_000)] = 0
    here: bool = True


class Respell(Command):
    """Write a name differently."""

    player: Number
    name: Name


class CheckIn(Command):
    """Somebody is there, or back."""

    player: Number


class Drop(Command):
    """Somebody goes home."""

    player: Number


class Pair(Command):
    """The next round. With `repeats` people may meet again where nothing else is left."""

    repeats: bool = False


class TakeBack(Command):
    """Take the round back, as long as nothing was typed in it."""


class RunClock(Command):
    """Start the clock of the round, or let it run on; `minutes` sets it anew."""

    minutes: Annotated[int, msgspec.Meta(ge=1, le=600)] | None = None


class StopClock(Command):
    """Stop the clock; what is left stays."""


class TypeResult(Command):
    """The result of a table of this round: a score for each seat, null for who was not there."""

    table: Number
    scores: Scores
    time_up: bool = False
    record: Annotated[str, msgspec.Meta(max_length=200_000)] = ""


class Confirm(Command):
    """Say that the result another player typed is right."""

    table: Number


class Correct(Command):
    """Correct a result of any round; the old one and the reason stay readable."""

    round: RoundNumber
    table: Number
    scores: Scores
    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class LinkTable(Command):
    """Say which match of the server is played at a table."""

    table: Number
    match: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
    invite: Annotated[str, msgspec.Meta(max_length=80)] = ""


class PlayOff(Command):
    """Let the best go on in a knock-out."""

    best: Annotated[int, msgspec.Meta(ge=2, le=64)]


class Judge(Command):
    """Keep what a recorded game was worth without luck, seat by seat."""

    round: RoundNumber
    table: Number
    luck: tuple[float, ...]


class Finish(Command):
    """Give the prizes: no more rounds."""


class ShowLuck(Command):
    """Show everybody the table without luck, once the prizes are given."""


Asking: TypeAlias = (
    ChangePlan
    | Enter
    | Respell
    | CheckIn
    | Drop
    | Pair
    | TakeBack
    | RunClock
    | StopClock
    | TypeResult
    | Confirm
    | Correct
    | PlayOff
    | Finish
    | ShowLuck
)
"""What people ask for; a server links tables and judges luck by itself."""

AnyCommand: TypeAlias = Asking | LinkTable | Judge
