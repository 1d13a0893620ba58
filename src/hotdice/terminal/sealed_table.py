"""The own game of a server's sealed day: the dice fall there, every move is kept there."""

from datetime import date

from msgspec.structs import replace

from hotdice.client.days import DayClient, events_in
from hotdice.client.http import ServerRefused
from hotdice.club.daily import rules_of_the_day
from hotdice.door.game import Game
from hotdice.game import (
    Command,
    Event,
    IllegalMove,
    Keep,
    Record,
    RecordError,
    Roll,
    Throw,
    commands_of,
    parse_record,
    print_record,
)
from hotdice.match.days import OwnDay
from hotdice.terminal.daily_play import DayTable, NotDone

_LATER = ("too_many", "too_fast", "unavailable", "going_away")
"""Codes by which a server asks for a little time."""


def record_of(events: tuple[Event, ...], name: str = "You", player: str = "human") -> Record:
    """What a server has told as a record; its dice are those that fell there.

    >>> record_of(()).names
    ('You',)

    Raises:
        ServerRefused: this is no legal game.
    """
    try:
        record = Record(rules_of_the_day(), (name,), (player,), "real", first=0, events=events)
        return parse_record(print_record(record))
    except (RecordError, IllegalMove, ValueError):
        raise ServerRefused(200, "not_legal", "that server tells a game that is not legal") from None


class SealedTable(DayTable):
    """The own game of a day; begun, or gone on with, when this is made.

    Raises:
        ServerRefused: it cannot be begun, or the server is not there.
    """

    def __init__(self, client: DayClient, day: date, own: OwnDay | None = None) -> None:
        self._client = client
        self._day = day
        self._take(own or client.begin(day))

    def _take(self, own: OwnDay, before: tuple[Event, ...] = ()) -> None:
        self.own = own
        self.game = Game.from_record(record_of(before + events_in(own.events)))
        self._sure = True

    def move(self, words: str) -> None:
        """Have the server do a move; it is not asked where the referee here refuses."""
        events = self.game.record.events
        if not self._sure:
            self._look_again(len(events))
        command = self._meant(words)
        try:
            told = self._client.move(self._day, len(events), command)
        except ServerRefused as refused:
            raise self._undone(refused, len(events)) from None
        self._take(told, events)

    def _meant(self, words: str) -> Command:
        """The command of a move; it is tried on a copy first, with dice that count for nothing."""
        trial = self.game.copy()
        trial.move(words)
        known = len(list(commands_of(self.game.record.events)))
        done = [one for one in list(commands_of(trial.record.events))[known:] if not isinstance(one, Throw)]
        first = done[0]
        if len(done) == 2 and isinstance(first, Keep):  # both in one breath, or neither
            return replace(first, then="roll" if isinstance(done[1], Roll) else "bank")
        return first

    def _look_again(self, known: int) -> None:
        """Whether the last move was done after all, whose answer never came.

        Raises:
            NotDone: it was, or the server is still away.
        """
        try:
            self._take(self._client.begin(self._day))
        except ServerRefused as refused:
            raise self._undone(refused, known) from None
        length = len(self.game.record.events)
        if length < known:
            raise NotDone(
                "The server was restored from an earlier state: your game begins anew, with other dice."
            )
        if length > known:
            raise NotDone("The game has gone on at the server; this is how it stands.")

    def _undone(self, refused: ServerRefused, known: int) -> NotDone:
        if refused.code == "stale":
            try:
                self._look_again(known)
            except NotDone as found:
                return found
        if refused.code in _LATER:
            return NotDone(f"{refused.text} Nothing is lost; say it again in a moment.")
        if not refused.status or refused.status >= 500:
            self._sure = False  # it may have been done: the next word asks first
            return NotDone(f"{refused.text}. Your game is kept there; say it again in a moment.")
        final = refused.code in ("too_late", "not_begun", "not_today") or refused.status in (200, 401, 403)
        return NotDone(refused.text, final=final)
