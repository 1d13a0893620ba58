"""Makes command lines nobody would type, from the commands themselves, and runs them in bad surroundings.

`lines(seed, count)` draws them: every command, every option, wrong and odd values, too much and too little.
`run_all` has them carried out by the real program, each in a process of its own, with a real descriptor that
is full, closed or left by its reader, in a small terminal, a dumb one, or as a user who may write nowhere.
"""

import fcntl
import json
import os
import pty
import random
import resource
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import click

NOBODY = 65534
SECONDS = 180.0
ODD = (
    "", " ", "x", "-1", "0", "1", "7", "1e99", "nan", "1.5", "99999999999999999999", "\xfc",
    "\U0001f3b2", "a" * 3000, "../../x", "/dev/null", "/nonexistent/x.farkle", ".", "-", "--", "1,2,3",
    ",,,", "{}", "[", "a=b", "target=", "classic", "clasic", "greedy", "greedy,greedy", "human,human",
    "threshold:", "err:x", "program:/nonexistent", "y,n", "http://127.0.0.1:1/#join=a.b",
    "classic~r1~s1~m1~n~0.0.y_0.0.y~t0.6", "144466", "0x10", "1_000", "\udcff\udcfe", "%s%n",
)  # fmt: skip
BASES: dict[str, tuple[str, ...]] = {
    "play": ("classic", "--seed", "1"),
    "join": ("http://127.0.0.1:1/#join=a.b", "--name", "Ann", "--yes"),
    "munchkin play": ("--seed", "1"),
    "munchkin companion": ("--players", "Ann,Bob"),
    "munchkin simulate": ("--games", "1"),
    "munchkin measure": ("--positions", "1", "--rollouts", "1"),
    "munchkin replay": ("table.munchkin",),
    "munchkin verify": ("table.munchkin",),
    "watch": ("kcd", "--players", "greedy,cautious", "--pause", "0"),
    "keep": ("classic", "--names", "Ann,Ben"),
    "advise": ("kcd", "--scores", "100,200", "--turn", "300", "--dice", "2", "--at-once"),
    "train": ("kcd", "--count", "1"),
    "strategy": ("kcd",),
    "review": ("game.farkle", "--at-once"),
    "replay": ("game.farkle",),
    "verify": ("game.farkle",),
    "rules show": ("classic",),
    "rules check": ("house.toml",),
    "cards show": ("house",),
    "cards check": ("house.toml",),
    "score": ("classic", "144466"),
    "odds": ("kcd",),
    "solve": ("kcd", "--goal", "turn"),
    "certify": ("nothing.npz",),
    "plot": ("kcd", "--out", "kcd.svg"),
    "positions": ("kcd", "--n", "1"),
    "evaluate": ("greedy", "kcd", "--set", "target=200", "--no-reply", "--games", "2"),
    "bot check": ("nothing.py",),
    "bot new": ("my_bot",),
    "simulate": ("kcd", "--players", "greedy,cautious", "--games", "20"),
    "tournament": ("out", "--players", "greedy,cautious", "--games", "20"),
    "completion": ("bash",),
    "backup": ("copy.db", "--db", "nothing.db"),
    "restore": ("nothing.hotdice",),
    "daily": ("--show",),
    "evening new": ("new.evening", "Ann", "Bob"),
    "evening enter": ("none.evening", "Ann"),
    "evening result": ("none.evening", "1", "10000", "8000"),
    "evening correct": ("none.evening", "1", "1", "1", "0", "--reason", "misread"),
}
"""Words with which a command gets as far as doing something."""
LASTING = ("serve",)
"""Commands that go on until they are stopped, when nothing is wrong with their words."""
SLOW = ("munchkin measure", "munchkin simulate", "positions", "evaluate", "tournament")
"""Commands that take minutes unless their words say how much is enough."""
SURROUNDINGS = ("pipe", "full", "closed", "gone", "dumb", "small", "nobody")


class Line(NamedTuple):
    """A command line, and where it is run."""

    words: tuple[str, ...]
    around: str


