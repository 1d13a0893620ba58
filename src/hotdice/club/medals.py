"""A dozen medals, each for something that a player tells others; none for time spent."""

from collections.abc import Callable, Iterator

from hotdice.coach.forms import Review
from hotdice.frozen import Frozen
from hotdice.game import Phase, Record
from hotdice.game import events as e


class Medal(Frozen):
    """What can be earned: a name for programs, and how people call it."""

    name: str
    title: str
    how: str


class Turn(Frozen):
    """One turn of a seat as a medal sees it."""

    number: int
    points: int
    rolls: int
    hot: int
    kept: tuple[str, ...]
    farkled: bool
    behind: int
    last: bool


class Seen(Frozen):
    """A finished game from one seat."""

    record: Record
    seat: int
    won: bool
    alone: bool
    turns: tuple[Turn, ...]
    report: Review | None
    farkles_in_a_row: int


MEDALS: tuple[Medal, ...] = (
    Medal("six-alike", "Six of a kind", "Keep six dice that show the same face."),
    Medal("straight", "In a row", "Keep a straight of six."),
    Medal("two-triplets", "Twins", "Keep two triplets in one throw."),
    Medal("three-hot", "Hot, hot, hot", "Have hot dice three times in one turn."),
    Medal("great-turn", "Four thousand", "Bank 4,000 or more in one turn."),
    Medal("long-turn", "Iron nerve", "Bank after ten rolls or more in one turn."),
    Medal("last-word", "The last word", "Win with your last turn, from behind."),
    Medal("comeback", "Never say die", "Win after having been 4,000 behind."),
    Medal("clean", "Not one farkle", "Win a whole game without a farkle."),
    Medal("flawless", "Nothing given away", "Give nothing away in a whole game."),
    Medal("stood-up", "And up again", "Win after three farkles in a row."),
    Medal("goal", "Ten thousand alone", "Reach the goal of a sheet that is played alone."),
)


def _turns(record: Record, seat: int) -> Iterator[Turn]:
    """The turns of a seat."""
    kept: list[str] = []
    rolls = hot = 0
    farkled = False
    before = behind = 0
    for state, event in zip(record.states(), record.events, strict=False):
        if state.mover != seat:
            continue
        if isinstance(event, e.RollAsked):
            if not rolls:
                before = state.totals[seat]
                others = [total for other, total in enumerate(state.totals) if other != seat]
                behind = max(others, default=before) - before
            rolls += 1
        elif isinstance(event, e.DiceKept):
            kept.append("".join(map(str, sorted(event.faces))))
            hot += len(event.dice) == len(state.hand)
        elif isinstance(event, e.Farkled):
            farkled = True
        if isinstance(event, e.TurnBegan | e.GameEnded) and rolls:
            last = state.phase is Phase.LAST
            points = state.totals[seat] - before
            yield Turn(state.turn, points, rolls, hot, tuple(kept), farkled, behind, last)
            kept, rolls, hot, farkled = [], 0, 0, False


def _alike(kept: str, count: int) -> bool:
    return len(kept) >= count and any(kept.count(face) >= count for face in set(kept))


def _triplets(kept: str) -> bool:
    return len(kept) == 6 and len(set(kept)) == 2 and kept.count(kept[0]) == 3


def _flawless(game: Seen) -> bool:
    if game.report is None or not game.report.exact:
        return False
    player = game.report.players[game.seat]
    return player.unforced > 0 and player.cost == 0


def _longest_run(turns: tuple[Turn, ...]) -> int:
    longest = run = 0
    for turn in turns:
        run = run + 1 if turn.farkled else 0
        longest = max(longest, run)
    return longest


def _last_word(game: Seen) -> bool:
    return game.won and not game.alone and any(t.last and 0 < t.behind < t.points for t in game.turns)


_TESTS: dict[str, Callable[[Seen], bool]] = {
    "six-alike": lambda game: any(_alike(kept, 6) for turn in game.turns for kept in turn.kept),
    "straight": lambda game: any(kept == "123456" for turn in game.turns for kept in turn.kept),
    "two-triplets": lambda game: any(_triplets(kept) for turn in game.turns for kept in turn.kept),
    "three-hot": lambda game: any(turn.hot >= 3 for turn in game.turns),
    "great-turn": lambda game: any(turn.points >= 4000 for turn in game.turns),
    "long-turn": lambda game: any(turn.points > 0 and turn.rolls >= 10 for turn in game.turns),
    "last-word": lambda game: (
        game.won and not game.alone and any(t.last and 0 < t.behind < t.points for t in game.turns)
    ),
    "comeback": lambda game: game.won and any(turn.behind >= 4000 for turn in game.turns),
    "clean": lambda game: game.won and not any(turn.farkled for turn in game.turns),
    "flawless": _flawless,
    "stood-up": lambda game: game.won and game.farkles_in_a_row >= 3,
    "goal": lambda game: game.won and game.alone,
}


def earned(record: Record, seat: int, report: Review | None = None) -> tuple[str, ...]:
    """The medals that a finished game earns a seat; the review is needed for the one about decisions.

    >>> from hotdice.door import Game
    >>> game = Game("kcd", ["Ann", "Bob"])
    >>> _ = game.roll("666666"), game.keep("666666"), game.bank()
    >>> earned(game.record, 0)
    ('six-alike', 'great-turn', 'clean')
    """
    state = record.state()
    if not state.over:
        return ()
    turns = tuple(_turns(record, seat))
    seen = Seen(
        record=record,
        seat=seat,
        won=seat in state.winners,
        alone=len(record.names) == 1,
        turns=turns,
        report=report,
        farkles_in_a_row=_longest_run(turns),
    )
    return tuple(medal.name for medal in MEDALS if _TESTS[medal.name](seen))
