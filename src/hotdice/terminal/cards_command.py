"""`hotdice cards`: which decks there are, one of them in words, the faults of a deck file."""

import textwrap

import click

from hotdice.rules import RulesError
from hotdice.rules.decks import deck_to_raw, load_deck, shipped_decks
from hotdice.terminal import completing
from hotdice.terminal.options import add_check, fail, json_option, print_json
from hotdice.terminal.telling import counted
from hotdice.terminal.telling_cards import describe_card


@click.group()
def command() -> None:
    """The decks of cards: list them, show one in words, check a file."""


@command.command("list")
@json_option
def list_decks(as_json: bool) -> None:
    """The shipped decks."""
    decks = [load_deck(name) for name in shipped_decks()]
    if as_json:
        rows = [
            {"name": deck.name, "title": deck.title, "cards": len(deck.cards), "hash": deck.hash}
            for deck in decks
        ]
        print_json({"decks": rows})
        return
    for deck in decks:
        click.echo(f"{deck.name:<16} {len(deck.cards):>2} cards  {deck.title}")


@command.command("show")
@click.argument("deck", shell_complete=completing.decks)
@json_option
def show(deck: str, as_json: bool) -> None:
    """One deck in words: a shipped name or a deck file."""
    try:
        found = load_deck(deck)
    except RulesError as error:
        fail(str(error))
    if as_json:
        print_json({"hash": found.hash} | deck_to_raw(found))
        return
    click.echo(found.title)
    if found.source:
        click.echo(textwrap.fill(found.source, 78))
    click.echo(f"Colours: {', '.join(colour.name for colour in found.colours)}. Hash: {found.hash[:12]}\n")
    for card in found.cards:
        click.echo(textwrap.fill(describe_card(card), 78, initial_indent="- ", subsequent_indent="  "))


def _deck(file: str) -> str:
    deck = load_deck(file)
    return f"{deck.title}, {counted(len(deck.cards), 'card')}, hash {deck.hash[:12]}"


add_check(command, "deck file", _deck)
