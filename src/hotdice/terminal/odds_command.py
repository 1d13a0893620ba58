"""`hotdice odds`: the exact chances of a roll."""

import click

from hotdice.odds.rolls import roll_odds
from hotdice.terminal import completing
from hotdice.terminal.options import fail, json_option, load_or_fail, print_json, set_option


@click.command()
@click.argument("rules", shell_complete=completing.sheets)
@click.option("--dice", "only", type=int, metavar="N", help="Only for a roll of N dice.")
@set_option
@json_option
def command(rules: str, only: int | None, settings: tuple[str, ...], as_json: bool) -> None:
    """Exact farkle chance, mean best score and chance of hot dice for each number of dice."""
    found = load_or_fail(rules, settings)
    if only is not None and not 1 <= only <= found.dice:
        fail(f"--dice must be from 1 to {found.dice}")
    counts = [only] if only else range(1, found.dice + 1)
    try:
        rows = [roll_odds(found, count) for count in counts]
    except ValueError as error:
        fail(str(error))
    if as_json:
        dice = [
            {
                "n": row.n,
                "farkle": [row.farkles, row.rolls],
                "mean_best": row.mean_best,
                "hot": [row.hot, row.rolls],
            }
            for row in rows
        ]
        print_json({"dice": dice})
        return
    click.echo(f"{found.title}: one roll\n")
    click.echo("dice      farkle              mean best   all dice score")
    for row in rows:
        farkle = f"{row.farkles}/{row.rolls}"
        click.echo(
            f"{row.n:>4}  {row.farkles / row.rolls:>8.3%}  {farkle:>12}  {row.mean_best:>9.2f}"
            f"   {row.hot / row.rolls:>8.3%}"
        )
