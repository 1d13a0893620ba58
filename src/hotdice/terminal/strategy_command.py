"""`hotdice strategy`: the strategy card of a sheet, computed from the solver."""

from pathlib import Path

import click
import msgspec

from hotdice.coach.measured import measured_of
from hotdice.coach.strategy import strategy_card
from hotdice.coach.strategy_page import card_lines, card_page, card_svg
from hotdice.match import write_atomically
from hotdice.terminal.options import fail, json_option, load_or_fail, print_json, set_option


@click.command()
@click.argument("rules")
@click.option("--svg", "picture", type=click.Path(path_type=Path), help="Write the card as a picture.")
@click.option("--html", "sheet", type=click.Path(path_type=Path), help="Write the card as a page to print.")
@set_option
@json_option
def command(
    rules: str, picture: Path | None, sheet: Path | None, settings: tuple[str, ...], as_json: bool
) -> None:
    """When to stop, which dice to leave, what the score changes: one page for a sheet."""
    try:
        sheet_rules = load_or_fail(rules, settings)
        card = strategy_card(sheet_rules, measured_of(sheet_rules))
    except ValueError as error:
        fail(str(error))
    for file, text in ((picture, card_svg), (sheet, card_page)):
        if file is not None:
            try:
                write_atomically(file, text(card))
            except OSError as error:
                fail(f"{file}: {(error.strerror or 'cannot be written').lower()}")
    if as_json:
        print_json(msgspec.to_builtins(card))
        return
    for line in card_lines(card):
        click.echo(line)
