"""`hotdice tournament`: bots against bots, a folder of programs or a line-up by name."""

import json
import os
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hotdice.terminal import completing
from hotdice.terminal.breaking_off import broken_off, stoppable
from hotdice.terminal.options import Number, fail, json_option, load_or_fail, print_json, set_option
from hotdice.terminal.progress import progress_bar
from hotdice.terminal.simulate_command import MOST_GAMES

if TYPE_CHECKING:
    from hotdice.arena.report import Outcome

RESULTS = "results"


@click.command()
@click.argument("folder", type=click.Path(file_okay=False))
@click.option("--rules", default="classic", show_default=True, metavar="RULES", help="The sheet.")
@click.option(
    "--players",
    "names",
    shell_complete=completing.bots,
    default="",
    metavar="BOT,BOT",
    help="Bots of the line-up that take part.",
)
@click.option(
    "--games",
    type=Number(1, MOST_GAMES),
    metavar="N",
    help="Games at each table  [default: 100,000; programs: 200]",
)
@click.option("--seed", default="0", show_default=True, metavar="S", help="The seed of the dice, any text.")
@click.option(
    "--ladder", is_flag=True, help="Climb a ladder, in the order given, instead of all against all."
)
@click.option("--rotate", is_flag=True, help="Own dice for every game, instead of duplicate games.")
@click.option("--limit", type=float, default=1.0, show_default=True, help="Seconds for a program's answer.")
@click.option(
    "--thinking", type=float, default=120.0, show_default=True, help="Seconds of a program at a table."
)
@click.option(
    "--threads", type=Number(1, 1024), metavar="N", help="Threads to use; all processors if not given."
)
@click.option("--cluster", metavar="ADDRESS", help="Play on a dask cluster, such as tcp://host:8786.")
@click.option("--fresh", is_flag=True, help="Forget the games that were played before.")
@set_option
@json_option
def command(
    folder: str,
    rules: str,
    names: str,
    games: int | None,
    seed: str,
    ladder: bool,
    rotate: bool,
    limit: float,
    thinking: float,
    threads: int | None,
    cluster: str | None,
    fresh: bool,
    settings: tuple[str, ...],
    as_json: bool,
) -> None:
    """Let every bot in FOLDER play every other one, each in a process of its own, and rank them.

    Bots of the line-up join by name (--players). Everything is written to FOLDER/results: report.html,
    results.json, results.csv, results.svg. A tournament that was stopped goes on where it was.
    """
    found = load_or_fail(rules, settings)
    if limit <= 0 or thinking <= 0:
        fail("--limit and --thinking must be more than 0 seconds")
    bots = [name.strip() for name in names.split(",") if name.strip()]
    place = Path(folder)
    if not place.is_dir() and not bots:
        fail(f"there is no folder {folder}; `hotdice bot new NAME --folder {folder}` writes a first bot")
    from hotdice.arena.contest import Contest, hold

    try:
        with stoppable(), progress_bar("games") as progress:
            outcome = hold(
                Contest(
                    rules=found,
                    folder=place,
                    bots=tuple(bots),
                    games=games,
                    seed=seed,
                    ladder=ladder,
                    duplicate=not rotate,
                    limit=limit,
                    thinking=thinking,
                    threads=threads or os.cpu_count() or 1,
                    cluster=cluster,
                    fresh=fresh,
                ),
                progress,
            )
        written = write_results(place / RESULTS, outcome)
    except (ValueError, OSError, ImportError) as error:
        fail(str(error))
    except KeyboardInterrupt:
        again = shlex.join(word for word in sys.argv[1:] if word != "--fresh")
        broken_off(f"stopped; the tables that were played are kept. Go on with: hotdice {again}")
    from hotdice.arena.report import describe, to_json

    if as_json:
        print_json(to_json(outcome))
    else:
        click.echo(describe(outcome))
        click.echo(f"\nThe page: {written}")


def write_results(place: Path, outcome: "Outcome") -> Path:
    """Write the files of a finished tournament; the page's path."""
    from hotdice.arena.report import to_csv, to_html, to_json, to_svg

    files = {
        "results.json": json.dumps(to_json(outcome), indent=1) + "\n",
        "results.csv": to_csv(outcome),
        "results.svg": to_svg(outcome),
        "report.html": to_html(outcome),
    }
    for name, text in files.items():
        (place / name).write_text(text, encoding="utf-8")
    return place / "report.html"
