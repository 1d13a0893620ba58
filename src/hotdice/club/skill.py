"""Skill without luck: a number that says how you would fare against the champion, and how sure it is.

The result of a game is what it was worth at its start, plus the luck of every throw, minus what every
decision gave away (the coach's review adds up exactly). Luck has mean zero, so what is left when it is taken
out says the same with far fewer games. `docs/skill.md` has the formula and an example.
"""

from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import fmean, variance

from hotdice.coach.forms import Review
from hotdice.frozen import Frozen
from hotdice.game import Record
from hotdice.game import events as e

SURE = 1.96
"""A 95 % interval is so many standard errors wide on either side."""
NARROW = 3.0
"""A skill is shown on a ladder once its interval is at most so wide on either side, in wins of a hundred."""
FEWEST_GAMES = 10
"""Fewer games say nothing about how much a game varies."""


class Account(Frozen):
    """One seat's share of one rated game, all in chances to win.

    `adjusted` is the result with the luck of all throws taken out; `given_away` what the own decisions lost.
    """

    sheet: str
    seats: int
    result: float
    adjusted: float
    given_away: float
    decisions: int


class Skill(Frozen):
    """Wins of a hundred against champions, with a 95 % interval, from so many games."""

    sheet: str
    seats: int
    games: int
    wins: float
    half: float
    per_decision: float

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.wins - self.half

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self.wins + self.half

    @property
    def sure(self) -> bool:
        """Whether the number means something yet."""
        return self.games >= FEWEST_GAMES and self.half <= NARROW


_UNRATED: tuple[tuple[type[e.Event], str], ...] = (
    (e.AdviceUsed, "somebody asked for a hint"),
    (e.TurnTimedOut, "somebody's time ran out"),
    (e.Resigned, "somebody left"),
    (e.TurnEntered, "turns were told by hand"),
    (e.Corrected, "the sheet was corrected"),
    (e.Adjusted, "points were moved by hand"),
    (e.SeatTaken, "somebody joined late"),
    (e.DiceSet, "the number of dice was changed"),
    (e.GoalMoved, "the end of the game was moved"),
)


def why_unrated(record: Record, report: Review | None = None) -> str | None:
    """Why a game is not rated, or None where it is.

    >>> from hotdice.rules import load
    >>> why_unrated(Record(load("classic"), ("Ann", "Bob"), ("human", "greedy")))
    'the game is not over'
    """
    for event in record.events:
        for kind, why in _UNRATED:
            if isinstance(event, kind):
                return why
    if not record.state().over:
        return "the game is not over"
    if record.start:
        return "the game did not begin at its beginning"
    if report is not None and not (report.exact and report.unit == "win"):
        return "the chances of such a game are not known exactly"
    return None


def accounts_of(record: Record, report: Review) -> tuple[Account, ...]:
    """The accounts of all seats of a rated game.

    Raises:
        ValueError: the game is not rated; the sentence says why.
    """
    why = why_unrated(record, report)
    if why:
        raise ValueError(why)
    seats = len(record.names)
    return tuple(
        Account(record.rules.name, seats, player.result, player.adjusted, player.loss, player.unforced)
        for player in report.players
    )


def spread(values: Sequence[float]) -> tuple[float, float]:
    """The mean of some numbers, and half of its 95 % interval.

    >>> spread([0.0, 1.0, 0.0, 1.0])
    (0.5, 0.5658...)
    """
    if len(values) < 2:
        return (values[0] if values else 0.0), float("inf")
    return fmean(values), SURE * sqrt(variance(values) / len(values))


def skill_of(accounts: Iterable[Account]) -> dict[tuple[str, int], Skill]:
    """The skill on every sheet and number of seats: an even share of a hundred, less what a game gives away.

    >>> games = [Account("classic", 2, 1.0, 0.48, 0.02, 30), Account("classic", 2, 0.0, 0.46, 0.04, 25)]
    >>> skill = skill_of(games)["classic", 2]
    >>> round(skill.wins, 2), skill.sure
    (47.0, False)
    """
    groups: dict[tuple[str, int], list[Account]] = {}
    for account in accounts:
        groups.setdefault((account.sheet, account.seats), []).append(account)
    found: dict[tuple[str, int], Skill] = {}
    for (sheet, seats), games in groups.items():
        mean, half = spread([game.given_away for game in games])
        decisions = sum(game.decisions for game in games)
        lost = sum(game.given_away for game in games)
        found[sheet, seats] = Skill(
            sheet=sheet,
            seats=seats,
            games=len(games),
            wins=100 / seats - 100 * mean,
            half=100 * half,
            per_decision=lost / decisions if decisions else 0.0,
        )
    return found
