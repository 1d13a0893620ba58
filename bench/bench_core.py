"""The referee, the scoring table and the start of the program."""

import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from hotdice.game import (
    Bank,
    Command,
    SeededDice,
    State,
    Step,
    legal,
    new_game,
    parse_record,
    play,
    print_record,
)
from hotdice.game.record import Record
from hotdice.players import make, play_out
from hotdice.rules import load

Row = tuple[str, float, str]


def best_of(times: int, measure: Callable[[], float]) -> float:
    """The largest of several measurements of a rate: the one that was disturbed least."""
    return max(measure() for _ in range(times))


def loops_per_second() -> float:
    """A plain loop as reference: how fast Python itself is on this machine at this moment."""
    start = time.perf_counter()
    total = 0
    for number in range(1_000_000):
        total += number & 7
    return 1_000_000 / (time.perf_counter() - start)


def commands_of_games(name: str, games: int) -> list[tuple[State, list[Command]]]:
    """Whole games as lists of commands, so that only the referee is measured."""
    found = []
    for seed in range(games):
        rng = random.Random(seed)
        start = state = new_game(load(name), 2, first=0)
        dice = SeededDice(str(seed))
        commands: list[Command] = []
        while not state.over:
            moves = legal(state)
            stop = Bank(state.mover)
            command: Command
            if state.step is Step.WAIT:
                command = dice.throw(state)
            else:
                command = stop if stop in moves else rng.choice(moves)
            result = play(state, command)
            assert isinstance(result, tuple)
            state = result[0]
            commands.append(command)
        found.append((start, commands))
    return found


def moves_per_second(games: list[tuple[State, list[Command]]]) -> float:
    """Commands carried out by the referee."""
    count = 0
    begun = time.perf_counter()
    for start, commands in games:
        state = start
        for command in commands:
            result = play(state, command)
            assert isinstance(result, tuple)
            state = result[0]
        count += len(commands)
    return count / (time.perf_counter() - begun)


def lookups_per_second() -> float:
    """Options of a roll from the compiled table."""
    table = load("playmonster").table
    rng = random.Random(1)
    rolls = [tuple(rng.randint(1, 6) for _ in range(6)) for _ in range(100_000)]
    for roll in rolls:
        table.options(roll)
    begun = time.perf_counter()
    for roll in rolls:
        table.options(roll)
    return len(rolls) / (time.perf_counter() - begun)


def help_seconds() -> float:
    """The whole program from start to end for `hotdice --help`, with bytecode written."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    times = []
    for _ in range(8):
        begun = time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "hotdice", "--help"],
            env=environment,
            stdout=subprocess.DEVNULL,
            check=True,
            cwd=Path(__file__).parent.parent,
        )
        times.append(time.perf_counter() - begun)
    return min(times)


def bare_python_seconds() -> float:
    """An empty program, for comparison."""
    times = []
    for _ in range(8):
        begun = time.perf_counter()
        subprocess.run([sys.executable, "-c", "pass"], check=True)
        times.append(time.perf_counter() - begun)
    return min(times)


def record_seconds() -> float:
    """Parse and print a whole game."""
    rules = load("playmonster")
    _, events = play_out(new_game(rules, 2), [make("greedy"), make("threshold:300")], SeededDice("1"))
    record = Record(rules, ("Ann", "Bob"), ("greedy", "threshold:300"), "seeded 1", events=events)
    begun = time.perf_counter()
    assert parse_record(print_record(record)) == record
    return time.perf_counter() - begun


def run() -> list[Row]:
    """Measure."""
    games = commands_of_games("playmonster", 30)
    loops = best_of(3, loops_per_second)
    moves = best_of(3, lambda: moves_per_second(games))
    lookups = best_of(3, lookups_per_second)
    helped, bare = help_seconds(), bare_python_seconds()
    return [
        ("referee, one core (at least 50,000)", moves, "moves/s"),
        ("plain loop steps for one move of the referee", loops / moves, "steps"),
        ("scoring lookups of six dice", lookups, "/s"),
        ("one lookup", 1e6 / lookups, "microseconds"),
        ("hotdice --help (under 150)", helped * 1000, "ms"),
        ("  ratio to an empty Python program", helped / bare, "times"),
        ("parse and print a game of two", record_seconds() * 1000, "ms"),
    ]
