"""What the commands that need a solved game share: the table if it is there, else a solve with a bar."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from hotdice.odds.compiling import compiled_available
from hotdice.odds.estimate import check_size
from hotdice.odds.gpu import gpu_available
from hotdice.odds.refusals import check_goal
from hotdice.odds.solved import Solved, goal_of, save, solve, stored
from hotdice.odds.three import ThreeRace
from hotdice.odds.three_table import checkpoint_file, make_three
from hotdice.rules import Ruleset
from hotdice.terminal.options import fail


@contextmanager
def progress_bar(label: str) -> Iterator[Callable[[float], None]]:
    """On a terminal a bar, elsewhere nothing; the block gets a function that moves it to a share of 1."""
    hidden = not sys.stderr.isatty()
    with click.progressbar(length=1000, label=label, file=sys.stderr, hidden=hidden) as bar:
        yield lambda share: bar.update(max(0, int(1000 * share) - bar.pos))


def solved_game(rules: Ruleset, players: int | None = None) -> Solved:
    """The solved game of a sheet, from its table, or solved and kept as one.

    Raises:
        Unsolvable: with the key that is the reason.
        TableError: the table is damaged.
    """
    check_goal(rules, goal_of(rules), players)
    return stored(rules) or fresh_game(rules)


def _say_if_slow() -> None:
    if not compiled_available():
        note = "numba is not installed, so this takes long: pip install 'hotdice[fast]'"
        click.echo(f"hotdice: {note}", err=True)


def fresh_game(rules: Ruleset, *, lowest: int | None = None) -> Solved:
    """Solve a game now and keep its table, unless it is bounded in another way than usual.

    Raises:
        Unsolvable: with the key that is the reason.
    """
    check_size(rules, goal_of(rules), lowest=lowest)
    _say_if_slow()
    with progress_bar("solving") as progress:
        solved = solve(rules, progress=progress, lowest=lowest)
    if lowest is None:
        try:
            save(solved)
        except OSError as error:
            click.echo(f"hotdice: the table could not be kept ({error})", err=True)
    return solved


def fresh_three(rules: Ruleset, *, fresh: bool = False, gpu: bool = False) -> ThreeRace:
    """Solve a race of three now and keep its table; one that was broken off goes on where it was.

    Raises:
        Unsolvable: with the key that is the reason.
    """
    if gpu and not gpu_available():
        fail("--gpu: CuPy is not installed, or finds no device")
    _say_if_slow()
    if checkpoint_file(rules).is_file() and not fresh and not gpu:
        click.echo("hotdice: goes on from where an earlier solve was broken off", err=True)
    try:
        with progress_bar("solving") as progress:
            return make_three(rules, progress=progress, fresh=fresh, gpu=gpu)
    except OSError as error:
        fail(f"the table could not be kept ({error})")
