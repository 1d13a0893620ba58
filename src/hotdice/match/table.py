"""The table: who sits where, what is being played, whose clock runs. It is the fold of its facts.

Nothing here decides whether a fact may happen (see `deciding`), stores it or sends it anywhere.
"""

from collections.abc import Callable
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from hotdice.match import facts as f
from hotdice.match.fair import FairDraws
from hotdice.match.games.kind import BotTurn, Game, Kind
from hotdice.match.kinds import KINDS

Phase = Literal["open", "playing", "over"]


class Chair(msgspec.Struct, frozen=True):
    """A seat: a person (by ticket, id and the reference of the name), a bot, or nobody.

    `changes` are the turns in which a bot sat in or its player came back, with the bot or nothing.
    """

    ticket: str = ""
    person: str = ""
    name: str = ""
    bot: str = ""
    stand_in: str = ""
    seed: str = ""
    changes: tuple[tuple[int, str], ...] = ()

    @property
    def empty(self) -> bool:
        """Whether somebody may sit down here."""
        return not self.ticket and not self.bot

    @property
    def decided_by(self) -> str:
        """The bot that decides for this seat now, or nothing where its player does."""
        return self.stand_in or self.bot


class Hand(msgspec.Struct, frozen=True):
    """The clock of a seat, which runs while the seat is asked: so many milliseconds `left` at `since`."""

    since: int = 0
    left: int = 0


class Table(msgspec.Struct, frozen=True):
    """A table at one moment.

    `hands` are those of the clocks, one for each seat. `game` is there once it has begun. `length` counts
    the facts, `at` is the time of the last one.
    """

    opened: f.Opened
    chairs: tuple[Chair, ...]
    phase: Phase = "open"
    owner: int = 0
    locked: bool = False
    paused: bool = False
    seeds: tuple[str, ...] = ()
    given: tuple[bool, ...] = ()
    game: Game | None = None
    hands: tuple[Hand, ...] = ()
    server_seed: str = ""
    reason: str = ""
    rematch: str = ""
    length: int = 1
    at: int = 0

    @property
    def kind(self) -> Kind:
        """The kind of game that is played here."""
        return KINDS[self.opened.kind]

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that are to decide, while a game goes on."""
        return self.game.asked if self.phase == "playing" and self.game is not None else ()

    @property
    def bot_turns(self) -> tuple[BotTurn, ...]:
        """The bots that are to decide, while a game goes on."""
        return self.game.bot_turns if self.phase == "playing" and self.game is not None else ()

    def stand_in_seen(self, seat: int, viewer: int | None) -> str:
        """The bot that sits in at a seat as far as a viewer may know: who is late may be withheld."""
        chair = self.chairs[seat]
        if viewer == seat or not self.kind.withholds or self.game is None:
            return chair.stand_in
        opened = self.kind.open_turns(self.game) if self.phase == "playing" else None
        known = [bot for turn, bot in chair.changes if opened is None or turn < opened]
        return known[-1] if known else ""

    def seat_of_ticket(self, ticket: str) -> int | None:
        """The seat of a stay, as long as it lasts."""
        for seat, chair in enumerate(self.chairs):
            if ticket and chair.ticket == ticket:
                return seat
        return None

    def seat_of_person(self, person: str) -> int | None:
        """The seat of a person."""
        for seat, chair in enumerate(self.chairs):
            if person and chair.person == person:
                return seat
        return None


def begin(first: f.AnyFact, at: int) -> Table:
    """The table after the first fact of a log.

    >>> opened = f.Opened(kind="farkle", rules="classic", hash="", seats=2, clock=f.Clock(),
    ...                   options=f.Options(), commitment="")
    >>> begin(opened, 0).phase
    'open'

    Raises:
        TypeError: a log begins with another fact than `Opened`.
    """
    if not isinstance(first, f.Opened):
        raise TypeError(f"a log begins with Opened, not with {type(first).__name__}")
    return Table(first, (Chair(),) * first.seats, at=at)


def evolve(
    table: Table,
    fact: f.AnyFact,
    at: int,
    draws: Callable[[Table], FairDraws | None],
    game: Game | None = None,
) -> Table:
    """The table after a fact; `draws` gives the dice when a game begins, None where only the past matters.

    `game` is the game after the fact where somebody has just decided it, so that it is not folded twice.

    Raises:
        TypeError: the fact is not one that this version knows.
    """
    change = _CHANGES.get(type(fact))
    if change is None:
        raise TypeError(f"unknown fact {fact!r}")
    if isinstance(fact, f.GameBegun):
        table = replace(table, seeds=fact.seeds, given=fact.given)
        opened = table.opened
        game = table.kind.begin(opened.rules, len(table.chairs), draws(table), opened.options.against)
        table = _with_bots(replace(table, phase="playing", game=game))
        table = replace(table, hands=(_full(table, at),) * len(table.chairs))
    elif isinstance(fact, f.Played):
        table = _played(table, at, game or table.kind.after(table.game, fact.events))
    else:
        table = change(table, fact, at)
    return replace(table, length=table.length + 1, at=at)


def time_left(table: Table, seat: int, now: int) -> int | None:
    """How many milliseconds a seat has left; None where no clock runs for it.

    >>> opened = f.Opened(kind="farkle", rules="classic", hash="", seats=2, clock=f.Clock(30),
    ...                   options=f.Options(), commitment="")
    >>> time_left(begin(opened, 0), 0, 5) is None
    True
    """
    if not table.opened.clock.turn or seat not in table.asked:
        return None
    hand = table.hands[seat]
    return hand.left if table.paused else max(0, hand.left - (now - hand.since))


def without_downtime(table: Table, now: int) -> Table:
    """The table with its clocks going on from now: the time since the last fact was not its players'."""
    if table.paused:
        return table
    hands = tuple(Hand(now, max(0, hand.left - max(0, table.at - hand.since))) for hand in table.hands)
    return replace(table, hands=hands)


