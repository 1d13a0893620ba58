"""The app in a real pseudo-terminal: played to the end, resized, killed and found again."""

import contextlib
import fcntl
import json
import os
import pty
import random
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from hotdice.game import Record, RecordError, parse_record, print_record
from hotdice.rules import load
from hotdice.terminal.starting import new_record
from terminal.running import PROGRAM, Terminal, environment, run


class AppTerminal:
    """`hotdice play` in a pseudo-terminal of any size; what it draws is read and thrown away."""

    def __init__(self, home: Path, *arguments: str, size: tuple[int, int] = (80, 24)) -> None:
        pid, self.file = pty.fork()
        if pid == 0:
            os.chdir(home)
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
            os.execve(sys.executable, [*PROGRAM, *(arguments or ("play",))], environment(home))
        self.pid = pid
        self.drawn = b""

    def read(self, seconds: float = 0.05) -> None:
        """Take in what was drawn."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if not select.select([self.file], [], [], left)[0]:
                return
            try:
                data = os.read(self.file, 65536)
            except OSError:
                return
            self.drawn += data
            if not data:
                return

    def wait_for(self, text: str, seconds: float = 120) -> None:
        """Read until a text has been drawn since the last call."""
        end = time.monotonic() + seconds
        while text.encode() not in self.drawn:
            assert time.monotonic() < end, f"{text!r} was not drawn: {self.drawn[-3000:]!r}"
            self.read()
        self.drawn = b""

    def press(self, *keys: str) -> None:
        """Press keys."""
        for key in keys:
            os.write(self.file, key.encode())
            self.read(0.01)

    def resize(self, columns: int, rows: int) -> None:
        """Another size of the window."""
        fcntl.ioctl(self.file, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        os.kill(self.pid, signal.SIGWINCH)

    def quit(self, seconds: float = 120) -> None:
        """Ctrl-Q ends the program from every page; keys typed ahead may have opened any of them."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            with contextlib.suppress(OSError):  # it may end between two keys
                self.press("\x11")
            self.read(1)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.read(0.2)
                os.close(self.file)
                assert os.waitstatus_to_exitcode(status) == 0
                return
        self.kill()
        raise AssertionError(f"the program did not end: {self.drawn[-3000:]!r}")

    def kill(self) -> None:
        """End the program without a warning."""
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.file)


@pytest.fixture
def table(tmp_path: Path) -> Callable[[], Record]:
    """A short game that waits, and a way to read how it stands."""
    (tmp_path / "settings.json").write_text(json.dumps({"speed": "at once", "motion": False}))
    rules = load("classic", ["target=1500"])
    file = tmp_path / "20260101-000000-classic.farkle"
    file.write_text(print_record(new_record(rules, ["human", "greedy"], seed="11")))

    def read() -> Record:
        for _ in range(5):  # between two names of the same file there is a moment without it
            try:
                return parse_record(file.read_text())
            except (OSError, RecordError):
                time.sleep(0.02)
        return parse_record(file.read_text())

    return read


def test_a_game_to_the_end_with_the_window_resized_on_the_way(
    tmp_path: Path, table: Callable[[], Record]
) -> None:
    terminal = AppTerminal(tmp_path)
    terminal.wait_for("Go on")
    terminal.press("\r")
    terminal.wait_for("Roll 6")
    sizes = [(120, 40), (60, 20), (80, 24)]
    end = time.monotonic() + 300
    while not table().state().over:
        assert time.monotonic() < end, table().state()
        terminal.press("r", "a", "b", "r")
        terminal.read(0.05)
        if sizes:
            terminal.resize(*sizes.pop())
    terminal.wait_for("again")
    terminal.quit()
    assert b"Traceback" not in terminal.drawn


def test_a_sheet_on_the_command_line_opens_the_app_at_the_table(tmp_path: Path) -> None:
    """The game is played there with cards to its end: keys are pressed until the record says so."""
    (tmp_path / "settings.json").write_text(json.dumps({"speed": "at once", "motion": False}))
    file = tmp_path / "cards.farkle"
    words = ("play", "munchkin-farkle", "--set", "target=1000", "--seed", "2", "--first", "1")
    terminal = AppTerminal(tmp_path, *words, "--record", str(file))
    terminal.wait_for("10 cards, now:")
    terminal.press("c")
    terminal.wait_for("Your cards")
    terminal.press("\r")
    terminal.wait_for("On whom?")
    terminal.press("\r")
    terminal.wait_for("In play")
    end = time.monotonic() + 300
    while not parse_record(file.read_text()).state().over:
        assert time.monotonic() < end, parse_record(file.read_text()).state()
        terminal.press("r", "a", "b", "p")
        terminal.read(0.05)
    terminal.wait_for("again")
    terminal.quit()
    assert b"Traceback" not in terminal.drawn
    assert b"hotdice play --record" in terminal.drawn


