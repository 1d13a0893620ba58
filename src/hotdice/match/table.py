"""The table: who sits where, what is being played, whose clock runs. It is the fold of its facts.

Nothing here decides whether a fact may happen (see `deciding`), stores it or sends it anywhere.
"""

from collections.abc import Callable
from typing import Any, Literal

from msgspec.structs import replace

from hotdice.frozen import Frozen, alike
from hotdice.match import facts as f
from hotdice.match.fair import FairDraws
from hotdice.match.games.kind import BotTurn, Game, Kind
from hotdice.match.kinds import KINDS

Phase = Literal["open", "playing", "over"]


class Chair(Frozen):
    """A seat: a person (by ticket, id and the reference of the name), a bot, or nobody.

    `changes` are the turns in which a bot sat in or its player came back, with the bot or nothing. The seed
    was sealed by the fact with the number `sealed_at` and opened by `opened_at`; both are the same where it
    was given openly, 0 where it came with the request to sit. `left` of the `games` that they had played
    before they left early; `gone` is whether they have left this one. At a party a seat may have `hints`;
    `guess` is what it says of the next throw ("farkle" or "scores"), and `right` of its `guesses` came true.
    """

    ticket: str = ""
    person: str = ""
    name: str = ""
    bot: str = ""
    stand_in: str = ""
    seed: str = ""
    changes: tuple[tuple[int, str], ...] = ()
    face: str = ""
    seal: str = ""
    sealed_at: int = 0
    opened_at: int = 0
    left: int = 0
    games: int = 0
    gone: bool = False
    hints: bool = False
    guess: str = ""
    right: int = 0
    guesses: int = 0

    @property
    def sealed(self) -> bool:
        """Whether this seat is bound to a seed that it has still to open."""
        return bool(self.seal) and not self.seed

    @property
    def bound(self) -> bool:
        """Whether nothing about the seed of this seat can be chosen any more."""
        return bool(self.bot or self.seal or self.seed)

    @property
    def opened(self) -> bool:
        """Whether this seat has opened a seed that it had sealed."""
        return bool(self.seed) and self.opened_at > self.sealed_at

    @property
    def empty(self) -> bool:
        """Whether somebody may sit down here."""
        return not self.ticket and not self.bot

    @property
    def decided_by(self) -> str:
        """The bot that decides for this seat now, or nothing where its player does."""
        return self.stand_in or self.bot


class SeatClock(Frozen):
    """The clock of a seat, which runs while the seat is asked: so many milliseconds `left` at `since`."""

    since: int = 0
    left: int = 0


class Act(Frozen):
    """What the owner (`by`) did to a seat that was away for so many seconds: the fact with this number."""

    number: int
    what: Literal["skip", "replace"]
    seat: int
    by: int
    away: int


class Table(Frozen):
    """A table at one moment.

    `closing` is after the owner has begun, until every sealed seed is open. `acts` are all that the owner
    did to absent players, `in_a_row` how many of them since one of these players has last moved. `moved` is
    whether any dice or cards were seen. `clocks` has one for each seat. `game` is there
    once it has begun, by the fact with the number `begun_at`. `length` counts the facts, `at` is the time of
    the last one.
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
    clocks: tuple[SeatClock, ...] = ()
    server_seed: str = ""
    reason: str = ""
    rematch: str = ""
    length: int = 1
    at: int = 0
    closing: bool = False
    acts: tuple[Act, ...] = ()
    in_a_row: int = 0
    moved: bool = False
    begun_at: int = 0
    epoch: str = ""
    restored: tuple[tuple[int, str], ...] = ()

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
    return Table(first, (Chair(),) * first.seats, at=at, epoch=first.epoch)


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
        game = table.kind.begin(opened.rules, len(table.chairs), draws(table), opened.options)
        table = _with_bots(replace(table, phase="playing", game=game))
        clocks = (_full(table, at),) * len(table.chairs)
        table = replace(table, clocks=clocks, closing=False, begun_at=table.length + 1)
    elif isinstance(fact, f.Restored):
        table = _restored(table, fact, draws)
    elif isinstance(fact, f.Played):
        before = table.game
        table = _played(table, at, game or table.kind.after(table.game, fact.events))
        if table.opened.options.party:
            table = _judged(table, fact, before)
        if table.in_a_row and _moved_again(table, fact):
            table = replace(table, in_a_row=0)
    else:
        table = change(table, fact, at)
    return replace(table, length=table.length + 1, at=at)


def _restored(table: Table, fact: f.Restored, draws: Callable[[Table], FairDraws | None]) -> Table:
    """Other dice fall from here on; before the game there is nothing that anybody has seen."""
    table = replace(table, epoch=fact.epoch)
    if table.game is None or table.phase != "playing":
        return table
    table = replace(table, restored=(*table.restored, (fact.drawn, fact.epoch)))
    return replace(table, game=table.kind.with_draws(table.game, draws(table)))


def _moved_again(table: Table, fact: f.Played) -> bool:
    """Whether one of the players who were skipped or replaced has moved; the clock and bots do not count."""
    if fact.seat is None or table.chairs[fact.seat].decided_by:
        return False
    return any(act.seat == fact.seat for act in table.acts[-table.in_a_row :])


def time_left(table: Table, seat: int, now: int) -> int | None:
    """How many milliseconds a seat has left; None where no clock runs for it.

    >>> opened = f.Opened(kind="farkle", rules="classic", hash="", seats=2, clock=f.Clock(30),
    ...                   options=f.Options(), commitment="")
    >>> time_left(begin(opened, 0), 0, 5) is None
    True
    """
    if not table.opened.clock.turn or seat not in table.asked:
        return None
    clock = table.clocks[seat]
    return clock.left if table.paused else max(0, clock.left - (now - clock.since))


def without_downtime(table: Table, now: int) -> Table:
    """The table with its clocks going on from now: the time since the last fact was not its players'."""
    if table.paused:
        return table
    clocks = tuple(
        SeatClock(now, max(0, clock.left - max(0, table.at - clock.since))) for clock in table.clocks
    )
    return replace(table, clocks=clocks)


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


