"""`hotdice positions`: positions with exact values, as a benchmark for those who build players."""

import json

import click

from hotdice.terminal.options import fail, load_or_fail, set_option


@click.command()
@click.argument("rules")
@click.option(
    "--n", "count", type=int, default=100, show_default=True, metavar="N", help="How many positions."
)
@click.option("--seed", default="0", show_default=True, metavar="S", help="The seed of the games, any text.")
@set_option
def command(rules: str, count: int, seed: str, settings: tuple[str, ...]) -> None:
    """Write N positions with the exact value of every choice, one JSON object a line.

    They come from games of the champion against bots that err, one from each game, so that they are
    positions as players meet them. The first time a sheet must be solved, which may take a while.
    """
    found = load_or_fail(rules, settings)
    if not 1 <= count <= 1_000_000:
        fail("--n must be from 1 to 1,000,000")
    from hotdice.arena.positions import sample_positions

    try:
        for line in sample_positions(found, count, seed):
            click.echo(json.dumps(line))
    except ValueError as error:
        fail(str(error))