def _chair(table: Table, seat: int, **changes: Any) -> Table:
    chair = replace(table.chairs[seat], **changes)
    return replace(table, chairs=(*table.chairs[:seat], chair, *table.chairs[seat + 1 :]))


def _with_bots(table: Table) -> Table:
    """The game with the bots of the chairs, after somebody came or went."""
    if table.game is None:
        return table
    bots = {
        seat: table.kind.bot(chair.decided_by) for seat, chair in enumerate(table.chairs) if chair.decided_by
    }
    return replace(table, game=table.game.with_bots(bots))


def _full(table: Table, at: int) -> Hand:
    """A clock that begins anew."""
    return Hand(at, table.opened.clock.turn * 1000)


def _taken(table: Table, fact: f.SeatTaken, at: int) -> Table:
    return _chair(
        table, fact.seat, ticket=fact.ticket, person=fact.person, name=fact.name, bot="", seed=fact.seed
    )


def _retaken(table: Table, fact: f.SeatRetaken, at: int) -> Table:
    return _chair(table, fact.seat, ticket=fact.ticket)


def _bot(table: Table, fact: f.BotSeated, at: int) -> Table:
    return _chair(table, fact.seat, bot=fact.bot)


def _freed(table: Table, fact: f.SeatFreed, at: int) -> Table:
    empty = Chair()
    table = replace(table, chairs=(*table.chairs[: fact.seat], empty, *table.chairs[fact.seat + 1 :]))
    if fact.seat == table.owner:  # the next person owns the table
        people = [seat for seat, chair in enumerate(table.chairs) if chair.ticket]
        table = replace(table, owner=people[0] if people else 0)
    return table


def _seed(table: Table, fact: f.SeedGiven, at: int) -> Table:
    return _chair(table, fact.seat, seed=fact.seed)


def _ordered(table: Table, fact: f.SeatsOrdered, at: int) -> Table:
    chairs = tuple(table.chairs[seat] for seat in fact.order)
    return replace(table, chairs=chairs, owner=fact.order.index(table.owner))


def _locked(table: Table, fact: f.TableLocked, at: int) -> Table:
    return replace(table, locked=fact.locked)


def _owner(table: Table, fact: f.OwnerChanged, at: int) -> Table:
    return replace(table, owner=fact.seat)


def _played(table: Table, at: int, after: Game) -> Table:
    before = table.game
    assert before is not None, "a game is played after it has begun"
    hands = table.hands
    if table.opened.clock.turn:
        hands = tuple(
            hand if before.clock_of(seat) == after.clock_of(seat) else _full(table, at)
            for seat, hand in enumerate(hands)
        )
    return replace(table, game=after, hands=hands)


def _stopped(table: Table, fact: f.ClockStopped, at: int) -> Table:
    hands = tuple(Hand(at, max(0, hand.left - (at - hand.since))) for hand in table.hands)
    return replace(table, paused=True, hands=hands)


def _started(table: Table, fact: f.ClockStarted, at: int) -> Table:
    return replace(table, paused=False, hands=tuple(Hand(at, hand.left) for hand in table.hands))


def _stand_in(table: Table, fact: f.StandInSeated, at: int) -> Table:
    return _with_bots(_sits_in(table, fact.seat, fact.bot))


def _sits_in(table: Table, seat: int, bot: str) -> Table:
    turn = table.kind.turn_of(table.game, seat) if table.game is not None else 0
    return _chair(table, seat, stand_in=bot, changes=(*table.chairs[seat].changes, (turn, bot)))


def _back(table: Table, fact: f.PlayerBack, at: int) -> Table:
    table = _with_bots(_sits_in(table, fact.seat, ""))
    if fact.seat not in table.asked:
        return table
    hands = (*table.hands[: fact.seat], _full(table, at), *table.hands[fact.seat + 1 :])
    return replace(table, hands=hands)


def _nothing(table: Table, fact: f.Fact, at: int) -> Table:
    return table


def _finished(table: Table, fact: f.GameFinished, at: int) -> Table:
    return replace(table, phase="over", reason=fact.reason, server_seed=fact.server_seed)


def _rematch(table: Table, fact: f.RematchMade, at: int) -> Table:
    return replace(table, rematch=fact.match)


_CHANGES: dict[type[f.Fact], Callable[[Table, Any, int], Table]] = {
    f.SeatTaken: _taken,
    f.SeatRetaken: _retaken,
    f.BotSeated: _bot,
    f.SeatFreed: _freed,
    f.SeedGiven: _seed,
    f.SeatsOrdered: _ordered,
    f.TableLocked: _locked,
    f.OwnerChanged: _owner,
    f.GameBegun: _nothing,
    f.Played: _nothing,
    f.ClockStopped: _stopped,
    f.ClockStarted: _started,
    f.StandInSeated: _stand_in,
    f.PlayerBack: _back,
    f.Said: _nothing,
    f.Reacted: _nothing,
    f.GameFinished: _finished,
    f.RematchMade: _rematch,
}
