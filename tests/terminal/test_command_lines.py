"""No command line, however wrong, and no surroundings, however bad, end in a traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from terminal.command_lines import SURROUNDINGS, Line, Outcome, commands, lines, run_all
from terminal.running import PROGRAM

NIGHTLY = 700


def faults(outcomes: list[Outcome]) -> list[str]:
    return [
        f"{o.fault}: hotdice {' '.join(w[:60] for w in o.line.words)} ({o.line.around})\n{o.said[-900:]}"
        for o in outcomes
        if o.fault
    ]


def check(wanted: list[Line], folder: Path) -> None:
    found = faults(run_all(wanted, folder))
    assert not found, f"{len(found)} of {len(wanted)}:\n" + "\n\n".join(found[:8])


def test_the_generator_knows_every_command_option_and_surrounding() -> None:
    made = lines(1, 1000)
    assert len(made) >= 500
    assert made == lines(1, 1000)
    assert {line.around for line in made} == set(SURROUNDINGS)
    for path, _ in commands():
        assert sum(line.words[: len(path)] == path for line in made) >= 4, path


def test_a_sample_of_odd_command_lines(tmp_path: Path) -> None:
    check(lines(1, 700)[::31], tmp_path)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", [1, 2])
def test_odd_command_lines_in_bad_surroundings(tmp_path: Path, seed: int) -> None:
    check(lines(seed, NIGHTLY), tmp_path)


def test_a_fault_would_be_found(tmp_path: Path) -> None:
    """Negative control: a command that crashes, one that hangs, an exit code that nobody promised."""
    line = Line(("rules", "list"), "pipe")
    assert Outcome(line, 1, "Traceback (most recent call last):\n").fault
    assert Outcome(line, 124, "").fault
    assert Outcome(line, -11, "").fault
    assert not Outcome(line, 2, "hotdice: no").fault
    assert (
        "no such option" in run_all([Line(("rules", "list", "--nothing"), "pipe")], tmp_path)[0].said.lower()
    )


@pytest.mark.parametrize(
    "words",
    [
        ("rules", "show", "marina"),
        ("score", "classic", "\u00fc"),
        ("munchkin", "bots"),
        ("play", "classic", "--seed", "1"),
        ("man",),
    ],
)
def test_a_terminal_that_knows_only_ascii(tmp_path: Path, words: tuple[str, ...]) -> None:
    surroundings = {
        "PATH": os.environ["PATH"], "LANG": "C", "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0",
        "HOTDICE_HOME": str(tmp_path),
    }  # fmt: skip
    done = subprocess.run(
        [*PROGRAM, *words],
        env=surroundings,
        cwd=tmp_path,
        capture_output=True,
        input=b"",
        timeout=120,
        check=False,
    )
    assert done.returncode in (0, 2)
    assert b"Traceback" not in done.stderr
    assert done.stdout.isascii()
    assert sys.executable
