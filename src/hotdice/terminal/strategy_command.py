"""`hotdice strategy`: the strategy card of a sheet, computed from the solver."""

from pathlib import Path

import click
import msgspec

from hotdice.coach.measured import measured_of
from hotdice.coach.strategy import strategy_card
from hotdice.coach.strategy_page import card_lines, card_page
from hotdice.coach.strategy_picture import card_svg
from hotdice.match import write_atomically
from hotdice.terminal import completing
from hotdice.terminal.options import fail, file_option, json_option, load_or_fail, print_json, set_option
from hotdice.terminal.targets import check_target, write_target


@click.command()
@click.argument("rules", shell_complete=completing.sheets)
@file_option("--svg", "picture", "Write the card as a picture.")
@file_option("--html", "sheet", "Write the card as a page to print.")
@set_option
@json_option
def command(
    rules: str, picture: Path | None, sheet: Path | None, settings: tuple[str, ...], as_json: bool
) -> None:
    """When to stop, which dice to leave, what the score changes: one page for a sheet."""
    check_target(picture, "--svg")
    check_target(sheet, "--html")
    try:
        sheet_rules = load_or_fail(rules, settings)
        card = strategy_card(sheet_rules, measured_of(sheet_rules))
    except ValueError as error:
        fail(str(error))
    written = write_target(picture, "--svg", lambda path: write_atomically(path, card_svg(card)))
    written &= write_target(sheet, "--html", lambda path: write_atomically(path, card_page(card)))
    if as_json:
        print_json(msgspec.to_builtins(card))
    else:
        for line in card_lines(card):
            click.echo(line)
    if not written:
        raise SystemExit(2)
