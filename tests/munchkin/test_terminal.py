"""In a real pseudo-terminal of 80 x 24: prompts, Ctrl-C, end of input, and a kill at any moment."""

import contextlib
import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from hotdice.munchkin import parse_record
from hotdice.munchkin.companion import parse_companion

PROGRAM = """
import fcntl, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # Ctrl-C of this terminal is meant for this program
from hotdice.terminal.cli import main
main()
"""


class Terminal:
    """A child in a terminal of its own, to type at and to read from."""

    def __init__(self, words: list[str], home: Path) -> None:
        self.text = ""
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self._child = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, "munchkin", *words],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=os.environ | {"HOTDICE_HOME": str(home), "TERM": "xterm", "NO_COLOR": "1"},
            start_new_session=True,
        )
        os.close(slave)

    def expect(self, wanted: str, seconds: float = 120) -> str:
        """Read until a text appears; what came before it is dropped."""
        end = time.monotonic() + seconds
        while wanted not in self.text:
            left = end - time.monotonic()
            assert left > 0, f"{wanted!r} did not come; there is {self.text[-800:]!r}"
            if select.select([self._master], [], [], left)[0] and not self._read():
                assert wanted in self.text, f"{wanted!r} never came; there is {self.text[-800:]!r}"
        before, _, self.text = self.text.partition(wanted)
        return before

    def _read(self) -> bool:
        try:
            data = os.read(self._master, 65536)
        except OSError:  # the child is gone
            return False
        self.text += data.decode(errors="replace")
        return bool(data)

    def type(self, line: str) -> None:
        """Type a line and Enter."""
        os.write(self._master, (line + "\n").encode())

    def press(self, key: bytes) -> None:
        """Press a key such as Ctrl-C."""
        os.write(self._master, key)

    def kill(self) -> None:
        """End the child at once, without any chance to clean up."""
        self._child.kill()
        self._child.wait()
        os.close(self._master)

    def ended(self, seconds: float = 60) -> int:
        """Wait for the child: its exit code."""
        end = time.monotonic() + seconds
        while True:
            left = end - time.monotonic()
            assert left > 0, f"it does not end; there is {self.text[-800:]!r}"
            if select.select([self._master], [], [], left)[0] and not self._read():
                return self._child.wait(20)


@contextlib.contextmanager
def terminal(home: Path, *words: str) -> Iterator[Terminal]:
    """A child that does not outlive its test."""
    child = Terminal(list(words), home)
    try:
        yield child
    finally:
        with contextlib.suppress(OSError):  # it was killed by the test
            child.kill()


def test_the_companion_survives_a_kill_after_any_entry(tmp_path: Path) -> None:
    file = tmp_path / "table.companion"
    entries = ["level Ann 5", "roll 7", "ok", "no", "5", "ok", "fought Ann", "roll head", "9", "Bob"]
    first = ("companion", "--players", "Ann,Bob,Cy", "--record", str(file))
    for number, entry in enumerate(["level Bob 4", *entries]):
        words = first if number == 0 else ("companion", "--record", str(file))
        with terminal(tmp_path, *words) as child:
            child.expect("? > ")
            before = len(parse_companion(file.read_bytes()).commands)
            child.type(entry)
            child.expect("? > ")  # answered, so it is on the disk
            child.kill()
        after = parse_companion(file.read_bytes())
        assert len(after.commands) >= before + 1
    table = after.table()
    assert [player.level for player in table.players] == [6, 3, 1]
    assert table.rolling_over
    assert not list(tmp_path.glob(".*"))  # nothing half-written is left


def test_the_game_survives_a_kill_and_goes_on_the_same(tmp_path: Path) -> None:
    killed, calm = tmp_path / "killed.munchkin", tmp_path / "calm.munchkin"
    start = ("play", "--players", "human,shrewd,steady", "--seed", "11", "--record")
    for number in range(6):
        words = (*start, str(killed)) if number == 0 else ("play", "--record", str(killed))
        with terminal(tmp_path, *words) as child:
            child.expect("your move > ")
            child.type("1")
            child.expect("\n")
            if number % 2:
                child.expect("your move > ")  # let the others move first
                child.kill()
            else:
                time.sleep(0.05 * number)  # or kill it in the middle of things
                child.kill()
    with terminal(tmp_path, *start, str(calm)) as child:
        for _ in range(6):
            child.expect("your move > ")
            child.type("1")
        child.expect("your move > ")
        child.type("quit")
        assert child.ended() == 0
    done = parse_record(killed.read_bytes()).commands
    assert done == parse_record(calm.read_bytes()).commands[: len(done)]
    assert len(done) > 30


@pytest.mark.parametrize("words", [["companion", "--players", "Ann,Bob"], ["play", "--seed", "1"]])
def test_ctrl_c_and_the_end_of_input_stop_quietly(tmp_path: Path, words: list[str]) -> None:
    for key, code in ((b"\x03", 130), (b"\x04", 0)):
        with terminal(tmp_path, *words) as child:
            child.expect(" > ")
            child.press(key)
            assert child.ended() == code
            assert "Traceback" not in child.text
            assert "Aborted" not in child.text


def test_a_turn_fits_a_small_screen_and_several_people_hide_their_hands(tmp_path: Path) -> None:
    with terminal(tmp_path, "play", "--players", "human,human", "--seed", "3", "--names", "Ann,Bob") as child:
        child.expect("Ann, press Enter when only you look.")
        child.type("")
        shown = child.expect("Ann, your move > ").replace("\r", "").split("\n")
        assert len(shown) <= 24
        assert all(len(line) <= 80 for line in shown)
        child.type("quit")
        child.expect("go on with: hotdice munchkin play --record")
        assert child.ended() == 0
