"""A page about somebody: games, wins, luck, what was given away over time, friends, one thing to try."""

from collections import Counter
from collections.abc import Iterable

from hotdice.club.medals import MEDALS, earned
from hotdice.club.skill import Account, Skill, accounts_of, skill_of, why_unrated
from hotdice.coach.forms import Decision, Review
from hotdice.coach.telling import say_option
from hotdice.frozen import Frozen
from hotdice.game import Record
from hotdice.game import events as e

GOOD_GAME = 5000.0
"""About what a good game alone has in points: so much given away is all of it."""


class Note(Frozen):
    """What one finished game leaves about one seat: small enough to keep, so that no game is reviewed twice.

    `luck` and `given_away` are None where nothing exact is known; `unit` is that of both.
    """

    game: str
    date: str
    sheet: str
    title: str
    seat: int
    name: str
    others: tuple[str, ...]
    won: bool
    total: int
    best_turn: int
    medals: tuple[str, ...]
    unit: str = "win"
    luck: float | None = None
    given_away: float | None = None
    account: Account | None = None
    unrated: str = ""
    try_this: str = ""
    try_position: str = ""
    try_loss: float = 0.0


def note_of(game: str, record: Record, seat: int, report: Review | None) -> Note:
    """What a finished game leaves about a seat.

    Raises:
        ValueError: the game is not over, or there is no such seat.
    """
    state = record.state()
    if not state.over or not 0 <= seat < len(record.names):
        raise ValueError("only a finished game leaves a note, about one of its seats")
    why = why_unrated(record, report) or ("" if report else "nothing exact is known about it")
    account = accounts_of(record, report)[seat] if report is not None and not why else None
    lesson = _lesson(report, seat)
    player = report.players[seat] if report is not None and report.exact else None
    return Note(
        game=game,
        date=record.date,
        sheet=record.rules.name,
        title=record.rules.title,
        seat=seat,
        name=record.names[seat],
        others=tuple(name for other, name in enumerate(record.names) if other != seat),
        won=seat in state.winners,
        total=state.totals[seat],
        best_turn=best_turn(record, seat),
        medals=earned(record, seat, report),
        unit=report.unit if report else "win",
        luck=player.luck if player else None,
        given_away=player.loss if player else None,
        account=account,
        unrated=why,
        try_this=advice_of(lesson) if lesson else "",
        try_position=lesson.position if lesson else "",
        try_loss=lesson.loss if lesson else 0.0,
    )


def best_turn(record: Record, seat: int) -> int:
    """The most that a seat has recorded in one turn."""
    return max(
        (event.points for event in record.events if isinstance(event, e.Banked) and event.seat == seat),
        default=0,
    )


def _lesson(report: Review | None, seat: int) -> Decision | None:
    """The costliest decision of a seat, None where there was none to speak of."""
    if report is None:
        return None
    wrong = [d for d in report.decisions if d.seat == seat and d.cls in ("mistake", "blunder") and d.position]
    return max(wrong, key=lambda decision: decision.loss, default=None)


def advice_of(decision: Decision) -> str:
    """What to do next time, in a line.

    >>> from hotdice.door import Game, solve
    >>> game = Game.from_position("kcd~r9~s1~m1~n~3500.0.y_3800.0.y~t0.6")
    >>> for faces, words in (("122346", "keep 1 roll"), ("12246", "")):
    ...     _ = game.roll(faces) if not words else (game.roll(faces), game.keep("1"))
    >>> advice_of(solve("kcd").review(game).decisions[0]).startswith("with ")
    True
    """
    dice = f"{len(decision.roll)} dice" if decision.roll else "the dice"
    so_far = f"{decision.turn_total:,} at risk" if decision.turn_total else "nothing at risk yet"
    return f"with {dice} showing {' '.join(decision.roll)} and {so_far}: {say_option(decision.best)}"


def _share_lost(note: Note) -> float:
    """How much of a game its costliest decision lost, be it counted in points or in wins."""
    return note.try_loss if note.unit == "win" else note.try_loss / GOOD_GAME


class Against(Frozen):
    """The games of two people at the same tables."""

    name: str
    games: int
    wins: int


class You(Frozen):
    """Everything that the page about somebody shows."""

    games: int
    wins: int
    best_turn: int
    best_turn_game: str
    days: int
    luck: tuple[float, ...]
    given_away: tuple[float, ...]
    skills: tuple[Skill, ...]
    against: tuple[Against, ...]
    medals: dict[str, int]
    try_this: str
    try_position: str


def you(notes: Iterable[Note], days: int = 0) -> You:
    """The page about somebody, from the notes of their games, oldest first.

    >>> you([]).games
    0
    """
    kept = list(notes)
    best = max(kept, key=lambda note: note.best_turn, default=None)
    wins = [note for note in kept if note.unit == "win"]
    met: dict[str, list[bool]] = {}
    for note in kept:
        for other in note.others:
            met.setdefault(other, []).append(note.won)
    medals = Counter(name for note in kept for name in note.medals)
    lesson = max(kept[-20:], key=_share_lost, default=None)
    return You(
        games=len(kept),
        wins=sum(note.won for note in kept),
        best_turn=best.best_turn if best else 0,
        best_turn_game=best.game if best else "",
        days=days,
        luck=tuple(note.luck for note in wins if note.luck is not None),
        given_away=tuple(note.given_away for note in wins if note.given_away is not None),
        skills=tuple(skill_of(note.account for note in kept if note.account is not None).values()),
        against=tuple(
            Against(name, len(results), sum(results))
            for name, results in sorted(met.items(), key=lambda item: -len(item[1]))
        ),
        medals={medal.name: medals[medal.name] for medal in MEDALS if medals[medal.name]},
        try_this=lesson.try_this if lesson else "",
        try_position=lesson.try_position if lesson else "",
    )
