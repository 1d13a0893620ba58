"""A machine without numba: every bot plays, and plays the same games, more slowly."""

import json
import os
import subprocess
import sys

import pytest

from hotdice.arena import Match
from hotdice.arena.playing import stretch_of

PLAIN = """
import json, sys
sys.modules["numba"] = sys.modules["llvmlite"] = None
from hotdice.arena import Match
from hotdice.arena.playing import stretch_of
for sheet, bots, games in json.loads(sys.argv[1]):
    play, compiled = stretch_of(Match(sheet, tuple(bots), "plain"))
    assert not compiled
    print(json.dumps(play(0, games).to_plain()))
"""
MATCHES = [
    ("classic", ("champion", "turn-optimal"), 4),
    ("facebook", ("champion", "err:2"), 4),
    ("kcd", ("turn-optimal", "champion"), 10),
    ("marina", ("champion", "turn-optimal"), 10),
    ("marina-solitaire", ("champion",), 10),
    ("classic", ("champion:2", "greedy", "champion:2"), 4),
    ("zilch", ("paper", "random"), 4),
]
COMMAND = """
import sys
sys.modules["numba"] = sys.modules["llvmlite"] = None
from hotdice.terminal.cli import main
sys.argv = ["hotdice", *sys.argv[1:]]
main()
"""


def run(program: str, *args: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-c", program, *args],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
        env={**os.environ, "COLUMNS": "200"},
    )
    assert done.returncode == 0, done.stderr
    return done


def test_the_same_games_are_played() -> None:
    lines = run(PLAIN, json.dumps(MATCHES)).stdout.splitlines()
    for (sheet, bots, games), line in zip(MATCHES, lines, strict=True):
        play, _ = stretch_of(Match(sheet, bots, "plain"))
        assert json.loads(json.dumps(play(0, games).to_plain())) == json.loads(line), (sheet, bots)


def test_other_games_would_be_noticed() -> None:
    line = run(PLAIN, json.dumps([("kcd", ("turn-optimal", "greedy"), 10)])).stdout
    play, _ = stretch_of(Match("kcd", ("turn-optimal", "champion"), "plain"))
    assert json.loads(json.dumps(play(0, 10).to_plain())) != json.loads(line)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("simulate", "classic", "--players", "champion,greedy", "--games", "2"), "numba is not installed"),
        (("watch", "kcd", "--players", "champion,err:2", "--seed", "1"), "wins"),
        (("positions", "classic", "--n", "1", "--seed", "1"), '"value"'),
        (("solve", "classic"), "52.8845"),
    ],
)
def test_commands_work(words: tuple[str, ...], said: str) -> None:
    assert said in run(COMMAND, *words).stdout


def test_who_would_play_a_table_of_three_says_why_not() -> None:
    words = ("simulate", "classic", "--players", "champion,greedy,greedy", "--games", "1")
    assert "numba is not installed, so the champion plays as if" in run(COMMAND, *words).stderr
