"""A whole game with cards between bots, as the readable record that the documents show."""

from pathlib import Path

from hotdice.game import Record, SeededDice, new_game, print_record
from hotdice.players import make, play_out
from hotdice.rules import load

DOCS = Path(__file__).parents[3] / "docs"
NAMES = ("Ann", "Bob", "Cleo", "Dan")
WHO = ("schemer", "eager", "schemer", "greedy")


def game_with_cards() -> Record:
    """The game of the documents, always the same."""
    rules = load("munchkin-farkle")
    _, events = play_out(new_game(rules, len(WHO)), [make(bot) for bot in WHO], SeededDice("umbrella"))
    return Record(rules, NAMES, WHO, "seeded umbrella", events=events)


def files() -> dict[Path, str]:
    """What `make golden` writes for the cards."""
    return {DOCS / "munchkin-farkle-game.farkle": print_record(game_with_cards())}
