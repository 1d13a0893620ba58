"""`hotdice score`: every legal keep of a roll."""

import click

from hotdice.game import PositionError, parse_position
from hotdice.rules import MAX_DICE, Ruleset
from hotdice.terminal import completing
from hotdice.terminal.options import fail, json_option, load_or_fail, print_json, set_option


def parse_dice(words: tuple[str, ...], rules: Ruleset) -> tuple[int, ...]:
    """Faces from what a person types: `144466`, `1 4 4 4 6 6` or `1,4,4`.

    >>> from hotdice.rules import load
    >>> parse_dice(("1", "4,4"), load("classic"))
    (1, 4, 4)
    """
    text = "".join(words).replace(" ", "").replace(",", "")
    if not text or not set(text) <= set("1234567"[: rules.table.faces]):  # 7 is a joker, where there is one
        fail(f"dice are faces from 1 to 6, such as 144466, not {' '.join(words)[:40]!r}")
    if len(text) > min(rules.dice, MAX_DICE):
        fail(f"{rules.title} is played with {rules.dice} dice, not {len(text)}")
    return tuple(int(face) for face in text)


@click.command()
@click.argument("rules", required=False, shell_complete=completing.sheets)
@click.argument("dice", nargs=-1)
@click.option("--position", metavar="POS", help="Take sheet and roll from a position instead.")
@set_option
@json_option
def command(
    rules: str | None, dice: tuple[str, ...], position: str | None, settings: tuple[str, ...], as_json: bool
) -> None:
    """Every legal keep of a roll, best first: hotdice score RULES DICE."""
    if position is not None:
        if rules is not None or settings:
            fail("a position names its sheet and its roll; leave RULES, DICE and --set away")
        found, roll = _from_position(position)
    elif rules is None or not dice:
        fail("name a sheet and a roll, such as: hotdice score playmonster 144466")
    else:
        found = load_or_fail(rules, settings)
        roll = parse_dice(dice, found)
    options = found.table.options(roll)
    if as_json:
        print_json(
            {
                "dice": "".join(map(str, sorted(roll))),
                "farkle": options.farkle,
                "options": [
                    {"keep": o.keep, "points": o.points, "dice_left": o.dice_left, "hot": o.hot}
                    for o in options.options
                ],
            }
        )
        return
    click.echo(f"{found.title}: {' '.join(map(str, roll))}")
    if options.farkle:
        click.echo("Farkle: nothing of this roll scores.")
    for option in options.options:
        faces = [int(face) for face in option.keep]
        parts = ", ".join(part.name for part in found.table.partition(faces)) or "nothing scores"
        left = "hot dice" if option.hot else f"{option.dice_left} left"
        click.echo(f"  {option.keep:<{found.dice}}  {option.points:>6,}  {left:<8}  {parts}")


def _from_position(text: str) -> tuple[Ruleset, tuple[int, ...]]:
    try:
        state = parse_position(text)
    except PositionError as error:
        fail(f"--position: {error}")
    if not state.faces:
        fail("--position: no dice lie on the table in this position")
    return state.rules, state.faces
