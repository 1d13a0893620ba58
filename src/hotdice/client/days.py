"""The game of the day on a server, from the other side: its seals, the own game, the lists."""

from datetime import date
from typing import Any, TypeVar

import msgspec

from hotdice.client.http import HttpClient, ServerRefused
from hotdice.frozen import Frozen
from hotdice.game import Command, Event
from hotdice.match.games.farkle import unpack

Answer = TypeVar("Answer")


class Seal(Frozen):
    """The hash of a seed, and the seed itself once the last game of its day is over."""

    seal: str
    seed: str = ""


class SealedDay(Frozen):
    """A day; `restored` has the seals that held before its server was restored from a backup."""

    day: str
    seal: str
    seed: str = ""
    restored: tuple[Seal, ...] = ()

    @property
    def seals(self) -> tuple[Seal, ...]:
        """All that the server tells about the dice of this day."""
        return (*self.restored, Seal(self.seal, self.seed))


class DayNow(Frozen):
    """The day that is played now, the next one, the last that is over; and how the own game stands."""

    today: SealedDay
    next: SealedDay
    last: SealedDay
    played: int = 0
    begun: bool = False
    over: bool = False


class OwnDay(Frozen):
    """The own game of a day; when it is over also that of the fox, with the same dice."""

    day: str
    seal: str
    over: bool
    length: int
    events: tuple[Any, ...]
    counted: bool = False
    refused: bool = False
    fox: tuple[Any, ...] = ()
    seed: str = ""


class Row(Frozen):
    """A line of a list, with its place among all."""

    place: int
    name: str
    points: int
    given_away: int
    friend: bool = False
    you: bool = False


class Lists(Frozen):
    """Both lists of a day, friends first."""

    people: int
    points: tuple[Row, ...]
    given_away: tuple[Row, ...]


class Fork(Frozen):
    """What people did at one position of the own game."""

    position: str
    people: int
    shares: dict[str, float]
    yours: str


class _Forks(Frozen):
    forks: tuple[Fork, ...]


class DayClient:
    """Plays the sealed day of a server on behalf of one device.

    >>> DayClient(HttpClient("http://127.0.0.1:1")).now()
    Traceback (most recent call last):
    hotdice.client.http.ServerRefused: http://127.0.0.1:1 cannot be reached: connection refused
    """

    def __init__(self, http: HttpClient) -> None:
        self.http = http

    def now(self) -> DayNow:
        """The day that is played now; with a key, how the own game stands."""
        try:
            return _read(self.http.get("/api/daily"), DayNow)
        except ServerRefused as refused:
            if refused.code != "not_found":
                raise
            said = f"{self.http.server} has no game of the day; hotdice daily plays the open one"
            raise ServerRefused(refused.status, "no_daily", said) from None

    def sealed(self, day: date) -> SealedDay:
        """A day: its seal, and its seed when it is over."""
        return _read(self.http.get(f"/api/daily/{day}"), SealedDay)

    def begin(self, day: date) -> OwnDay:
        """Begin the own game of a day, or go on with it: whole, from its first event."""
        return _read(self.http.post(f"/api/daily/{day}"), OwnDay)

    def move(self, day: date, after: int, command: Command) -> OwnDay:
        """A move; `after` is how many events are known here. The answer has those that are new."""
        raw = msgspec.to_builtins(command)
        return _read(self.http.post(f"/api/daily/{day}/move", after=after, command=raw), OwnDay)

    def lists(self, day: date) -> Lists:
        """Most points, and gave away least."""
        return _read(self.http.get(f"/api/daily/{day}/lists"), Lists)

    def forks(self, day: date) -> tuple[Fork, ...]:
        """What everybody did at the positions of the own game, when the day is over for all."""
        return _read(self.http.get(f"/api/daily/{day}/forks"), _Forks).forks


def events_in(told: tuple[Any, ...]) -> tuple[Event, ...]:
    """The events that a server has told.

    >>> len(events_in(()))
    0

    Raises:
        ServerRefused: they are no events of this game.
    """
    try:
        return unpack([msgspec.Raw(msgspec.json.encode(event)) for event in told])
    except msgspec.MsgspecError:
        raise _odd() from None


def _read(value: Any, kind: type[Answer]) -> Answer:
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError:
        raise _odd() from None


def _odd() -> ServerRefused:
    said = "that server answers in a way that this Hotdice does not understand; it may be newer"
    return ServerRefused(200, "not_understood", said)
