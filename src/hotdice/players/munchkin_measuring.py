"""How much each result of the Munchkin Die is worth, measured by playing positions out in every way.

From games of bots that never roll, one moment each is taken in which the mover could. From there the game
is played on: without the roll, with a level paid for nothing, and with a level paid for each of the ten
results. Nobody rolls after that, so that the difference is what this one roll was worth.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from math import inf, sqrt
from random import Random

import msgspec

from hotdice.frozen import Frozen
from hotdice.game import Refusal
from hotdice.munchkin import Command, SeededChance, Sheet, State, can, load, new_game, play, view
from hotdice.munchkin import commands as c
from hotdice.munchkin import tasks as t
from hotdice.players.munchkin_course import Course
from hotdice.players.munchkin_player import next_command
from hotdice.players.munchkin_shrewd_bot import ShrewdBot
from hotdice.players.munchkin_worth import paid, result_worths, roll_worth

BRANCHES = ("none", "paid", *range(1, 11))
STEADY = ShrewdBot(inf)


class Sample(Frozen):
    """One position: the mover's level, what the model says, and the share of wins of each branch."""

    level: int
    roll_worth: float
    worths: tuple[float | None, ...]
    wins: tuple[float, ...]


class Row(Frozen):
    """One result over all positions; worth is in levels, `gain` in chance of winning with its 95 % margin."""

    face: int
    model: float
    measured: float
    gain: float
    margin: float
    worth_it: float
    again: float


class Measurement(Frozen):
    """All results, and what a roll as a whole is worth.

    `level` is what a level is worth in chance of winning; `worth_it` the share of positions in which the
    model would buy a roll.
    """

    positions: int
    rollouts: int
    level: float
    level_margin: float
    rows: tuple[Row, ...]
    gain: float
    margin: float
    worth_it: float


def measure(
    positions: int,
    *,
    rollouts: int = 4,
    seats: int = 3,
    seed: str = "1",
    workers: int = 1,
    progress: Callable[[int, int], None] = lambda _done, _of: None,
) -> Measurement:
    """Measure the ten results on so many positions, each branch played out `rollouts` times.

    >>> measure(2, rollouts=1).positions
    2
    """
    jobs = [(seed, number, rollouts, seats) for number in range(positions)]
    if workers > 1:
        with ProcessPoolExecutor(workers) as pool:
            found = _followed(pool.map(_sample, jobs, chunksize=4), positions, progress)
    else:
        found = _followed(map(_sample, jobs), positions, progress)
    return summary([sample for sample in found if sample is not None], rollouts)


def _followed(
    samples: Iterable[Sample | None], count: int, progress: Callable[[int, int], None]
) -> list[Sample | None]:
    found: list[Sample | None] = []
    for sample in samples:
        found.append(sample)
        progress(len(found), count)
    return found


def summary(samples: Sequence[Sample], rollouts: int) -> Measurement:
    """The table of all samples."""
    column = {branch: [sample.wins[i] for sample in samples] for i, branch in enumerate(BRANCHES)}
    level, level_margin = _difference(column["none"], column["paid"])
    rows: list[Row] = []
    for face in range(1, 11):
        gain, margin = _difference(column[face], column["none"])
        brought, _ = _difference(column[face], column["paid"])
        said = [sample.worths[face - 1] for sample in samples]
        known = [value for value in said if value is not None]
        rows.append(
            Row(
                face=face,
                model=_mean(known),
                measured=brought / level if level else 0.0,
                gain=gain,
                margin=margin,
                worth_it=sum(value > 1 for value in known) / max(len(known), 1),
                again=1 - len(known) / max(len(said), 1),
            )
        )
    whole = [sum(sample.wins[2:]) / 10 for sample in samples]
    gain, margin = _difference(whole, column["none"])
    bought = _mean([float(sample.roll_worth > 1) for sample in samples])
    return Measurement(len(samples), rollouts, level, level_margin, tuple(rows), gain, margin, bought)


