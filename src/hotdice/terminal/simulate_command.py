"""`hotdice simulate`: many games between bots, counted."""

import os

import click

from hotdice.terminal.champion_note import note_champions
from hotdice.terminal.options import fail, json_option, load_or_fail, print_json, set_option
from hotdice.terminal.progress import progress_bar


@click.command()
@click.argument("rules")
@click.option("--players", "names", required=True, metavar="BOT,BOT", help="The bots, seat by seat.")
@click.option("--games", type=int, default=100_000, show_default=True, metavar="N", help="How many games.")
@click.option("--seed", default="0", show_default=True, metavar="S", help="The seed of the dice, any text.")
@click.option("--rotate", is_flag=True, help="The seats take turns to begin.")
@click.option("--duplicate", is_flag=True, help="As --rotate, with the same dice by turn for every seat.")
@click.option(
    "--threads", type=int, default=0, metavar="N", help="Threads to use; all processors if not given."
)
@click.option("--cluster", metavar="ADDRESS", help="Play on a dask cluster, such as tcp://host:8786.")
@click.option("--csv", "csv_file", type=click.Path(), metavar="FILE", help="Write score and length counts.")
@click.option("--picture", type=click.Path(), metavar="FILE", help="Draw the distributions (.png or .svg).")
@set_option
@json_option
def command(
    rules: str,
    names: str,
    games: int,
    seed: str,
    rotate: bool,
    duplicate: bool,
    threads: int,
    cluster: str | None,
    csv_file: str | None,
    picture: str | None,
    settings: tuple[str, ...],
    as_json: bool,
) -> None:
    """Play many games between bots and count who wins.

    Seat 1 begins every game, unless the seats take turns. Game k of a seed is the same game on any machine.
    """
    found = load_or_fail(rules, settings)
    bots = [name.strip() for name in names.split(",")]
    if not 1 <= games <= 10**12:
        fail("--games must be from 1 to 1,000,000,000,000")
    if not 0 <= threads <= 1024:
        fail("--threads must be from 1 to 1024")
    if rotate and duplicate:
        fail("--duplicate takes turns to begin already; leave out --rotate")
    from hotdice.arena import Match, Seating, simulate

    seating = Seating.DUPLICATE if duplicate else Seating.ROTATE if rotate else Seating.FIXED
    try:
        match = Match.of(found, bots, seed=seed, seating=seating)
        note_champions(found, bots)
        with progress_bar(f"{match.whole(games):,} games") as progress:
            if cluster is None:
                result = simulate(match, games, threads=threads or os.cpu_count() or 1, progress=progress)
            else:
                from hotdice.arena.cluster import simulate_on_cluster

                result = simulate_on_cluster(match, games, cluster, progress=progress)
    except (ValueError, OSError, ImportError) as error:
        fail(str(error))
    from hotdice.arena.results import describe, draw, to_csv, to_json

    try:
        if csv_file:
            with open(csv_file, "w", encoding="utf-8", newline="") as file:
                file.write(to_csv(result))
        if picture:
            draw(result, picture)
    except (OSError, ValueError, ImportError) as error:
        fail(str(error))
    if as_json:
        print_json(to_json(result))
    else:
        click.echo(describe(result, found.title))
