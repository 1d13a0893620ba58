"""A table in memory with all that belongs to it, and what is kept about it beside its facts."""

import asyncio
import contextlib
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Protocol

import msgspec

from hotdice.game import State
from hotdice.game.card_positions import PositionError
from hotdice.game.positions import print_position
from hotdice.match import facts as f
from hotdice.match import table_views as views
from hotdice.match import wire
from hotdice.match.audience import Audience, Viewer
from hotdice.match.deciding import Decision
from hotdice.match.fair import FairDraws
from hotdice.match.games.boards import ALL_OPEN
from hotdice.match.games.kind import Game, Withheld
from hotdice.match.remembering import Remembered
from hotdice.match.store import StoredEvent
from hotdice.match.store.chain import START
from hotdice.match.table import Table, begin, evolve

MOST_MISSED = 500
"""Facts that are kept in memory for those who were away for a moment."""


SCREEN = "screen"
"""The ticket of the television of a party: it has no seat, and is the host all the same."""
_OF_A_TURN = (f.StandInSeated, f.TurnSkipped, f.PlayerReplaced, f.PlayerLeft, f.PlayerBack)


class Listener(Protocol):
    """Somebody who watches or plays."""

    ticket: str

    def push(self, message: bytes) -> None:
        """Take a message; must not wait."""

    def drop(self, code: int, reason: str) -> None:
        """Be closed."""


class NoSuchMatch(LookupError):  # noqa: N818 - it names what happened
    """There is no match with this id."""


class Elsewhere(LookupError):  # noqa: N818
    """Another process owns the match; whoever asks is passed on to it."""

    def __init__(self, match: str) -> None:
        self.match = match
        super().__init__(match)


class Leases(Protocol):
    """Who may decide for a match, where several processes share the database."""

    async def take(self, match: str) -> str:
        """Own a match, or own it anew: the name to write under. Elsewhere, NoSuchMatch, Unavailable."""

    def fresh(self) -> str:
        """A name to write a new match under."""

    async def certain(self) -> None:
        """Come back when it is certain that what this process owns is still its own; Unavailable."""


class Quarantined(RuntimeError):  # noqa: N818
    """The log of the match does not fit its hashes; nobody can play on."""


class Hosted:
    """A table in memory with all that belongs to it."""

    def __init__(self, match: str, secret: bytes) -> None:
        self.match = match
        self.secret = secret
        self.table: Table | None = None
        self.title = ""
        self.summary = b""
        self.head = START
        self.owner = ""
        self.texts: dict[str, str] = {}
        self.tokens: dict[str, bytes] = {}
        self.audience = Audience(0, withholds=False)
        self.recent: dict[int, tuple[int, f.AnyFact]] = {}
        self.announced: dict[Viewer, int] = {}
        self.public_at = 0
        self.lock = asyncio.Lock()
        self.watchers: set[Listener] = set()
        self.players: set[Listener] = set()
        self.seen: set[int] = set()
        self.answers = Remembered()
        self.stale = False
        self.timer: asyncio.TimerHandle | None = None
        self.bots: dict[int, asyncio.Task[None]] = {}
        self.touched = 0
        self.gone: dict[str, int] = {}
        """When the last connection of a person ended; the table was taken up at `since`."""
        self.since = 0

    @property
    def length(self) -> int:
        """How many facts there are."""
        return self.table.length if self.table is not None else 0

    def draws(self, table: Table) -> FairDraws:
        """The dice of this match, once every seat's seed is known."""
        epoch = table.restored[-1][1] if table.restored else ""
        return FairDraws(self.secret, self.match, [bytes.fromhex(seed) for seed in table.seeds], epoch)

    def absorb(self, events: Iterable[tuple[f.AnyFact, StoredEvent]], game: Game | None = None) -> None:
        """Fold facts that are kept into the table; `game` is the game after them, where that is known."""
        for fact, event in events:
            if self.table is None:
                self.table = begin(fact, event.at)
                self.title = self.table.kind.title(self.table.opened.rules)
                self.summary = _summary(self.table.opened)
                self.audience = Audience(self.table.opened.seats, withholds=self.table.kind.withholds)
            else:
                self.table = evolve(self.table, fact, event.at, self.draws, game)
                if isinstance(fact, f.GameChosen):
                    self.title = self.table.kind.title(self.table.opened.rules)
                    self.summary = _summary(self.table.opened)
            self.head = event.hash
            watchers = self.audience.number(None)
            _tell(self.audience, self.table, fact, event.seq)
            if self.audience.number(None) > watchers:
                self.public_at = event.at
            self.recent[event.seq] = (event.at, fact)
        if not self.audience.withholds:
            while len(self.recent) > MOST_MISSED:
                del self.recent[next(iter(self.recent))]

    def number(self, viewer: Viewer) -> int:
        """The number of the last fact that a viewer has been told."""
        return self.audience.number(viewer)

    def after(self, decision: Decision, at: int) -> Audience:
        """Who will have been told what after a decision."""
        told, table = self.audience.copy(), self.table
        for place, fact in enumerate(decision.facts, self.length + 1):
            table = begin(fact, at) if table is None else evolve(table, fact, at, self.draws, decision.game)
            _tell(told, table, fact, place)
        return told

    def news(self, viewer: Viewer, known: int, log: dict[int, tuple[int, f.AnyFact]]) -> list[wire.News]:
        """What a viewer was told after the first `known` facts, as far as it is in `log`."""
        assert self.table is not None
        kind = self.table.kind
        return [
            views.news(number, *log[place], texts=self.texts, kind=kind, seat=viewer)
            for number, place in enumerate(self.audience.since(viewer, known), known + 1)
            if place in log
        ]

    def seat(self, ticket: str) -> int | None:
        """The seat of a ticket."""
        return self.table.seat_of_ticket(ticket) if self.table is not None else None

    def online(self) -> set[int]:
        """The seats whose players are connected."""
        return {seat for one in self.players if (seat := self.seat(one.ticket)) is not None}

    def away(self, seat: int, now: int) -> int:
        """For how many milliseconds the player of a seat has had no connection that this process knows of."""
        assert self.table is not None
        chair = self.table.chairs[seat]
        if not chair.person or seat in self.online():
            return 0
        return max(1, now - max(self.gone.get(chair.person, 0), self.since))

    @property
    def listeners(self) -> set[Listener]:
        """Everybody who listens; who only watches is told apart, for they may be many."""
        return self.players | self.watchers

    def add(self, listener: Listener) -> None:
        """Let somebody listen; the screen of a party sees what those see who watch."""
        (self.players if listener.ticket not in ("", SCREEN) else self.watchers).add(listener)

    def discard(self, listener: Listener, now: int = 0) -> None:
        """Somebody listens no more, from now on."""
        seat = self.seat(listener.ticket) if listener in self.players else None
        if seat is not None and self.table is not None:
            self.gone[self.table.chairs[seat].person] = now
        self.players.discard(listener)
        self.watchers.discard(listener)


