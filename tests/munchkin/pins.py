"""The whole game of bots that the documentation shows."""

from pathlib import Path

from hotdice.munchkin import Record, SeededChance, load, new_game, print_record
from hotdice.players.munchkin_player import play_out
from hotdice.players.munchkin_registry import make_munchkin

GAME = Path(__file__).parents[2] / "docs" / "munchkin-game.txt"
SEED = "13"
PLAYERS = ("shrewd", "gambler", "steady")


def sample_game() -> Record:
    """Three bots of different appetite for the die, with a fixed seed."""
    bots = [make_munchkin(name) for name in PLAYERS]
    _, commands = play_out(new_game(load(), len(bots)), bots, SeededChance(SEED))
    names = tuple(name.capitalize() for name in PLAYERS)
    return Record(load(), names, PLAYERS, f"seeded {SEED}", commands=commands)


def files() -> dict[Path, str]:
    """What each pinned file must hold."""
    return {GAME: print_record(sample_game(), story=True)}
