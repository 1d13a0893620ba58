"""Who listens at a table hears what is new, each as much as their seat may know."""

from collections.abc import Sequence

from hotdice.game import State, Step
from hotdice.match import table_views as views
from hotdice.match import wire
from hotdice.match.audience import Viewer
from hotdice.match.hosted import SCREEN, Hosted, Listener
from hotdice.match.people import same


def ticket_of(hosted: Hosted, token: str) -> str:
    """The ticket that a token opens, or nothing; every token is compared, in constant time."""
    found = ""
    for name, stored in hosted.tokens.items():
        if same(token, stored) and name != "invite":
            found = name
    return found


def view_of(hosted: Hosted, seat: Viewer, now: int) -> wire.TableView:
    """The table as somebody sees it."""
    assert hosted.table is not None
    return views.view(
        hosted.match,
        hosted.table,
        seat,
        number=hosted.number(seat),
        texts=hosted.texts,
        online=hosted.online(),
        away=lambda other: hosted.away(other, now),
        now=now,
        title=hosted.title,
    )


def mark(hosted: Hosted) -> None:
    """Remember what every viewer has been told up to now."""
    assert hosted.table is not None
    viewers: tuple[Viewer, ...] = (None, *range(hosted.table.opened.seats))
    hosted.announced = {viewer: hosted.number(viewer) for viewer in viewers}


def tell(hosted: Hosted, now: int) -> None:
    """Send what is new to everybody who listens; viewers of the same seat share the same bytes."""
    before = hosted.announced
    mark(hosted)
    ready: dict[Viewer, bytes | None] = {}
    for listener in tuple(hosted.players):
        seat = hosted.seat(listener.ticket)
        if seat is None:
            hosted.discard(listener, now)
            listener.drop(4003, "this seat is no longer yours")
            continue
        if seat not in ready:
            ready[seat] = _update(hosted, seat, before.get(seat, 0), now)
        message = ready[seat]
        if message is not None:
            listener.push(message)
    message = _update(hosted, None, before.get(None, 0), now) if hosted.watchers else None
    if message is not None:
        for listener in tuple(hosted.watchers):
            listener.push(message)


def tell_presence(hosted: Hosted, now: int, but: Listener | None = None) -> None:
    """Show everybody who is there now, where that has changed; it is no fact of the game and no news."""
    online = hosted.online()
    if hosted.table is None or online == hosted.seen:
        return
    hosted.seen = online
    for listener in tuple(hosted.listeners):
        if listener is not but:
            seat = hosted.seat(listener.ticket)
            listener.push(wire.encode(wire.Update(hosted.number(seat), (), view_of(hosted, seat, now))))


def tell_choice(hosted: Hosted, ticket: str, dice: Sequence[int]) -> None:
    """Show the dice that the mover of a party points at on its television; from others it is not heard.

    Nothing secret is in it: these dice lie open on the table, and a finger is on some of them.
    """
    table, seat = hosted.table, hosted.seat(ticket)
    if table is None or seat is None or not table.opened.options.party or table.phase != "playing":
        return
    state = getattr(table.game, "state", None)
    if not isinstance(state, State) or (state.mover, state.step) != (seat, Step.KEEP):
        return
    message = wire.encode(wire.ChoiceShown(seat, tuple(die for die in state.hand if die in dice)))
    for listener in tuple(hosted.watchers):
        if listener.ticket == SCREEN:
            listener.push(message)


def _update(hosted: Hosted, seat: Viewer, known: int, now: int) -> bytes | None:
    """What is new for a viewer, as it is sent; None where nothing is."""
    number = hosted.announced[seat]
    if number == known:
        return None
    news = tuple(hosted.news(seat, known, hosted.recent))
    return wire.encode(wire.Update(number, news, view_of(hosted, seat, now)))
