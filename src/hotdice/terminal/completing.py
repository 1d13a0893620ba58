"""What a shell may offer behind a word: sheets, decks, bots, files; imported when it is asked for."""

from collections.abc import Iterable

import click
from click.shell_completion import CompletionItem


def _beginning(names: Iterable[str], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


def files(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Files, as the shell itself knows them."""
    return [CompletionItem(incomplete, type="file")]


def sheets(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The shipped sheets, or a rule file.

    >>> [item.value for item in sheets(None, None, "mar")]
    ['marina', 'marina-solitaire']
    """
    from hotdice.rules import shipped

    return _beginning(shipped(), incomplete) or files(ctx, param, incomplete)


def decks(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The shipped decks, or a deck file."""
    from hotdice.rules.decks import shipped_decks

    return _beginning(shipped_decks(), incomplete) or files(ctx, param, incomplete)


def bots(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The bots of Farkle, for the last of several with commas.

    >>> [item.value for item in bots(None, None, "greedy,ca")]
    ['greedy,cautious']
    """
    from hotdice.players import bots as line_up

    return _seats([bot.name + (":" if bot.needs_argument else "") for bot in line_up()], incomplete)


def players(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The same where people sit too.

    >>> [item.value for item in players(None, None, "human,hu")]
    ['human,human']
    """
    return [*_seats(["human"], incomplete), *bots(ctx, param, incomplete)]


def munchkin_players(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """People and bots of the Munchkin Dice table."""
    from hotdice.players.munchkin_registry import munchkin_bots

    return _seats(["human", *(bot.name for bot in munchkin_bots())], incomplete)


def _seats(names: Iterable[str], incomplete: str) -> list[CompletionItem]:
    before, comma, last = incomplete.rpartition(",")
    return [CompletionItem(f"{before}{comma}{item.value}") for item in _beginning(names, last)]
