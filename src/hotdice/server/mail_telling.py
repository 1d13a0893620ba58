"""What happened since somebody last moved, in words: one line for each turn of the others, and the score."""

from collections.abc import Sequence
from typing import Any

from hotdice.game import events as e
from hotdice.match import Match
from hotdice.match import facts as f
from hotdice.match.games.munchkin import TableGame
from hotdice.match.hosted import Hosted
from hotdice.match.store import StoredEvent
from hotdice.match.table_views import names
from hotdice.server.mail_writing import words

MOST_LINES = 12


def summary(hosted: Hosted, seat: int, log: Sequence[StoredEvent], language: str) -> list[str]:
    """The lines for a seat; of what is withheld from it there is no word."""
    table = hosted.table
    assert table is not None
    called = names(table, hosted.texts)
    lines: list[str] = []
    for event in _since_own_move(hosted, seat, log):
        line = _line(event, called, seat, language)
        if line:
            lines.append(line)
    return [*lines[-MOST_LINES:], *_score(hosted, seat, called, language)]


def _since_own_move(hosted: Hosted, seat: int, log: Sequence[StoredEvent]) -> list[Any]:
    """The events that a seat was told after its own last move, in their order."""
    assert hosted.table is not None
    kind, told = hosted.table.kind, set(hosted.audience.since(seat, 0))
    found: list[Any] = []
    for stored in reversed(log):
        fact = f.decode_fact(stored.body)
        if not isinstance(fact, f.Played):
            continue
        if fact.seat == seat and found:
            break
        if stored.seq in told:
            found[:0] = kind.unpack(kind.seen(fact.events, seat))
    return found


def _line(event: Any, called: Sequence[str], seat: int, language: str) -> str:
    """The sentence of an event that ends a turn or changes the game; empty for the steps in between."""

    def say(key: str, **values: str | int) -> str:
        mine = getattr(event, "seat", None) == seat
        name = called[event.seat] if hasattr(event, "seat") else ""
        return words(language, f"say.you_{key}" if mine else f"say.{key}", **{"name": name, **values})

    match event:
        case e.Banked():
            return say("banked", points=event.points)
        case e.Farkled():
            text = say("farkled", points=event.lost)
            return (
                f"{text} {words(language, 'say.penalty', penalty=event.penalty)}" if event.penalty else text
            )
        case e.TurnTimedOut():
            return say("late")
        case e.Resigned():
            return say("left")
        case e.Gifted() | e.Bumped() | e.KnockedOut() | e.TookOver():
            return _others(event, called, language)
        case e.LastTurnsBegan():
            return words(language, "say.last", name=called[event.trigger])
        case e.PlayOffBegan():
            return words(language, "say.play_off")
        case e.GameEnded():
            return _ended(event, called, seat, language)
    return ""


def _others(event: Any, called: Sequence[str], language: str) -> str:
    name = called[event.seat]
    match event:
        case e.Gifted():
            return words(language, "say.gifted", name=name, points=event.points)
        case e.Bumped():
            return words(language, "say.bumped", name=name, points=event.total)
        case e.TookOver():
            return words(language, "say.took_over", name=name, points=event.points, n=len(event.dice))
    return words(language, "say.knocked_out", name=name)


def _ended(event: e.GameEnded, called: Sequence[str], seat: int, language: str) -> str:
    if not event.winners:
        return words(language, "say.lost_alone")
    if event.winners == (seat,):
        return words(language, "say.you_won")
    name = ", ".join(called[winner] for winner in event.winners)
    return words(language, "say.won" if len(event.winners) == 1 else "say.shared", name=name)


def _score(hosted: Hosted, seat: int, called: Sequence[str], language: str) -> list[str]:
    """The totals, or the levels of Munchkin Dice; a match that hides a round tells none."""
    game = hosted.table.game if hosted.table is not None else None
    if isinstance(game, Match):
        points: tuple[int, ...] = game.state.totals
    elif isinstance(game, TableGame):
        points = game.state.levels
    else:
        return []
    own = words(language, "mail.you")
    shown = [
        words(language, "mail.one", name=own if place == seat else called[place], points=one)
        for place, one in enumerate(points)
    ]
    return [words(language, "mail.score", scores=", ".join(shown))]