def test_names_on_the_command_line_open_the_app_at_the_scorekeeper(tmp_path: Path) -> None:
    terminal = AppTerminal(tmp_path, "keep", "classic", "--names", "Ann,Ben", "--totals", "500,0")
    terminal.wait_for("Ann, points, dice or x?")
    terminal.press("5", "5", "0", "\r")
    terminal.wait_for("Ben, points, dice or x?")
    (file,) = tmp_path.glob("*.farkle")
    assert parse_record(file.read_text()).state().totals == (1050, 0)
    terminal.kill()


def test_without_colour_a_sheet_on_the_command_line_is_plain_text(tmp_path: Path) -> None:
    terminal = Terminal("play", "classic", "--seed", "1", home=tmp_path, NO_COLOR="1")
    terminal.wait_for("You, roll > ")
    terminal.kill()
    terminal = Terminal("play", "classic", "--seed", "1", home=tmp_path, TERM="dumb")
    terminal.wait_for("You, roll > ")
    terminal.kill()


@pytest.mark.second_try("an app in a terminal is killed at random moments")
def test_kill_at_any_point_and_the_app_offers_the_game_again(
    tmp_path: Path, table: Callable[[], Record]
) -> None:
    rng = random.Random(3)
    length = 0
    for _ in range(8):
        terminal = AppTerminal(tmp_path)
        terminal.wait_for("Go on")
        terminal.press("\r")
        terminal.wait_for("This turn")
        for _ in range(rng.randint(0, 6)):
            terminal.press(rng.choice("rab"))
            terminal.read(rng.random() * 0.5)  # a busy machine needs its time
        terminal.kill()
        record = table()
        assert len(record.events) >= length  # nothing that was kept is lost
        length = len(record.events)
        if record.state().over:
            return
    assert length > 0


@pytest.mark.second_try("a program in a terminal is killed at random moments")
def test_kill_at_any_point_of_a_plain_game(tmp_path: Path) -> None:
    kill_a_plain_game(tmp_path, 10)


@pytest.mark.nightly
def test_fifty_kills_of_a_plain_game(tmp_path: Path) -> None:
    kill_a_plain_game(tmp_path, 50)


def kill_a_plain_game(tmp_path: Path, times: int) -> None:
    """Again and again: what the program has told is in the record when it is opened again."""
    rng = random.Random(5)
    file = tmp_path / "game.farkle"
    first = ["play", "classic", "--players", "human,greedy", "--seed", "9", "--set", "target=900000"]
    for attempt in range(times):
        arguments = first if attempt == 0 else ["play"]
        terminal = Terminal(*arguments, "--record", str(file), "--plain", home=tmp_path)
        terminal.wait_for(" > ")
        told = ""
        terminal.type("roll")  # whatever comes of it, that is in the record once it is told
        terminal.wait_for_any(r"rolls? \d|farkle|\n.* > ")
        for _ in range(rng.randint(1, 4)):
            terminal.type(rng.choice(["roll", "a", "a bank", "bank"]))
            time.sleep(rng.random() * 0.03)
        while select.select([terminal.file], [], [], rng.random() * 0.05)[0]:
            told += os.read(terminal.file, 65536).decode()
            if rng.random() < 0.3:
                break
        before = terminal.shown + told
        terminal.kill()
        record = parse_record(file.read_text())
        for sentence in before.replace("\r", "").splitlines():
            if sentence.startswith("Greedy banks "):
                total = int(sentence.split("Total ")[1].rstrip(".").replace(",", ""))
                assert record.state().seats[1].total >= total
    assert len(parse_record(file.read_text()).events) > times // 2


def test_no_colour_a_dumb_terminal_and_a_setting_mean_plain_text(tmp_path: Path) -> None:
    terminal = Terminal("play", "--plain", home=tmp_path)
    terminal.wait_for("Number or name, or Enter for the first > ")
    terminal.type("kcd")
    terminal.wait_for("You, roll > ")
    terminal.type("quit")
    terminal.wait_for("go on with")
    assert terminal.close() == 0
    (tmp_path / "settings.json").write_text(json.dumps({"plain": True}))
    terminal = Terminal("play", home=tmp_path)
    terminal.wait_for("Go on with it? [Y/n] ")
    terminal.type("y")
    terminal.wait_for("You, roll > ")
    terminal.type("roll")
    terminal.wait_for_any("Options: a, |Farkle!")
    terminal.kill()


def test_help_is_instant_and_imports_neither_textual_nor_numpy(tmp_path: Path) -> None:
    code = (
        "import sys; sys.argv = ['hotdice', '--help']\n"
        "from hotdice.terminal.cli import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "assert not {'textual', 'numpy', 'rich'} & set(sys.modules), 'imported too much'\n"
        "import hotdice.terminal.keep_command, hotdice.terminal.play_command\n"
        "assert 'textual' not in sys.modules, 'plain text needs no app'\n"
    )
    import subprocess

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "keep" in done.stdout
    assert "keep" in run("--help", home=tmp_path).stdout