def _sample(job: tuple[str, int, int, int]) -> Sample | None:
    seed, number, rollouts, seats = job
    state = _moment(load(), f"{seed}/{number}", seats)
    if state is None:
        return None
    mover = state.mover
    seen = paid(view(state, mover), mover)
    wins = tuple(
        sum(_won(branch, mover, f"{seed}/{number}/{i}") for i in range(rollouts)) / rollouts
        for branch in _branches(state)
    )
    worths = tuple(result_worths(seen, mover).values())
    return Sample(state.seats[mover].level, roll_worth(seen, mover), worths, wins)


def _moment(sheet: Sheet, seed: str, seats: int) -> State | None:
    """A moment before a door in which the mover could roll; each such moment of the game is as likely."""
    chance, choice = SeededChance(seed), Random(seed)
    state = new_game(sheet, seats)
    found: State | None = None
    count = 0
    while not state.over:
        command = next_command(state, [STEADY] * seats, chance)
        if isinstance(command, c.KickDoor) and can(state, c.RollDie(state.mover)):
            count += 1
            if choice.randrange(count) == 0:
                found = state
        state = _after(state, command)
    return found


def _branches(state: State) -> Iterator[State]:
    """The state without a roll, with a level paid for nothing, and after each face stood."""
    seat = state.mover
    yield state
    yield paid(state, seat)
    for face in range(1, 11):
        branch = _after(_after(state, c.RollDie(seat)), c.Throw(face))
        if isinstance(branch.task, t.AnswerRoll):
            branch = _after(branch, c.Deadline())
        yield branch


def _won(state: State, seat: int, seed: str) -> float:
    seats = len(state.seats)
    ended = _course(seats).play([STEADY.price] * seats, SeededChance(seed), state)
    return (seat in ended.winners) / len(ended.winners)


@lru_cache(maxsize=4)
def _course(seats: int) -> Course:
    return Course(load(), seats)


def _after(state: State, command: Command) -> State:
    result = play(state, command)
    if isinstance(result, Refusal):
        raise ValueError(f"{command}: {result.sentence}")
    return result[0]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _difference(first: Sequence[float], second: Sequence[float]) -> tuple[float, float]:
    """The mean difference of paired values, and half the width of its 95 % interval."""
    differences = [a - b for a, b in zip(first, second, strict=True)]
    mean = _mean(differences)
    if len(differences) < 2:
        return mean, 0.0
    variance = sum((value - mean) ** 2 for value in differences) / (len(differences) - 1)
    return mean, 1.96 * sqrt(variance / len(differences))


def plain(found: Measurement) -> dict[str, object]:
    """A measurement as plain data for JSON."""
    built: dict[str, object] = msgspec.to_builtins(found)
    return built


def table_lines(found: Measurement) -> list[str]:
    """A measurement as the lines of a Markdown table, the way the documentation shows it.

    >>> table_lines(measure(2, rollouts=1))[0]
    '| result | model | measured | chance of winning | worth more than 1 |'
    """
    lines = [
        "| result | model | measured | chance of winning | worth more than 1 |",
        "| --- | --- | --- | --- | --- |",
    ]
    for row in found.rows:
        name = "picture" if row.face == 10 else str(row.face)
        again = f", roll again in {row.again:.0%}" if row.again else ""
        lines.append(
            f"| {name} | {row.model:.2f} | {row.measured:.2f} | {row.gain:+.1%} ± {row.margin:.1%} |"
            f" {row.worth_it:.0%}{again} |"
        )
    lines += [
        "",
        f"A level is worth {found.level:.1%} ± {found.level_margin:.1%} of winning. A roll changes the"
        f" chance of winning by {found.gain:+.1%} ± {found.margin:.1%} on average; the model would buy one in"
        f" {found.worth_it:.0%} of {found.positions} positions ({found.rollouts} games for each branch).",
    ]
    return lines
