"""What the commands that need a solved game share: the table if it is there, else a solve with a bar."""

import click

from hotdice.odds.compiling import compiled_available
from hotdice.odds.device import gpu_available
from hotdice.odds.estimate import check_size
from hotdice.odds.many import ManyRace
from hotdice.odds.refusals import check_goal
from hotdice.odds.solved import Solved, goal_of, save, solve, stored
from hotdice.odds.three_table import checkpoint_file, make_three, own_table
from hotdice.rules import Ruleset
from hotdice.terminal.breaking_off import broken_off
from hotdice.terminal.options import fail
from hotdice.terminal.progress import share_bar


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
    with share_bar("solving") as progress:
        solved = solve(rules, progress=progress, lowest=lowest)
    if lowest is None:
        try:
            save(solved)
        except OSError as error:
            click.echo(f"hotdice: the table could not be kept ({error})", err=True)
    return solved


def fresh_three(rules: Ruleset, again: str, *, fresh: bool = False, gpu: bool = False) -> ManyRace:
    """Solve a race of three now and keep its table; one that was broken off goes on where it was.

    Ctrl-C ends the program with what is done written down; `again` is the command that goes on then.

    Raises:
        Unsolvable: with the key that is the reason.
    """
    if gpu and not gpu_available():
        fail("--gpu: CuPy is not installed, or finds no device")
    _say_if_slow()
    unfinished = checkpoint_file(rules)
    if unfinished.is_file() and not fresh and not gpu:
        click.echo("hotdice: goes on from where an earlier solve was broken off", err=True)
    share = 0.0
    try:
        with share_bar("solving") as show:

            def progress(done: float) -> None:
                nonlocal share
                share = done
                show(done)

            return make_three(rules, progress=progress, fresh=fresh, gpu=gpu)
    except KeyboardInterrupt:
        if own_table(rules).is_file():
            broken_off(f"stopped at {share:.0%}; the table that was there stays as it is")
        if unfinished.is_file():
            broken_off(f"stopped; what is done is kept. Go on with: {again}")
        broken_off(f"stopped at {share:.0%}; nothing is kept")
    except OSError as error:
        fail(f"the table could not be kept ({error})")
