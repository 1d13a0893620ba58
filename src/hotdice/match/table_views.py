"""The one way out: everything that is sent about a table passes through `view` or `news`.

Neither can reach a seed, a token, a ticket or a person's id: they take the table and the texts only, and
the server's seed is in the table once the game is over.
"""

from collections.abc import Callable, Mapping, Set

import msgspec

from hotdice.match import facts as f
from hotdice.match.fair import seal_of
from hotdice.match.games.kind import Kind
from hotdice.match.series import wins
from hotdice.match.table import Table, time_left
from hotdice.match.wire import ChairView, News, TableView


def names(table: Table, texts: Mapping[str, str]) -> tuple[str, ...]:
    """What the seats are called; an erased name reads `Seat 2`, and of equal names the later is numbered.

    >>> from hotdice.match.table import begin
    >>> opened = f.Opened(kind="farkle", rules="classic", hash="", seats=2, clock=f.Clock(),
    ...                   options=f.Options(), commitment="")
    >>> names(begin(opened, 0), {})
    ('Seat 1', 'Seat 2')
    """
    found: list[str] = []
    for number, chair in enumerate(table.chairs, 1):
        name = texts.get(chair.name, "") or (chair.bot if chair.bot and not chair.ticket else "")
        name = name or f"Seat {number}"
        found.append(f"{name[:36]} {number}" if name in found else name)
    return tuple(found)


def view(
    match: str,
    table: Table,
    seat: int | None,
    *,
    number: int,
    texts: Mapping[str, str],
    online: Set[int],
    away: Callable[[int], int] = lambda seat: 0,
    now: int,
    title: str,
) -> TableView:
    """The table as a seat sees it, or somebody who watches (None); `number` is that of their last fact."""
    called = names(table, texts)
    chairs = tuple(
        ChairView(
            name,
            chair.bot,
            table.stand_in_seen(place, seat),
            chair.empty,
            place in online,
            bool(chair.seed),
            chair.face,
            chair.seal or (seal_of(chair.seed) if chair.seed else ""),
            away(place) // 1000 if chair.person and place not in online else 0,
            chair.left,
            chair.games,
            chair.hints,
            chair.guess,
            chair.right,
            chair.guesses,
        )
        for place, (name, chair) in enumerate(zip(called, table.chairs, strict=True))
    )
    return TableView(
        match=match,
        sequence=number,
        seat=seat,
        kind=table.opened.kind,
        rules=table.opened.rules,
        title=title,
        phase=table.phase,
        owner=table.owner,
        locked=table.locked,
        paused=table.paused,
        clock=table.opened.clock,
        clock_left=_clock(table, seat, now),
        options=table.opened.options,
        chairs=chairs,
        commitment=table.opened.commitment,
        seeds=table.seeds,
        server_seed=table.server_seed,
        reason=table.reason,
        rematch=table.rematch,
        game=_game(table, seat, called),
        closing=table.closing,
        restored=table.restored,
        wins=wins(table),
    )


def _clock(table: Table, seat: int | None, now: int) -> int | None:
    """The own clock of who is asked; others see the clock of who is, unless that is withheld from them."""
    if seat is not None and seat in table.asked:
        return time_left(table, seat, now)
    if not table.asked or table.kind.withholds:
        return None
    return time_left(table, table.asked[0], now)


def _game(table: Table, seat: int | None, called: tuple[str, ...]) -> msgspec.Raw:
    if table.game is None:
        return msgspec.Raw(b"null")
    players = [
        table.stand_in_seen(place, seat) or chair.bot or "human" for place, chair in enumerate(table.chairs)
    ]
    closed = bool(table.opened.options.party)
    return msgspec.Raw(table.kind.view(table.game, seat, called, players, closed=closed))


def news(
    number: int, at: int, fact: f.AnyFact, *, texts: Mapping[str, str], kind: Kind, seat: int | None
) -> News:
    """A fact as a seat may see it, or somebody who watches (None).

    >>> from hotdice.match.kinds import KINDS
    >>> news(3, 0, f.BotSeated(1, "greedy"), texts={}, kind=KINDS["farkle"], seat=None).bot
    'greedy'
    """
    what, who = type(fact).__name__, getattr(fact, "seat", None)
    match fact:
        case f.Played():
            return News(seq=number, at=at, what=what, seat=who, events=kind.seen(fact.events, seat))
        case f.SeatTaken() | f.SeatRenamed():
            return News(seq=number, at=at, what=what, seat=who, name=texts.get(fact.name, ""))
        case f.BotSeated() | f.StandInSeated():
            return News(seq=number, at=at, what=what, seat=who, bot=fact.bot)
        case f.TurnSkipped():
            return News(seq=number, at=at, what=what, seat=who, by=fact.by, away=fact.away)
        case f.PlayerReplaced():
            return News(seq=number, at=at, what=what, seat=who, bot=fact.bot, by=fact.by, away=fact.away)
        case f.Guessed():
            return News(seq=number, at=at, what=what, seat=who, text="farkle" if fact.farkle else "scores")
        case f.Said():
            return News(seq=number, at=at, what=what, seat=who, text=texts.get(fact.text, ""))
        case f.Reacted():
            return News(seq=number, at=at, what=what, seat=who, text=fact.reaction)
        case f.GameFinished():
            return News(seq=number, at=at, what=what, reason=fact.reason)
        case f.RematchMade():
            return News(seq=number, at=at, what=what, match=fact.match)
    return News(seq=number, at=at, what=what, seat=who)