class Outcome(NamedTuple):
    """What became of a line: its exit code (negative: a signal, 124: it did not end), and what it said."""

    line: Line
    code: int
    said: str

    @property
    def fault(self) -> str:
        """What is wrong with it, or nothing."""
        for bad in ("Traceback (most recent", "Exception ignored", "Error in sys.excepthook", "Fatal Python"):
            if bad in self.said:
                return bad
        lasts = self.line.words[:1] and self.line.words[0] in LASTING
        if self.code == 124 and not lasts:
            return "it did not end"
        # A line in a terminal is asked to end by Ctrl-C too, which may come at the very end of the program.
        interrupted = self.code == -signal.SIGINT and self.line.around in (
            "small",
            "dumb",
        )
        return "" if self.code in (0, 1, 2, 124, 130) or interrupted else f"exit code {self.code}"


def commands() -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command with the words that lead to it."""
    from hotdice.terminal.cli import hotdice

    def below(path: tuple[str, ...], group: click.Group) -> Iterator[tuple[tuple[str, ...], click.Command]]:
        context = click.Context(group, info_name="hotdice")
        for name in group.list_commands(context):
            found = group.get_command(context, name)
            assert found is not None
            yield (*path, name), found
            if isinstance(found, click.Group):
                yield from below((*path, name), found)

    yield from below((), hotdice)


def lines(seed: int, count: int) -> list[Line]:
    """So many lines, the same for the same seed; every command, option and surrounding is among them."""
    draw = random.Random(seed)
    made: list[tuple[str, ...]] = [
        (),
        ("--help",),
        ("-h",),
        ("--nothing",),
        ("nothing",),
        ("ply",),
        ("--version",),
    ]
    for path, command in commands():
        base = (*path, *BASES.get(" ".join(path), ()))
        if " ".join(path) in SLOW:
            path = base  # noqa: PLW2901 - never without the words that make it short
        if path[0] not in LASTING:
            made += [path, base]
        made += [(*path, "--help"), (*base, "--nothing"), (*base, *draw.choices(ODD, k=3))]
        made += [(*path, *draw.choices(ODD, k=draw.randrange(1, 4))), (*base, "--json")]
        for option in command.params:
            if isinstance(option, click.Option):
                word = draw.choice(option.opts)
                odd = () if option.is_flag else (draw.choice(ODD),)
                made += [(*base, word, *odd), (*path, *odd, word)]
    draw.shuffle(made)
    while len(made) < count:
        words = draw.choice(made)
        place = draw.randrange(len(words) + 1)
        made.append((*words[:place], draw.choice(ODD), *words[place:]))
    return [
        Line(words, SURROUNDINGS[number % len(SURROUNDINGS)]) for number, words in enumerate(made[:count])
    ]


def run_all(wanted: Sequence[Line], folder: Path) -> list[Outcome]:
    """Run them all in a folder, from one process that has the program loaded and gives every line a child."""
    described = [{"words": line.words, "around": line.around} for line in wanted]
    (folder / "lines.json").write_text(json.dumps(described))
    _prepare(folder)
    here = str(Path(__file__).parent.parent)
    done = subprocess.run(
        [sys.executable, "-m", "terminal.command_lines", str(folder)],
        env=os.environ | {"PYTHONPATH": here, "HOTDICE_HOME": str(folder / "home")},
        check=False, capture_output=True, text=True, cwd=folder,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    found = json.loads((folder / "outcomes.json").read_text())
    return [Outcome(line, code, said) for line, (code, said) in zip(wanted, found, strict=True)]


# In the process that gives each line a child


def _readable_for_all(path: Path) -> bool:
    """Whether another user can run this Python; where it is somebody's own, the place alone must do."""
    return all(folder.stat().st_mode & 0o001 for folder in path.parents)


