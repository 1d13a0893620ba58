"""Bots of the Munchkin Dice table against each other: many games, seats rotated, shares of wins.

Bots that differ only in what they pay for a roll play in numbers; these are the same games by seed as the
referee's, at whose table all others play.
"""

import signal
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

import msgspec

from hotdice.frozen import Frozen
from hotdice.munchkin import SeededChance, load, new_game
from hotdice.munchkin.commands import RollDie
from hotdice.odds.compiling import compiled_available
from hotdice.players.munchkin_course import Course, Ended
from hotdice.players.munchkin_player import play_out
from hotdice.players.munchkin_registry import make_munchkin
from hotdice.players.munchkin_shrewd_bot import ShrewdBot

MANY = 100
"""So many games of a bot that looks ahead are worth waiting for a compiler."""


class Standing(Frozen):
    """One bot over all games: its share of wins with a 95 % interval, its mean level, its rolls a game."""

    seat: int
    bot: str
    wins: float
    rate: float
    low: float
    high: float
    mean_level: float
    rolls: float


class Contest(Frozen):
    """The result of many games."""

    games: int
    mean_turns: float
    standings: tuple[Standing, ...]


class Sums(msgspec.Struct):
    """What the games of a contest add up to so far: a file of them lets a long one go on another day."""

    games: int = 0
    turns: int = 0
    wins: list[float] = msgspec.field(default_factory=list)
    levels: list[int] = msgspec.field(default_factory=list)
    rolls: list[int] = msgspec.field(default_factory=list)

    def add(self, order: Sequence[int], ended: Ended) -> None:
        """One more game, by who sat where."""
        if not self.games:
            self.wins, self.levels, self.rolls = [0.0] * len(order), [0] * len(order), [0] * len(order)
        self.games += 1
        self.turns += ended.turns
        for place, who in enumerate(order):
            self.wins[who] += (place in ended.winners) / len(ended.winners)
            self.levels[who] += ended.levels[place]
            self.rolls[who] += ended.rolls[place]


def contest(
    bots: Sequence[str],
    games: int,
    *,
    seed: str = "1",
    workers: int = 1,
    progress: Callable[[int, int], None] = lambda _done, _of: None,
    partial: bool = False,
    sums: Sums | None = None,
) -> Contest:
    """Let bots play; game by game everybody moves on one seat, so that nobody keeps a good one.

    With `partial` an interrupt does not throw away the games that are over. No number of `workers`, processes
    that share the games, changes what comes out. With `sums` of the first games only the others are played,
    and added to them.

    >>> found = contest(["steady", "steady"], 2)
    >>> sum(standing.wins for standing in found.standings)
    2.0

    Raises:
        UnknownBot: there is no such bot.
        ValueError: the sheet does not allow that many players.
    """
    sums = Sums() if sums is None else sums
    _table(tuple(bots), games)  # says at once what is wrong
    with ExitStack() as stack:
        try:
            progress(sums.games, games)
            jobs = [_Job(tuple(bots), one, seed, games) for one in range(sums.games, games)]
            for order, ended in _played(stack, jobs, workers):
                sums.add(order, ended)
                progress(sums.games, games)
        except KeyboardInterrupt:
            if not partial or not sums.games:
                raise
    number = sums.games
    standings: list[Standing] = []
    for who, bot in enumerate(bots):
        low, high = _interval(sums.wins[who], number)
        rate, level, rolls = sums.wins[who] / number, sums.levels[who] / number, sums.rolls[who] / number
        standings.append(Standing(who + 1, bot, sums.wins[who], rate, low, high, level, rolls))
    return Contest(number, sums.turns / number, tuple(standings))


class _Job(NamedTuple):
    """One game of a contest: the bots, its number, the seed, and how many games there are in all."""

    bots: tuple[str, ...]
    number: int
    seed: str
    games: int


def _played(stack: ExitStack, jobs: list[_Job], workers: int) -> Iterable[tuple[list[int], Ended]]:
    if workers < 2 or not jobs:
        return map(_play, jobs)
    # Ctrl-C reaches every process of a terminal: this one says what has been played, the others play on for
    # it until they are told. Games that nobody waits for any more are not begun.
    pool = ProcessPoolExecutor(workers, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN))
    stack.callback(pool.shutdown, cancel_futures=True)
    at_once = max(1, min(20, len(jobs) // (4 * workers))) if _in_numbers(jobs[0].bots) else 1
    return pool.map(_play, jobs, chunksize=at_once)


def _in_numbers(bots: Sequence[str]) -> bool:
    """Whether all of them play in numbers, many games in the time of one at the referee's table."""
    return all(type(make_munchkin(bot)) is ShrewdBot for bot in bots)


def _play(job: _Job) -> tuple[list[int], Ended]:
    """Who sits where in a game, and how it ended."""
    count = len(job.bots)
    order = [(place + job.number) % count for place in range(count)]
    one_game = _table(job.bots, job.games)
    return order, one_game([job.bots[who] for who in order], SeededChance(f"{job.seed}/{job.number}"))


OneGame = Callable[[Sequence[str], SeededChance], Ended]


@lru_cache(maxsize=4)
def _table(bots: tuple[str, ...], games: int) -> OneGame:
    """How one game is played; there is no new game where the sheet does not allow that many players."""
    sheet = load()
    start = new_game(sheet, len(bots))
    if _in_numbers(bots):
        course = Course(sheet, len(bots))
        return lambda names, chance: course.play([_price(name) for name in names], chance)
    fast = games >= MANY and compiled_available()

    def refereed(names: Sequence[str], chance: SeededChance) -> Ended:
        seated = [make_munchkin(name) for name in names]
        for bot in seated:
            if hasattr(bot, "fast"):
                bot.fast = fast
        state, commands = play_out(start, seated, chance)
        rolls = [0] * len(names)
        for command in commands:
            if isinstance(command, RollDie):
                rolls[command.seat] += 1
        return Ended(state.winners, state.levels, state.turn, tuple(rolls))

    return refereed


def _price(name: str) -> float:
    bot = make_munchkin(name)
    return bot.price if isinstance(bot, ShrewdBot) else 1.0


def _interval(wins: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    z, share = 1.96, wins / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return max(0.0, middle - half), min(1.0, middle + half)
