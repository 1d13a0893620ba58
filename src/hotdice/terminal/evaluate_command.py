"""`hotdice evaluate`: how far a player is from perfect, exactly."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from hotdice.match import write_atomically
from hotdice.terminal import completing
from hotdice.terminal.options import (
    Number,
    fail,
    file_option,
    json_option,
    load_or_fail,
    print_json,
    set_option,
)
from hotdice.terminal.progress import share_bar
from hotdice.terminal.targets import check_target, write_target

if TYPE_CHECKING:
    from hotdice.arena.evaluation import Evaluation
    from hotdice.rules import Ruleset


@click.command()
@click.argument("player", metavar="BOT")
@click.argument("rules", shell_complete=completing.sheets)
@click.option("--chances", is_flag=True, help="What the policy gives are chances to win of whoever rolls.")
@click.option("--rolls", is_flag=True, help="The policy is asked roll by roll: features and mask to action.")
@click.option("--everywhere", is_flag=True, help="With --rolls: ask at every roll of a long race, too.")
@click.option("--no-reply", is_flag=True, help="Do not look for the best answer, which takes longest.")
@click.option(
    "--games", type=Number(2, 10**7), default=200, show_default=True, metavar="N",
    help="How many games, where a player cannot be asked everywhere.",
)  # fmt: skip
@click.option(
    "--players",
    type=click.IntRange(2, 3),
    help="Among so many, the others champions; three are measured by games.  [default: 2, or the task's]",
)
@click.option("--seed", default="0", show_default=True, metavar="S", help="The seed of their dice, any text.")
@file_option("--svg", "picture", "Draw what is lost, and by what.")
@set_option
@json_option
def command(
    player: str,
    rules: str,
    chances: bool,
    rolls: bool,
    everywhere: bool,
    no_reply: bool,
    games: int,
    players: int | None,
    seed: str,
    picture: Path | None,
    settings: tuple[str, ...],
    as_json: bool,
) -> None:
    """How often a player wins against the champion, and what it loses by.

    RULES is a sheet, a rule file, or one of the frozen tasks of the benchmark, such as farkle-1k.

    BOT is a bot by name, or a policy of your own that scores what a choice leaves: an .npz or .onnx file, or
    module:function. Those are asked everywhere, and what is said is exact; who draws lots, and programs, play
    games, of which the luck is taken out. With --rolls it is a module:function that is asked roll by roll, as
    the environments do with observation="features": exactly on short races, on any race if numba has compiled
    it or with --everywhere, else by games.
    """
    check_target(picture, "--svg", (".svg",))
    found, players = _measured_on(rules, settings, players)
    from hotdice.arena.evaluation import evaluate
    from hotdice.coach.evaluated import evaluation_lines, evaluation_svg
    from hotdice.game import IllegalMove
    from hotdice.players.scorers import function_of

    try:
        with share_bar("evaluating") as progress:
            if rolls and players != 2:
                fail("--rolls is for games of two")
            if everywhere and (not rolls or found.rounds):
                fail("--everywhere is for policies with --rolls, in a race")
            if rolls:
                ask = partial(_asked(), reply=not no_reply, games=games, seed=seed, progress=progress)
                result = ask(player, function_of(player), found, everywhere=everywhere)
            else:
                result = evaluate(
                    player, found, chances=chances, reply=not no_reply, games=games, players=players,
                    seed=seed, progress=progress,
                )  # fmt: skip
    except (ValueError, OSError, ImportError, IllegalMove) as error:
        fail(str(error))
    written = write_target(picture, "--svg", lambda path: write_atomically(path, evaluation_svg(result)))
    if as_json:
        print_json(msgspec.to_builtins(result) | {"behind": result.behind})
    else:
        for line in evaluation_lines(result):
            click.echo(line)
    if not written:
        raise SystemExit(2)


def _measured_on(name: str, settings: tuple[str, ...], players: int | None) -> tuple["Ruleset", int]:
    """The rules and the number of players: those of a task, or those that were named."""
    from hotdice.arena.tasks import TASKS, task

    if name not in {each.name for each in TASKS}:
        return load_or_fail(name, settings), players or 2
    found = task(name)
    if settings:
        fail(f"--set: the rules of {name} never change; name its sheet instead: {found.words}")
    if players not in (None, found.players):
        fail(f"--players: {name} is for {found.players}")
    if found.rules.deck:
        fail(f"{name} is measured by games: {found.command}")
    return found.rules, found.players


def _asked() -> Callable[..., "Evaluation"]:
    """What measures policies that are asked roll by roll."""
    try:
        from hotdice.envs.rolled import evaluate_rolled
    except ImportError:
        fail("policies that are asked roll by roll need gymnasium: pip install 'hotdice[envs]'")
    return evaluate_rolled
