"""Solving house rules beside everything else: a process of its own, one sheet at a time, its table kept.

The solver is imported when it is needed: a server asks here and has no use for it otherwise.
"""

import subprocess
import sys

from hotdice.rules import Ruleset, reference, resolve

MOST_STATES = 2_000_000
MOST_SECONDS = 900.0


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
    """Solves at most one sheet at a time; asking again for the same one does nothing."""

    def __init__(self, most: int = 50) -> None:
        self._left = most
        self._process: subprocess.Popen[bytes] | None = None
        self._tried: set[str] = set()

    @property
    def busy(self) -> bool:
        """Whether a sheet is being solved."""
        return self._process is not None and self._process.poll() is None

    def start(self, rules: Ruleset, players: int, *, seconds: float = MOST_SECONDS) -> bool:
        """Begin to solve a sheet, if that is worth it; whether it is being solved now."""
        if self.busy:
            return rules.hash in self._tried
        if rules.hash in self._tried or self._left <= 0 or not worth_solving(rules, players, seconds=seconds):
            return False
        self._left -= 1
        self._tried.add(rules.hash)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "hotdice.coach.background"],
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        assert self._process.stdin is not None
        self._process.stdin.write(reference(rules).encode())
        self._process.stdin.close()
        return True

    def wait(self, seconds: float) -> bool:
        """Wait until nothing is being solved; False if that takes longer."""
        if self._process is None:
            return True
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def close(self) -> None:
        """Stop solving."""
        if self._process is not None and self.busy:
            self._process.kill()
            self._process.wait()


def main() -> None:
    """Solve the sheet that standard input names, and keep its table."""
    from hotdice.odds.solved import save, solve

    save(solve(resolve(sys.stdin.read())))


if __name__ == "__main__":
    main()