def _child(line: Line, out: str, terminal: int | None) -> None:
    """Become the surroundings, then the program; never comes back."""
    if terminal is None:
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(os.open(out, os.O_RDWR | os.O_APPEND), 1)
        os.dup2(os.open(out, os.O_RDWR | os.O_APPEND), 2)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    match line.around:
        case "full":
            os.dup2(os.open("/dev/full", os.O_WRONLY), 1)
        case "closed":
            os.close(1)
            sys.stdout = None  # as Python itself finds it then
        case "gone":
            reader, writer = os.pipe()
            os.close(reader)
            os.dup2(writer, 1)
        case "dumb":
            os.environ["TERM"] = "dumb"
        case "nobody":
            os.environ.pop("HOTDICE_HOME", None)
            os.environ["HOME"] = "/proc/nowhere"  # nobody, whoever it is, writes there
            os.chdir("/proc")
            if os.getuid() == 0 and _readable_for_all(Path(sys.executable).resolve()):
                os.setgroups([])
                os.setgid(NOBODY)
                os.setuid(NOBODY)
    from hotdice.terminal.cli import run

    sys.argv = ["hotdice", *line.words]
    sys.exit(run(line.words))


def _wait(pid: int, terminal: int | None, said: bytearray, seconds: float) -> int:
    """The exit code; a line that goes on is asked to end, then ended."""
    end = time.monotonic() + seconds
    asked = 0
    while True:
        if terminal is not None and select.select([terminal], [], [], 0.02)[0]:
            try:
                said += os.read(terminal, 65536)
            except OSError:
                terminal = None
        found, status = os.waitpid(pid, os.WNOHANG)
        if found:
            return os.waitstatus_to_exitcode(status)
        if terminal is None:
            time.sleep(0.005)
        elif time.monotonic() > end - seconds + 1 + asked:  # the app, or a question: Ctrl-Q, Ctrl-D, Ctrl-C
            asked += 1
            os.write(terminal, (b"\x11", b"\x04", b"\x03")[asked % 3])
        if time.monotonic() > end:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            return 124


def _run(line: Line, out: str) -> tuple[int, str]:
    Path(out).write_bytes(b"")
    os.chmod(out, 0o666)
    seconds = 4.0 if line.words and line.words[0] in LASTING else SECONDS
    said = bytearray()
    terminal: int | None = None
    if line.around in ("small", "dumb"):
        pid, terminal = pty.fork()
        if pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 20, 40, 0, 0))
            _child(line, out, 0)
    else:
        pid = os.fork()
        if pid == 0:
            _child(line, out, None)
    code = _wait(pid, terminal, said, seconds)
    if terminal is not None:
        os.close(terminal)
    return code, (bytes(said) + Path(out).read_bytes()).decode("utf-8", errors="replace")[-4000:]


def _prepare(folder: Path) -> None:
    """A game, a table and a house sheet to be read."""
    from hotdice.game import print_record
    from hotdice.munchkin import load as load_table
    from hotdice.munchkin import print_record as print_table
    from hotdice.rules import load
    from hotdice.terminal.munchkin_saved import new_table
    from hotdice.terminal.starting import new_record, seated

    session = seated(new_record(load("kcd"), ["greedy", "cautious"], seed="1"))
    while not session.state.over:
        session.step()
    (folder / "game.farkle").write_text(print_record(session.record))
    (folder / "table.munchkin").write_text(
        print_table(new_table(load_table(), ["human", "shrewd"], seed="1"))
    )
    (folder / "house.toml").write_text('base = "classic"\ntarget = 5000\n')
    (folder / "home").mkdir(exist_ok=True)
    os.chmod(folder, 0o755)


def main(folder: Path) -> None:
    """Carry out `lines.json` and write `outcomes.json`."""
    wanted = [
        Line(tuple(line["words"]), line["around"]) for line in json.loads((folder / "lines.json").read_text())
    ]
    import hotdice.rules  # what every line needs; more would bring threads along, which do not outlive a fork
    import hotdice.terminal.cli

    assert hotdice.terminal.cli
    os.chdir(folder)
    found = [_run(line, str(folder / "said")) for line in wanted]
    (folder / "outcomes.json").write_text(json.dumps(found))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
