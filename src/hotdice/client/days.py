"""The game of the day on a server, from the other side: its seals, the own game, the lists."""

from datetime import date
from typing import Any, TypeVar

import msgspec

from hotdice.client.http import HttpClient, ServerRefused
from hotdice.game import Command, Event
from hotdice.match.days import DayForks, DayLists, DayNow, Fork, OwnDay, Sealed
from hotdice.match.games.farkle import unpack

Answer = TypeVar("Answer")


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

    def sealed(self, day: date) -> Sealed:
        """A day: its seal, and its seed when it is over."""
        return _read(self.http.get(f"/api/daily/{day}"), Sealed)

    def begin(self, day: date) -> OwnDay:
        """Begin the own game of a day, or go on with it: whole, from its first event."""
        return _read(self.http.post(f"/api/daily/{day}"), OwnDay)

    def move(self, day: date, after: int, command: Command) -> OwnDay:
        """A move; `after` is how many events are known here. The answer has those that are new."""
        raw = msgspec.to_builtins(command)
        return _read(self.http.post(f"/api/daily/{day}/move", after=after, command=raw), OwnDay)

    def lists(self, day: date) -> DayLists:
        """Most points, and gave away least."""
        return _read(self.http.get(f"/api/daily/{day}/lists"), DayLists)

    def forks(self, day: date) -> tuple[Fork, ...]:
        """What everybody did at the positions of the own game, when the day is over for all."""
        return _read(self.http.get(f"/api/daily/{day}/forks"), DayForks).forks


def events_in(told: tuple[msgspec.Raw, ...]) -> tuple[Event, ...]:
    """The events that a server has told.

    >>> len(events_in(()))
    0

    Raises:
        ServerRefused: they are no events of this game.
    """
    try:
        return unpack(told)
    except msgspec.MsgspecError:
        raise _odd() from None


def _read(value: Any, kind: type[Answer]) -> Answer:
    try:
        return msgspec.json.decode(msgspec.json.encode(value), type=kind)
    except msgspec.ValidationError:
        raise _odd() from None


def _odd() -> ServerRefused:
    said = "that server answers in a way that this Hotdice does not understand; it may be newer"
    return ServerRefused(200, "not_understood", said)
