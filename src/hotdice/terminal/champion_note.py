"""What is said where a champion plays a game of three or more without their table."""

from collections.abc import Sequence

import click

from hotdice.rules import Ruleset


def note_champions(rules: Ruleset, bots: Sequence[str]) -> None:
    """Say on standard error how a champion among the bots makes do, if it must."""
    if len(bots) < 3 or "champion" not in bots or not rules.target:
        return
    from hotdice.players.exact_bots import Champion

    said = Champion().falls_back(rules, len(bots))
    if said:
        click.echo(f"hotdice: {said}", err=True)
