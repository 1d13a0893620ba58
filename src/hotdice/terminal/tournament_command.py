"""`hotdice tournament`: bots against bots, a folder of programs or a line-up by name."""

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hotdice.terminal.options import fail, json_option, load_or_fail, print_json, set_option
from hotdice.terminal.progress import progress_bar

if TYPE_CHECKING:
    from hotdice.arena.report import Outcome

RESULTS = "results"


@click.command()
@click.argument("folder", type=click.Path(file_okay=False))
@click.option("--rules", default="classic", show_default=True, metavar="RULES", help="The sheet.")
@click.option("--players", "names", default="", metavar="BOT,BOT", help="Bots of the line-up that take part.")
@click.option("--games", type=int, metavar="N", help="Games at each table  [default: 100,000; programs: 200]")
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
    "--threads", type=int, default=0, metavar="N", help="Threads to use; all processors if not given."
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
    threads: int,
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
    if games is not None and not 1 <= games <= 10**12:
        fail("--games must be from 1 to 1,000,000,000,000")
    if not 0 <= threads <= 1024:
        fail("--threads must be from 1 to 1024")
    if limit <= 0 or thinking <= 0:
        fail("--limit and --thinking must be more than 0 seconds")
    bots = [name.strip() for name in names.split(",") if name.strip()]
    place = Path(folder)
    if not place.is_dir() and not bots:
        fail(f"there is no folder {folder}; `hotdice bot new NAME --folder {folder}` writes a first bot")
    from hotdice.arena.contest import Contest, hold

    try:
        with progress_bar("games") as progress:
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
