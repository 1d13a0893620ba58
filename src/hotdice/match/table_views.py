"""The one way out: everything that is sent about a table passes through `view` or `news`.

Neither can reach a seed, a token, a ticket or a person's id: they take the table and the texts only, and
the server's seed is in the table once the game is over.
"""

from collections.abc import Mapping, Set

import msgspec

from hotdice.match import facts as f
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
    texts: Mapping[str, str],
    online: Set[int],
    now: int,
    title: str,
) -> TableView:
    """The table as a seat sees it, or somebody who watches (None)."""
    called = names(table, texts)
    chairs = tuple(
        ChairView(name, chair.bot, chair.stand_in, chair.empty, number in online, bool(chair.seed))
        for number, (name, chair) in enumerate(zip(called, table.chairs, strict=True))
    )
    return TableView(
        match=match,
        sequence=table.length,
        seat=seat,
        kind=table.opened.kind,
        rules=table.opened.rules,
        title=title,
        phase=table.phase,
        owner=table.owner,
        locked=table.locked,
        paused=table.paused,
        clock=table.opened.clock,
        clock_left=time_left(table, now),
        options=table.opened.options,
        chairs=chairs,
        commitment=table.opened.commitment,
        seeds=table.seeds,
        server_seed=table.server_seed,
        reason=table.reason,
        rematch=table.rematch,
        game=_game(table, seat, called),
    )


def _game(table: Table, seat: int | None, called: tuple[str, ...]) -> msgspec.Raw:
    if table.match is None:
        return msgspec.Raw(b"null")
    players = [chair.decided_by or "human" for chair in table.chairs]
    return msgspec.Raw(table.kind.view(table.match, seat, called, players))


def news(seq: int, at: int, fact: f.AnyFact, texts: Mapping[str, str]) -> News:
    """A fact as everybody may see it.

    >>> news(3, 0, f.BotSeated(1, "greedy"), {}).bot
    'greedy'
    """
    line = News(seq=seq, at=at, what=type(fact).__name__, seat=getattr(fact, "seat", None))
    change = msgspec.structs.replace
    match fact:
        case f.SeatTaken():
            return change(line, name=texts.get(fact.name, ""))
        case f.BotSeated() | f.StandInSeated():
            return change(line, bot=fact.bot)
        case f.Said():
            return change(line, text=texts.get(fact.text, ""))
        case f.Reacted():
            return change(line, text=fact.reaction)
        case f.Played():
            return change(line, events=fact.events)
        case f.GameFinished():
            return change(line, reason=fact.reason)
        case f.RematchMade():
            return change(line, match=fact.match)
    return line
