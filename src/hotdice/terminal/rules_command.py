"""`hotdice rules`: which sheets there are, one of them in words, the faults of a file."""

import textwrap

import click

from hotdice.rules import Ruleset, describe, load, scoring_lines, shipped, to_raw
from hotdice.rules.bags import catalogue
from hotdice.terminal import completing
from hotdice.terminal.options import add_check, json_option, load_or_fail, print_json, set_option


@click.group()
def command() -> None:
    """The rule sheets: list them, show one in words, check a file."""


def players_text(rules: Ruleset) -> str:
    """The number of players as a short text.

    >>> players_text(load("playmonster")), players_text(load("munchkin-farkle"))
    ('2+', '3-5')
    """
    if rules.max_players == rules.min_players:
        return str(rules.min_players)
    return f"{rules.min_players}-{rules.max_players}" if rules.max_players else f"{rules.min_players}+"


def _row(rules: Ruleset) -> dict[str, object]:
    return {
        "name": rules.name,
        "title": rules.title,
        "players": players_text(rules),
        "hash": rules.hash,
        "summary": rules.summary,
    }


@command.command("list")
@json_option
def list_sheets(as_json: bool) -> None:
    """The shipped sheets."""
    sheets = [load(name) for name in shipped()]
    if as_json:
        print_json({"rules": [_row(rules) for rules in sheets]})
        return
    for rules in sheets:
        click.echo(f"{rules.name:<22} {players_text(rules):>4}  {rules.title}")
        click.echo(textwrap.fill(rules.summary, 78, initial_indent=" " * 29, subsequent_indent=" " * 29))
    click.echo("\nOne of them in words: hotdice rules show NAME")


@command.command("dice")
@json_option
def list_dice(as_json: bool) -> None:
    """The dice that a bag may hold, with the weights of the faces 1 to 6 and of a joker."""
    if as_json:
        print_json({"dice": {name: list(row) for name, row in catalogue().items()}})
        return
    for name, row in catalogue().items():
        joker = f"  joker {row[6]}" if len(row) > 6 else ""
        click.echo(f"{name:<22} {' '.join(f'{weight:>2}' for weight in row[:6])}{joker}")


@command.command("show")
@click.argument("rules", shell_complete=completing.sheets)
@set_option
@json_option
def show(rules: str, settings: tuple[str, ...], as_json: bool) -> None:
    """One sheet in words: a shipped name or a rule file."""
    found = load_or_fail(rules, settings)
    if as_json:
        print_json(_row(found) | {"source": found.source} | to_raw(found))
        return
    click.echo(found.title)
    if found.source:
        click.echo(textwrap.fill(f"Source: {found.source}", 78))
    click.echo(f"Hash: {found.hash[:12]}\n")
    for sentence in describe(found):
        click.echo(textwrap.fill(sentence, 78, initial_indent="- ", subsequent_indent="  "))
    click.echo("\nScores of one roll")
    lines = scoring_lines(found)
    width = max(len(what) for what, _ in lines)
    for what, points in lines:
        click.echo(f"  {what:<{width}}  {points:>6}")


def _sheet(file: str) -> str:
    rules = load(file)
    return f"{rules.title}, hash {rules.hash[:12]}"


add_check(command, "rule file", _sheet)
