"""`hotdice plot`: pictures of what the solver knows."""

from pathlib import Path

import click

from hotdice.odds.race import Race
from hotdice.odds.refusals import Unsolvable
from hotdice.odds.solitaire import Solitaire
from hotdice.odds.tables import TableError
from hotdice.terminal import completing
from hotdice.terminal.options import fail, load_or_fail, set_option
from hotdice.terminal.pictures import show_picture
from hotdice.terminal.solving import solved_game
from hotdice.terminal.targets import check_target

_KINDS = ("race", "thresholds", "solitaire")


@click.command()
@click.argument("rules", shell_complete=completing.sheets)
@click.option(
    "--kind",
    type=click.Choice(_KINDS),
    help="Win chances over both totals, stops against the lead, or solitaire's totals.",
)
@click.option("--total", type=int, metavar="POINTS", help="The mover's total, for thresholds.")
@click.option("--out", type=click.Path(path_type=Path), help="The file: .png, .svg or .pdf.")
@set_option
def command(
    rules: str, kind: str | None, total: int | None, out: Path | None, settings: tuple[str, ...]
) -> None:
    """Draw the win chance over both totals, the stopping thresholds, or the totals of solitaire.

    A terminal that can show pictures (kitty's protocol, or sixels) shows a .png at once.
    """
    found = load_or_fail(rules, settings)
    kind = kind or ("solitaire" if found.solo_goal else "race")
    if total is not None and kind != "thresholds":
        fail("--total belongs to --kind thresholds")
    path = out or Path(f"{found.name}-{kind}.png")
    check_target(path, "--out", (".png", ".svg", ".pdf"))
    try:
        solved = solved_game(found)
        from hotdice.odds import plots

        if kind == "solitaire" and isinstance(solved, Solitaire):
            plots.plot_solitaire(solved, path)
        elif kind == "race" and isinstance(solved, Race):
            plots.plot_race(solved, path)
        elif kind == "thresholds" and isinstance(solved, Race):
            plots.plot_thresholds(solved, path, total=total)
        else:
            fail(f"--kind {kind} does not fit this sheet")
    except (Unsolvable, TableError, ValueError) as reason:
        fail(str(reason))
    except ModuleNotFoundError as error:
        if error.name is None or not error.name.startswith("matplotlib"):
            raise
        fail("pictures need matplotlib: pip install 'hotdice[plots]'")
    except OSError as error:
        fail(f"{path}: {(error.strerror or 'cannot be written').lower()}")
    show_picture(path)
    click.echo(f"{path}")
