"""`hotdice compare`: what a house rule does to a game of two, exactly."""

from pathlib import Path

import click
import msgspec

from hotdice.coach.compared import comparison_lines, comparison_svg
from hotdice.match import write_atomically
from hotdice.odds.comparing import compare
from hotdice.odds.refusals import Unsolvable
from hotdice.terminal import completing
from hotdice.terminal.options import fail, file_option, json_option, load_or_fail, print_json, set_option
from hotdice.terminal.progress import share_bar
from hotdice.terminal.targets import check_target, write_target


@click.command()
@click.argument("before", shell_complete=completing.sheets)
@click.argument("after", required=False, shell_complete=completing.sheets)
@file_option("--svg", "picture", "Write when to stop as a picture.")
@set_option
@json_option
def command(
    before: str, after: str | None, picture: Path | None, settings: tuple[str, ...], as_json: bool
) -> None:
    """What other rules change: length, luck, who gains by beginning, when to stop.

    AFTER is a second sheet or rule file; without one the first sheet is compared with itself as --set
    changes it.
    """
    from hotdice.players.fixed_play import card_turns  # its tables need numpy

    if after is None and not settings:
        fail("compare takes two sheets, or one and --set key=value, such as --set target=5000")
    check_target(picture, "--svg")
    old, new = load_or_fail(before, ()), load_or_fail(after or before, settings)
    if old.hash == new.hash:
        fail("both sheets are the same game; change a rule with --set key=value")
    try:
        with share_bar("comparing") as progress:
            found = compare(old, new, lambda rules: card_turns(rules, old), progress=progress)
    except (Unsolvable, ValueError) as error:
        fail(str(error))
    written = write_target(picture, "--svg", lambda path: write_atomically(path, comparison_svg(found)))
    if as_json:
        print_json(msgspec.to_builtins(found, str_keys=True))
    else:
        for line in comparison_lines(found):
            click.echo(line)
    if not written:
        raise SystemExit(2)
