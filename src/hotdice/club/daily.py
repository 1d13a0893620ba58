"""The daily game: ten rounds alone for points, the same dice for everybody, judged by what was decided."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

import msgspec

from hotdice.club.days import number_of, parse_day
from hotdice.coach.advising import advise_on
from hotdice.coach.forms import Decision, Review
from hotdice.coach.reviewing import review
from hotdice.coach.scales import EQUAL, MISTAKE, whole
from hotdice.frozen import Frozen
from hotdice.game import (
    Command,
    Event,
    Keep,
    Record,
    SeededDice,
    State,
    Step,
    commands_of,
    do,
    keep_faces,
    new_game,
    print_position,
)
from hotdice.game import commands as c
from hotdice.game import events as e
from hotdice.game.proving import derive_again
from hotdice.rules import Ruleset, load

SHEET = "marina-solitaire"
"""Ten rounds alone; for points, since the goal of the sheet is out of reach on most days."""

Square = Literal["best", "small", "mistake", "lucky", "farkle"]
"""What a round was: nothing given away, a little, a mistake, a mistake that paid, a farkle well played."""


class NotCounted(ValueError):  # noqa: N818 - it says what became of the game
    """A record that is no result of the day, with the reason."""


@lru_cache(maxsize=1)
def rules_of_the_day() -> Ruleset:
    """The sheet of the daily game."""
    return load(SHEET)


def first_state() -> State:
    """The daily game before its first roll."""
    return new_game(rules_of_the_day(), 1, first=0)


class Round(Frozen):
    """One round of a judged game: its points, what its decisions gave away, and what it was."""

    number: int
    points: int
    given_away: float
    square: Square


class Judged(Frozen):
    """A daily game as it is told: points, what was given away against best play, round by round."""

    day: str
    points: int
    given_away: float
    rounds: tuple[Round, ...]
    got_away: int
    record: str = ""

    @property
    def number(self) -> int:
        """The number of the day."""
        return number_of(parse_day(self.day))


def check_record(record: Record, seed: str) -> None:
    """Whether a record is a whole daily game with the dice of a seed, played by one person.

    Raises:
        NotCounted: it is not; the sentence says why.
    """
    if record.rules.hash != rules_of_the_day().hash:
        raise NotCounted(f"the daily game is {rules_of_the_day().title}, not {record.rules.title}")
    if len(record.names) != 1 or record.start or record.late:
        raise NotCounted("the daily game is played alone, from its beginning")
    if any(
        isinstance(event, e.TurnEntered | e.Corrected | e.Adjusted | e.DiceSet | e.GoalMoved)
        for event in record.events
    ):
        raise NotCounted("points were told by hand")
    if not record.state().over:
        raise NotCounted("the game is not over")
    proof = derive_again(msgspec.structs.replace(record, dice=f"seeded {seed}"))
    if not proof.holds:
        wrong = proof.wrong[0]
        raise NotCounted(f"the dice of round {wrong.turn}, roll {wrong.roll}, are not those of the day")


def judge(record: Record, day: str, report: Review | None = None) -> Judged:
    """What a daily game came to, by the exact mean of the points to come; `report` where somebody has it.

    >>> from hotdice.club.days import open_seed, parse_day
    >>> judged = judge(fox_game(open_seed(parse_day("2026-11-16"))), "2026-11-16")
    >>> judged.given_away, {round.square for round in judged.rounds} <= {"best", "farkle"}
    (0.0, True)
    """
    report = report or review(record, "points")
    rounds = tuple(_rounds(record, report))
    return Judged(
        day=day,
        points=record.state().totals[0],
        given_away=sum(part.given_away for part in rounds),
        rounds=rounds,
        got_away=sum(part.square == "lucky" for part in rounds),
    )


def given_away(decision: Decision, scale: float) -> float:
    """What counts as given away by a decision: nothing where it was equal to the best."""
    return decision.loss if decision.loss > EQUAL * scale else 0.0


def _rounds(record: Record, report: Review) -> Iterator[Round]:
    scale = whole(record.rules, "points")
    points: dict[int, int] = {}
    lost: set[int] = set()
    before = 0
    for state, event in zip(record.states(), record.events, strict=False):
        if isinstance(event, e.Farkled):
            lost.add(state.turn)
        if isinstance(event, e.TurnBegan | e.GameEnded):
            points[state.turn] = state.totals[0] - before
            before = state.totals[0]
    for number in sorted(points):
        decisions = [decision for decision in report.decisions if decision.turn == number]
        cost = sum(given_away(decision, scale) for decision in decisions)
        # A mistake paid where the round brought more than best play had in store at that moment.
        worst = max(decisions, key=lambda decision: decision.loss, default=None)
        paid = worst is not None and points[number] > worst.best.expected
        yield Round(number, points[number], cost, square_of(cost, scale, farkled=number in lost, paid=paid))


def square_of(cost: float, scale: float, *, farkled: bool, paid: bool) -> Square:
    """What a round was.

    >>> square_of(0.0, 5459.0, farkled=True, paid=False), square_of(200.0, 5459.0, farkled=False, paid=True)
    ('farkle', 'lucky')
    """
    if cost >= MISTAKE * scale:
        return "lucky" if paid else "mistake"
    if farkled:
        return "farkle"
    return "small" if cost > 0 else "best"


def best_command(state: State) -> Command:
    """What best play for points does."""
    if state.step is Step.ROLL:
        return c.Roll(state.mover)
    best = advise_on(state, "points").best
    if best.keep:
        return keep_faces(state, best.keep, best.action)  # type: ignore[arg-type]
    return c.Bank(state.mover) if best.action == "bank" else c.Roll(state.mover)


@lru_cache(maxsize=32)
def fox_game(seed: str) -> Record:
    """The game of best play with the dice of a day; the fox plays it.

    >>> fox_game("7").state().over
    True
    """
    state, dice = first_state(), SeededDice(seed)
    events: list[Event] = []
    while not state.over:
        command = dice.throw(state) if state.step is Step.WAIT else best_command(state)
        state, more = do(state, command)
        events += more
    return Record(
        rules_of_the_day(), ("Vesper",), ("champion",), f"seeded {seed}", first=0, events=tuple(events)
    )


def forks(record: Record) -> Iterator[tuple[str, str]]:
    """Every decision of a game as a position and what was done there, such as `bank` or `keep 15 roll`.

    >>> next(forks(fox_game("7")))[0].startswith("marina-solitaire~r1")
    True
    """
    state, pending = record.opening_state(), ""
    place = ""
    for command in commands_of(record.events):
        if isinstance(command, Keep):
            shown = dict(zip(state.hand, state.faces, strict=True))
            pending = "keep " + "".join(sorted(str(shown[die]) for die in command.dice))
            place = print_position(state)
            if command.then:
                yield place, f"{pending} {command.then}"
                pending = ""
        elif isinstance(command, c.Roll | c.Bank) and state.step is Step.DECIDE:
            action = "bank" if isinstance(command, c.Bank) else "roll"
            yield (place, f"{pending} {action}") if pending else (print_position(state), action)
            pending = ""
        state, _ = do(state, command)
