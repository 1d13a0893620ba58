"""`hotdice rules`: which sheets there are, one of them in words, the faults of a file."""

import textwrap

import click

from hotdice.rules import Ruleset, describe, load, scoring_lines, shipped, to_raw
from hotdice.terminal.options import json_option, load_or_fail, print_json, report_check, set_option


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
    click.echo("\nOne of them in words: hotdice rules show NAME")


@command.command("show")
@click.argument("rules")
@set_option
@json_option
def show(rules: str, settings: tuple[str, ...], as_json: bool) -> None:
    """One sheet in words: a shipped name or a rule file."""
    found = load_or_fail(rules, settings)
    if as_json:
        print_json(_row(found) | {"summary": found.summary, "source": found.source} | to_raw(found))
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


@command.command("check")
@click.argument("file", type=click.Path())
@json_option
def check(file: str, as_json: bool) -> None:
    """Every fault of a rule file, with its line and key."""

    def describe_rules() -> str:
        rules = load(file)
        return f"{rules.title}, hash {rules.hash[:12]}"

    report_check(file, as_json, describe_rules)
