"""`hotdice positions`: positions with exact values, as a benchmark for those who build players."""

import json

import click

from hotdice.terminal import completing
from hotdice.terminal.breaking_off import broken_off, stoppable
from hotdice.terminal.options import Number, fail, load_or_fail, set_option
from hotdice.terminal.progress import progress_bar


@click.command()
@click.argument("rules", shell_complete=completing.sheets)
@click.option(
    "--n",
    "count",
    type=Number(1, 1_000_000),
    default=100,
    show_default=True,
    metavar="N",
    help="How many positions.",
)
@click.option("--seed", default="0", show_default=True, metavar="S", help="The seed of the games, any text.")
@set_option
def command(rules: str, count: int, seed: str, settings: tuple[str, ...]) -> None:
    """Write N positions with the exact value of every choice, one JSON object a line.

    They come from games of the champion against bots that err, one from each game, so that they are
    positions as players meet them. The first time a sheet must be solved, which may take a while.
    """
    found = load_or_fail(rules, settings)
    from hotdice.arena.positions import sample_positions

    done = 0
    try:
        with stoppable(), progress_bar(f"{count:,} positions") as progress:
            for done, line in enumerate(sample_positions(found, count, seed), 1):
                click.echo(json.dumps(line))
                progress(done, count)
    except KeyboardInterrupt:
        broken_off(f"stopped after {done:,} of {count:,} positions")
    except ValueError as error:
        fail(str(error))
