"""Solving house rules beside everything else: a process of its own, one sheet at a time, its table kept.

Whoever asks for advice may start it, so it has bounds: a short queue, so many sheets in all, so much
processor time for each, and it steps back for everything else.

The solver is imported when it is needed: a server asks here and has no use for it otherwise.
"""

import contextlib
import subprocess
import sys
import threading
from collections import deque
from functools import partial

from hotdice.coach.beside import command, stay_beside, surroundings
from hotdice.rules import Ruleset, reference, resolve

MOST_STATES = 2_000_000
MOST_SECONDS = 900.0
NICE = 15
PATIENCE = 4
"""A solver may take so many times the processor time that was estimated, then the kernel ends it."""
START_SECONDS = 60


def worth_solving(rules: Ruleset, players: int, *, seconds: float = MOST_SECONDS) -> bool:
    """Whether a sheet has no table, can have one, and is solved in a reasonable time.

    >>> from hotdice.rules import load
    >>> worth_solving(load("classic"), 2), worth_solving(load("classic", ["target=5650"]), 2)
    (False, True)
    >>> worth_solving(load("classic"), 5)
    False
    """
    from hotdice.coach.sources import solved_for
    from hotdice.odds.estimate import check_size
    from hotdice.odds.refusals import Unsolvable
    from hotdice.odds.shelf import table_of
    from hotdice.odds.solved import goal_of
    from hotdice.odds.tables import TableError

    try:
        if not solved_for(rules, players) or table_of(rules) is not None:
            return False
        return check_size(rules, goal_of(rules), max_states=MOST_STATES).seconds <= seconds
    except (Unsolvable, TableError):
        return False


class Background:
    """Solves one sheet after the other; a few may wait, and asking again for the same one does nothing.

    `most` sheets in all, so that nobody fills the disk.
    """

    def __init__(self, most: int = 50, waiting: int = 4) -> None:
        self._left = most
        self._room = waiting
        self._queue: deque[tuple[Ruleset, float]] = deque()
        self._running: Ruleset | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._tried: set[str] = set()
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._closed = False

    @property
    def busy(self) -> bool:
        """Whether a sheet is being solved."""
        return self._running is not None

    @property
    def solver(self) -> int | None:
        """The process that solves, while there is one."""
        process = self._process
        return process.pid if process is not None else None

    def wants(self, rules: Ruleset, players: int, *, seconds: float = MOST_SECONDS) -> bool:
        """Whether a sheet would be solved if it were asked for now."""
        return self._has_room(rules) and worth_solving(rules, players, seconds=seconds)

    def _has_room(self, rules: Ruleset) -> bool:
        full = self.busy and len(self._queue) >= self._room
        return not (full or self._closed or self._left <= 0 or rules.hash in self._tried)

    def start(self, rules: Ruleset, players: int, *, seconds: float = MOST_SECONDS) -> bool:
        """Begin to solve a sheet, or let it wait its turn, if that is worth it; whether that is so now."""
        wanted = self.wants(rules, players, seconds=seconds)
        with self._changed:
            if not (wanted and self._has_room(rules)):
                waiting = (self._running, *(sheet for sheet, _ in self._queue))
                return any(sheet is not None and sheet.hash == rules.hash for sheet in waiting)
            self._left -= 1
            self._tried.add(rules.hash)
            if self._running is None:
                self._running = rules
                # A thread for each run of sheets: the solver ends with the thread that started it.
                work = partial(self._work, rules, seconds)
                self._thread = threading.Thread(target=work, name="solving", daemon=True)
                self._thread.start()
            else:
                self._queue.append((rules, seconds))
            return True

    def _work(self, rules: Ruleset, seconds: float) -> None:
        while True:
            self._solve(rules, seconds)
            with self._changed:
                self._process = None
                if self._closed or not self._queue:
                    self._running = None
                    self._changed.notify_all()
                    return
                rules, seconds = self._queue.popleft()
                self._running = rules

    def _solve(self, rules: Ruleset, seconds: float) -> None:
        with contextlib.suppress(OSError):  # it cannot be started, or was ended before it could read
            with self._changed:
                if self._closed:
                    return
                self._process = process = subprocess.Popen(
                    command("hotdice.coach.background", NICE, PATIENCE * seconds + START_SECONDS),
                    stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                    env=surroundings(),
                )  # fmt: skip
            process.communicate(reference(rules).encode())

    def wait(self, seconds: float) -> bool:
        """Wait until nothing is being solved; False if that takes longer."""
        with self._changed:
            return self._changed.wait_for(lambda: not self.busy, seconds)

    def close(self) -> None:
        """Stop solving; what waits is given up."""
        with self._changed:
            self._closed = True
            self._queue.clear()
            if self._process is not None:
                self._process.kill()
        if self._thread is not None:
            self._thread.join()


def main() -> None:
    """Solve the sheet that standard input names, and keep its table."""
    stay_beside(sys.argv[1:])
    from hotdice.odds.solved import save, solve

    save(solve(resolve(sys.stdin.read())))


if __name__ == "__main__":
    main()
