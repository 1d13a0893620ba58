"""Three players: turns of a full race, advice, and games of the champion."""

import os
import time
from tempfile import TemporaryDirectory

import numpy as np
from scripts.four_players import solve_four

from hotdice.arena import Match
from hotdice.arena.crowd import crowd_stretch
from hotdice.odds.advice import Question
from hotdice.odds.device import gpu_available
from hotdice.odds.many import many_turns, solve_many
from hotdice.odds.three_advice import advise_three
from hotdice.odds.three_table import save_three
from hotdice.rules import load

Row = tuple[str, float, str]
TURNS = 4000


def on_a_device() -> list[Row]:
    """The whole races of three and four on a graphics processor, where there is one."""
    if not gpu_available():
        return []
    rules = load("classic")
    solve_many(load("classic", ["target=1000"]), 3, gpu=True)  # compile
    race = solve_many(rules, 3, gpu=True)
    four = solve_four(rules, lambda _: None)
    return [
        ("classic in full for three, on a graphics processor", race.seconds, "s (bar 20)"),
        ("classic in full for four, on a graphics processor", four.seconds, "s (bar 1200)"),
    ]


def run() -> list[Row]:
    """Figures for the classic sheet: turns in full, the rest to 1,000 points."""
    turns = many_turns(load("classic"), 3, 92)
    count = turns.places.count
    rng = np.random.default_rng(1)
    values = np.full((1, 2, count, count, count), 1 / 3)
    lanes = rng.integers(0, count, (3, TURNS))
    place = np.zeros(TURNS, np.int64)
    turns.solve(values, place, lanes)
    begun = time.perf_counter()
    turns.solve(values, place, lanes)
    each = (time.perf_counter() - begun) / TURNS
    rules = load("classic", ["target=1000"])
    begun = time.perf_counter()
    race = solve_many(rules, 3)
    solved = time.perf_counter() - begun
    position = Question((500, 650, 900), 0, 6, opened=(True,) * 3)
    begun = time.perf_counter()
    for _ in range(20):
        advise_three(race, position, (1, 1, 4, 5, 5, 6))
    advice = (time.perf_counter() - begun) / 20
    with TemporaryDirectory() as folder:
        os.environ["HOTDICE_TABLES"] = folder
        save_three(race)
        play = crowd_stretch(Match.of(rules, ("champion",) * 3))
        del os.environ["HOTDICE_TABLES"]
        play(0, 200)
        begun = time.perf_counter()
        play(0, 20_000)
        games = 20_000 / (time.perf_counter() - begun)
    four = solve_many(load("classic", ["target=500"]), 4)
    return [
        *on_a_device(),
        ("a turn of classic to 10,000 between three, all cores", each * 1e6, "us"),
        ("classic in full, from that (2.1 turns a state)", each * 16_668_664 / 60, "minutes"),
        ("classic to 1,000 solved for three", solved, "s"),
        ("classic to 500 solved for four", four.seconds, f"s, {four.states:,} states"),
        ("advice on a position of three", advice * 1e3, "ms"),
        ("games of three champions to 1,000, one core", games, "games/s"),
    ]
