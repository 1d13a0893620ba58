"""The front door of the library: a game that one plays with, and what is known about it."""

from hotdice.door.game import Game
from hotdice.door.knowing import Knowledge, solve

__all__ = ["Game", "Knowledge", "solve"]
