"""Games between bots, as records to review."""

from collections.abc import Sequence

from hotdice.game import Record, SeededDice, new_game
from hotdice.players import make, play_out
from hotdice.rules import Ruleset, load

NAMES = ("Ann", "Bob", "Cleo", "Dan")


def played(sheet: str | Ruleset, bots: Sequence[str], seed: str) -> Record:
    """A game between bots with seeded dice."""
    rules = load(sheet) if isinstance(sheet, str) else sheet
    _, events = play_out(new_game(rules, len(bots)), [make(bot) for bot in bots], SeededDice(seed))
    return Record(rules, NAMES[: len(bots)], tuple(bots), f"seeded {seed}", events=events)
