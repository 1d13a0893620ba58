"""Who decides: one small protocol, and a bot a file."""

from hotdice.game import IllegalMove
from hotdice.players.player import Player, play_out
from hotdice.players.registry import Bot, UnknownBot, bots, make

__all__ = ["Bot", "IllegalMove", "Player", "UnknownBot", "bots", "make", "play_out"]