def _tell(audience: Audience, table: Table, fact: f.AnyFact, seq: int) -> None:
    """Tell a fact that has been folded into the table to those who may know it."""
    if not audience.withholds:
        audience.add(seq, None, 0)
        return
    held = None
    if isinstance(fact, f.Played):
        held = table.kind.withheld(fact.events)
    elif isinstance(fact, _OF_A_TURN):  # that somebody is late tells of their turn
        held = Withheld(fact.seat, table.kind.turn_of(table.game, fact.seat))
    going = table.game is not None and table.phase == "playing"
    audience.add(seq, held, table.kind.open_turns(table.game) if going else ALL_OPEN)


def digest_of(hosted: Hosted, ticket: str, message: wire.Do) -> bytes:
    """A hash of who asks for what; it stays the same when its sender comes back with a new token."""
    seat = hosted.seat(ticket)
    person = hosted.table.chairs[seat].person if hosted.table is not None and seat is not None else ""
    return sha256(person.encode() + b"|" + wire.encode(message)).digest()


def fault_of(hosted: Hosted, seat: int) -> dict[str, object]:
    """Where a bot failed: the match, the number of the last fact, the bot, and the position as a text."""
    table = hosted.table
    found: dict[str, object] = {"match": hosted.match, "seq": hosted.length, "seat": seat}
    if table is not None:
        found["bot"] = table.chairs[seat].decided_by
        state = getattr(table.game, "state", None)
        if isinstance(state, State):
            with contextlib.suppress(PositionError):
                found["position"] = print_position(state)
    return found


def status_after(table: Table | None, decision: Decision) -> str:
    """The status of a match in lists after a decision."""
    status = {"open": "open", "playing": "playing", "over": "over"}[table.phase if table else "open"]
    for fact in decision.facts:
        if isinstance(fact, f.GameBegun):
            status = "playing"
        elif isinstance(fact, f.GameFinished):
            status = "over"
    return status


def summary_of(hosted: Hosted, decision: Decision) -> bytes:
    """A few words for lists: what is played, how many seats, whether everybody may find it."""
    if hosted.table is not None:
        left = _left(hosted.table, decision)
        return _summary(hosted.table.opened, left) if left else hosted.summary
    opened = decision.facts[0]
    assert isinstance(opened, f.Opened)
    return _summary(opened)


def _left(table: Table, decision: Decision) -> list[int]:
    """The seats whose players left a game early, or were away when it ended, where a decision ends it."""
    end = next((fact for fact in decision.facts if isinstance(fact, f.GameFinished)), None)
    if end is None:
        return []
    left = {
        seat for seat, chair in enumerate(table.chairs) if chair.ticket and (chair.gone or chair.stand_in)
    }
    left |= {fact.seat for fact in decision.facts if isinstance(fact, f.PlayerLeft)}
    if end.reason == "abandoned":
        left |= {fact.seat for fact in decision.facts if isinstance(fact, f.TurnSkipped | f.PlayerReplaced)}
    return sorted(left)


def _summary(opened: f.Opened, left: Sequence[int] = ()) -> bytes:
    told = {
        "kind": opened.kind,
        "rules": opened.rules,
        "seats": opened.seats,
        "listed": opened.options.listed,
    }
    return msgspec.json.encode(told | ({"left": left} if left else {}))
