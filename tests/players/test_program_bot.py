"""A program that misbehaves loses its own turn and nothing else."""

import os
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from hotdice.game import SeededDice, events, new_game
from hotdice.players import Player, UnknownBot, make, play_out
from hotdice.players.process import Process, ProgramFault
from hotdice.players.program_bot import Limits, ProgramBot
from hotdice.rules import load

GOOD = """
import sys
for line in sys.stdin:
    words = line.split()
    if words[0] == "hotdice":
        print("ready", flush=True)
    if words[0] == "choose":
        keep, then, *_ = words[-1].removeprefix("choices=").split(",")[-1].split(":")
        {before}
        print(words[1], keep, then, flush=True)
        {after}
"""
HASTY = Limits(start=3, answer=0.4, thinking=30, faults=3)
"""For programs that never answer."""
PATIENT = Limits(start=120, answer=60, thinking=600, faults=3)
"""For all others: however busy the machine is, what they do is seen."""

BAD = {
    "hangs": (GOOD.format(before="__import__('time').sleep(60)", after=""), "hang"),
    "never reads": ("import time; time.sleep(60)", "hang"),
    "ends at once": ("", "crash"),
    "crashes when asked": (GOOD.format(before="1 / 0", after=""), "crash"),
    "kills itself": (
        GOOD.format(before="__import__('os').kill(__import__('os').getpid(), 9)", after=""),
        "crash",
    ),
    "floods lines": (GOOD.format(before="while True: print('x' * 100)", after=""), "nonsense"),
    "floods one line": (
        GOOD.format(before="while True: sys.stdout.write('x' * 1000)", after=""),
        "flood",
    ),
    "answers nonsense": (GOOD.format(before="then = 'pray'", after=""), "nonsense"),
    "answers in bytes": (
        GOOD.format(before="sys.stdout.buffer.write(bytes(range(128, 256)) + b'\\n')", after=""),
        "nonsense",
    ),
    "answers too much": (
        GOOD.format(before="", after="print('and', 'another', 'thing', flush=True)"),
        "nonsense",
    ),
    "greets rudely": ("print('hello', flush=True); input()", "start"),
}


def program(folder: Path, text: str) -> str:
    path = folder / "bot.py"
    path.write_text(text)
    return str(path)


def play(bot: Player, other: Player) -> tuple[list[int], list[events.Event]]:
    state, happened = play_out(new_game(load("classic"), 2, first=0), [bot, other], SeededDice("3"))
    assert state.over
    return list(state.totals), list(happened)


def test_a_good_program_plays(tmp_path: Path) -> None:
    with ProgramBot(program(tmp_path, GOOD.format(before="", after="")), PATIENT) as bot:
        totals, _ = play(bot, make("greedy"))
        assert not bot.faults
        assert bot.asked > 20
    assert max(totals) >= 10_000


@pytest.mark.parametrize("name", BAD)
def test_a_bad_program_loses_only_its_turns(tmp_path: Path, name: str) -> None:
    text, kind = BAD[name]
    began = time.monotonic()
    with ProgramBot(program(tmp_path, text), HASTY if kind == "hang" else PATIENT) as bot:
        totals, happened = play(bot, make("greedy"))
        faults = [fault.kind for fault in bot.faults]
        assert bot.sits_out
    assert time.monotonic() - began < 150, "three who sleep for a minute each were not waited for"
    assert kind in faults
    assert len(faults) == HASTY.faults == PATIENT.faults
    assert totals[1] >= 10_000  # the other seat played on undisturbed
    lost = [event.seat for event in happened if isinstance(event, events.TurnTimedOut)]
    assert lost
    assert set(lost) == {0}


def test_it_is_started_again_after_a_crash(tmp_path: Path) -> None:
    text = GOOD.format(before="if int(words[1]) == 3: sys.exit('enough')", after="")
    with ProgramBot(program(tmp_path, text), PATIENT) as bot:
        totals, happened = play(bot, make("greedy"))
    assert [(fault.kind, str(fault)) for fault in bot.faults] == [("crash", "ended with code 1: enough")]
    assert sum(isinstance(event, events.TurnTimedOut) for event in happened) == 1
    assert totals[0] > 0


def test_a_late_answer_is_passed_over(tmp_path: Path) -> None:
    text = GOOD.format(before="print(0, '1', 'roll', flush=True)", after="")
    with ProgramBot(program(tmp_path, text), PATIENT) as bot:
        play(bot, make("greedy"))
        assert not bot.faults


def test_thinking_time_runs_out(tmp_path: Path) -> None:
    text = GOOD.format(before="__import__('time').sleep(0.1)", after="")
    with ProgramBot(program(tmp_path, text), Limits(start=120, answer=60, thinking=0.3)) as bot:
        play(bot, make("greedy"))
        assert bot.sits_out
        assert not bot.faults
        assert bot.asked <= 5


def test_a_flood_of_complaints_does_no_harm(tmp_path: Path) -> None:
    text = GOOD.format(before="sys.stderr.write('x' * 200_000)", after="")
    with ProgramBot(program(tmp_path, text), PATIENT) as bot:
        play(bot, make("greedy"))
        assert not bot.faults


def test_neighbours_cannot_stand_in_for_the_library(tmp_path: Path) -> None:
    (tmp_path / "random.py").write_text("raise SystemExit('not the library')")
    with ProgramBot(program(tmp_path, "import random\n" + GOOD.format(before="", after="")), PATIENT) as bot:
        play(bot, make("greedy"))
        assert not bot.faults


def test_nothing_is_left_running(tmp_path: Path) -> None:
    mark = f"77.{os.getpid():08}"  # no other run of this test has it

    def running() -> list[bytes]:
        found = []
        for path in Path("/proc").glob("[0-9]*/cmdline"):
            with suppress(OSError):  # it has ended since
                found.append(path.read_bytes())
        return [command for command in found if mark.encode() in command]

    child = f"__import__('subprocess').Popen(['sleep', '{mark}'])"
    with ProgramBot(program(tmp_path, GOOD.format(before=child, after="")), PATIENT) as bot:
        play(bot, make("cautious"))
        assert running()
    limit = time.monotonic() + 30
    while running() and time.monotonic() < limit:
        time.sleep(0.05)
    assert not running()


def test_a_program_sees_an_empty_folder_and_little_of_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET", "xyzzy")
    show = "import os; print(os.listdir('.'), 'SECRET' in os.environ)"
    process = Process([sys.executable, "-c", show])
    assert process.receive(120) == "[] False"
    process.close()


def test_what_cannot_be_started() -> None:
    with pytest.raises(UnknownBot, match="there is no file"):
        make("program:nowhere.py")
    with pytest.raises(UnknownBot, match="neither a Python file nor a program"):
        make(f"program:{Path(__file__).parents[2] / 'LICENSE'}")
    with pytest.raises(ProgramFault, match="cannot be started"):
        Process(["/nonexistent/program"])