def _full(table: Table, at: int) -> SeatClock:
    """A clock that begins anew."""
    return SeatClock(at, table.opened.clock.turn * 1000)


def _anew(table: Table) -> Table:
    """Seeds are drawn anew where seats change after one was opened, else a newcomer could choose the dice."""
    if any(chair.opened for chair in table.chairs):
        chairs = tuple(replace(chair, seal="", seed="", sealed_at=0, opened_at=0) for chair in table.chairs)
        table = replace(table, chairs=chairs)
    return replace(table, closing=False)


def _taken(table: Table, fact: f.SeatTaken, at: int) -> Table:
    chair = alike(Chair, fact)
    for person, right, guesses in table.opened.prophets:
        if person == fact.person:
            chair = replace(chair, right=right, guesses=guesses)
    return _seated(_anew(table), fact.seat, chair)


def _seated(table: Table, seat: int, chair: Chair) -> Table:
    return replace(table, chairs=(*table.chairs[:seat], chair, *table.chairs[seat + 1 :]))


def _retaken(table: Table, fact: f.SeatRetaken, at: int) -> Table:
    return _chair(table, fact.seat, ticket=fact.ticket)


def _claimed(table: Table, fact: f.SeatClaimed, at: int) -> Table:
    return _chair(table, fact.seat, ticket=fact.ticket, person=fact.person)


def _chosen(table: Table, fact: f.GameChosen, at: int) -> Table:
    """Another game: who sits there moves up, and the chairs are as many as it has."""
    table = _anew(table)
    taken = [seat for seat, chair in enumerate(table.chairs) if not chair.empty]
    # Bots of one kind of game do not know the other; who chooses seats them again.
    kept = [seat for seat in taken if table.chairs[seat].ticket or fact.kind == table.opened.kind]
    chairs = [table.chairs[seat] for seat in kept]
    chairs += [Chair()] * (fact.seats - len(chairs))
    opened = replace(table.opened, kind=fact.kind, rules=fact.rules, hash=fact.hash, seats=fact.seats)
    owner = kept.index(table.owner) if table.owner in kept else 0
    return replace(table, opened=opened, chairs=tuple(chairs), owner=owner)


def _renamed(table: Table, fact: f.SeatRenamed, at: int) -> Table:
    return _chair(table, fact.seat, name=fact.name)


def _hints(table: Table, fact: f.HintsSet, at: int) -> Table:
    return _chair(table, fact.seat, hints=fact.on)


def _guessed(table: Table, fact: f.Guessed, at: int) -> Table:
    return _chair(table, fact.seat, guess="farkle" if fact.farkle else "scores")


def _judged(table: Table, fact: f.Played, before: Game | None) -> Table:
    """The guesses after a move: a throw decides them, and the end of a turn takes them back."""
    farkle = table.kind.farkled(fact.events)
    if farkle is None and (before is None or before.asked == table.asked):
        return table
    return replace(table, chairs=tuple(_after_throw(chair, farkle) for chair in table.chairs))


def _after_throw(chair: Chair, farkle: bool | None) -> Chair:
    if not chair.guess or farkle is None:
        return replace(chair, guess="") if chair.guess else chair
    right = chair.right + ((chair.guess == "farkle") == farkle)
    return replace(chair, guess="", right=right, guesses=chair.guesses + 1)


def _bot(table: Table, fact: f.BotSeated, at: int) -> Table:
    return _chair(_anew(table), fact.seat, bot=fact.bot)


def _freed(table: Table, fact: f.SeatFreed, at: int) -> Table:
    table = _seated(_anew(table), fact.seat, Chair())
    if fact.seat == table.owner:  # the next person owns the table
        people = [seat for seat, chair in enumerate(table.chairs) if chair.ticket]
        table = replace(table, owner=people[0] if people else 0)
    return table


def _sealed(table: Table, fact: f.SeedSealed, at: int) -> Table:
    return _chair(_anew(table), fact.seat, seal=fact.seal, seed="", sealed_at=table.length + 1, opened_at=0)


