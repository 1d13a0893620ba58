"""`hotdice simulate`: many games between bots, counted."""

import os
from pathlib import Path

import click

from hotdice.game.state import bags_of
from hotdice.match import write_atomically
from hotdice.rules.bags import bags_for
from hotdice.terminal import completing
from hotdice.terminal.breaking_off import broken_off, last_words, stoppable
from hotdice.terminal.champion_note import note_champions
from hotdice.terminal.options import (
    Number,
    bags_option,
    bots_option,
    fail,
    json_option,
    load_or_fail,
    print_json,
    set_option,
)
from hotdice.terminal.pictures import show_picture
from hotdice.terminal.progress import progress_bar
from hotdice.terminal.targets import check_target, write_target

MOST_GAMES = 10**12


@click.command()
@click.argument("rules", shell_complete=completing.sheets)
@bots_option
@bags_option
@click.option(
    "--games",
    type=Number(1, MOST_GAMES),
    default=100_000,
    show_default=True,
    metavar="N",
    help="How many games, such as 100,000 or 1e6.",
)
@click.option("--seed", default="0", show_default=True, metavar="S", help="The seed of the dice, any text.")
@click.option("--rotate", is_flag=True, help="The seats take turns to begin.")
@click.option("--duplicate", is_flag=True, help="As --rotate, with the same dice by turn for every seat.")
@click.option(
    "--threads", type=Number(1, 1024), metavar="N", help="Threads to use; all processors if not given."
)
@click.option("--cluster", metavar="ADDRESS", help="Play on a dask cluster, such as tcp://host:8786.")
@click.option(
    "--csv",
    "csv_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the counts.",
)
@click.option(
    "--picture",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Draw the counts (.png or .svg).",
)
@set_option
@json_option
def command(
    rules: str,
    names: str,
    bags: tuple[str, ...],
    games: int,
    seed: str,
    rotate: bool,
    duplicate: bool,
    threads: int | None,
    cluster: str | None,
    csv_file: Path | None,
    picture: Path | None,
    settings: tuple[str, ...],
    as_json: bool,
) -> None:
    """Play many games between bots and count who wins.

    Seat 1 begins every game, unless the seats take turns. Game k of a seed is the same game on any machine.
    Ctrl-C ends it early and tells what the games so far have come to.
    """
    found = load_or_fail(rules, settings)
    bots = [name.strip() for name in names.split(",")]
    if rotate and duplicate:
        fail("--duplicate takes turns to begin already; leave out --rotate")
    check_target(csv_file, "--csv")
    check_target(picture, "--picture", (".png", ".svg"))
    from hotdice.arena import Match, Seating, simulate

    seating = Seating.DUPLICATE if duplicate else Seating.ROTATE if rotate else Seating.FIXED
    try:
        own = bags_of(found, len(bots), bags_for(bags, len(bots), found.dice))
        match = Match.of(found, bots, seed=seed, seating=seating, bags=own)
        note_champions(found, bots)
        whole = match.whole(games)
        with stoppable(), progress_bar(f"{whole:,} games") as progress:
            if cluster is None:
                result = simulate(
                    match, games, threads=threads or os.cpu_count() or 1, progress=progress, partial=True
                )
            else:
                from hotdice.arena.cluster import simulate_on_cluster

                result = simulate_on_cluster(match, games, cluster, progress=progress)
    except (ValueError, OSError, ImportError) as error:
        fail(str(error))
    except KeyboardInterrupt:
        broken_off("stopped before a game was over")
    played = result.tally.games
    if played < whole:
        last_words()
    from hotdice.arena.results import describe, draw, to_csv, to_json

    written = write_target(csv_file, "--csv", lambda path: write_atomically(path, to_csv(result)))
    written &= write_target(picture, "--picture", lambda path: draw(result, str(path)))
    if as_json:
        print_json(to_json(result))
    else:
        if picture and written:
            show_picture(picture)
        click.echo(describe(result, found.title))
    if played < whole:
        broken_off(f"stopped after {played:,} of {whole:,} games; these are their figures")
    if not written:
        raise SystemExit(2)