def _seed(table: Table, fact: f.SeedGiven, at: int) -> Table:
    number = table.length + 1
    sealed = table.chairs[fact.seat].sealed_at if table.chairs[fact.seat].seal else number
    return _chair(table, fact.seat, seed=fact.seed, sealed_at=sealed, opened_at=number)


def _asked(table: Table, fact: f.BeginAsked, at: int) -> Table:
    return replace(table, closing=True)


def _ordered(table: Table, fact: f.SeatsOrdered, at: int) -> Table:
    table = _anew(table)
    chairs = tuple(table.chairs[seat] for seat in fact.order)
    return replace(table, chairs=chairs, owner=fact.order.index(table.owner))


def _locked(table: Table, fact: f.TableLocked, at: int) -> Table:
    return replace(table, locked=fact.locked)


def _owner(table: Table, fact: f.OwnerChanged, at: int) -> Table:
    return replace(table, owner=fact.seat)


def _played(table: Table, at: int, after: Game) -> Table:
    before = table.game
    assert before is not None, "a game is played after it has begun"
    clocks = table.clocks
    if table.opened.clock.turn:
        clocks = tuple(
            clock if before.clock_of(seat) == after.clock_of(seat) else _full(table, at)
            for seat, clock in enumerate(clocks)
        )
    return replace(table, game=after, clocks=clocks, moved=True)


def _stopped(table: Table, fact: f.ClockStopped, at: int) -> Table:
    clocks = tuple(SeatClock(at, max(0, clock.left - (at - clock.since))) for clock in table.clocks)
    return replace(table, paused=True, clocks=clocks)


def _started(table: Table, fact: f.ClockStarted, at: int) -> Table:
    return replace(table, paused=False, clocks=tuple(SeatClock(at, clock.left) for clock in table.clocks))


def _stand_in(table: Table, fact: f.StandInSeated, at: int) -> Table:
    return _with_bots(_sits_in(table, fact.seat, fact.bot))


def _sits_in(table: Table, seat: int, bot: str) -> Table:
    turn = table.kind.turn_of(table.game, seat) if table.game is not None else 0
    return _chair(table, seat, stand_in=bot, changes=(*table.chairs[seat].changes, (turn, bot)))


def _acted(table: Table, fact: f.TurnSkipped | f.PlayerReplaced, what: Literal["skip", "replace"]) -> Table:
    act = Act(table.length + 1, what, fact.seat, fact.by, fact.away)
    return replace(table, acts=(*table.acts, act), in_a_row=table.in_a_row + 1)


def _skipped(table: Table, fact: f.TurnSkipped, at: int) -> Table:
    return _acted(table, fact, "skip")


def _replaced(table: Table, fact: f.PlayerReplaced, at: int) -> Table:
    return _with_bots(_sits_in(_acted(table, fact, "replace"), fact.seat, fact.bot))


def _gone(table: Table, fact: f.PlayerLeft, at: int) -> Table:
    return _chair(table, fact.seat, gone=True)


def _back(table: Table, fact: f.PlayerBack, at: int) -> Table:
    table = replace(_with_bots(_sits_in(table, fact.seat, "")), in_a_row=0)
    if fact.seat not in table.asked:
        return table
    clocks = (*table.clocks[: fact.seat], _full(table, at), *table.clocks[fact.seat + 1 :])
    return replace(table, clocks=clocks)


def _worn(table: Table, fact: f.FaceWorn, at: int) -> Table:
    return _chair(table, fact.seat, face=fact.face)


def _nothing(table: Table, fact: f.Fact, at: int) -> Table:
    return table


def _finished(table: Table, fact: f.GameFinished, at: int) -> Table:
    return replace(table, phase="over", reason=fact.reason, server_seed=fact.server_seed)


def _rematch(table: Table, fact: f.RematchMade, at: int) -> Table:
    return replace(table, rematch=fact.match)


_CHANGES: dict[type[f.Fact], Callable[[Table, Any, int], Table]] = {
    f.SeatTaken: _taken,
    f.SeatRetaken: _retaken,
    f.SeatClaimed: _claimed,
    f.GameChosen: _chosen,
    f.SeatRenamed: _renamed,
    f.HintsSet: _hints,
    f.Guessed: _guessed,
    f.PlayedFor: _nothing,
    f.BotSeated: _bot,
    f.SeatFreed: _freed,
    f.SeedSealed: _sealed,
    f.SeedGiven: _seed,
    f.BeginAsked: _asked,
    f.SeatsOrdered: _ordered,
    f.TableLocked: _locked,
    f.OwnerChanged: _owner,
    f.GameBegun: _nothing,
    f.Played: _nothing,
    f.ClockStopped: _stopped,
    f.ClockStarted: _started,
    f.StandInSeated: _stand_in,
    f.TurnSkipped: _skipped,
    f.PlayerReplaced: _replaced,
    f.PlayerLeft: _gone,
    f.PlayerBack: _back,
    f.Said: _nothing,
    f.Reacted: _nothing,
    f.FaceWorn: _worn,
    f.Restored: _nothing,
    f.GameFinished: _finished,
    f.RematchMade: _rematch,
}
