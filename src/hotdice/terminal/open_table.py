"""A game of the day whose seed is known here: the open one, or a past one for practice."""

from pathlib import Path

from hotdice.door.game import Game
from hotdice.terminal.daily_files import keep_game
from hotdice.terminal.daily_play import DayTable


class OpenTable(DayTable):
    """The game in a file, saved after every move."""

    def __init__(self, path: Path, game: Game) -> None:
        self._path = path
        self.game = game

    def move(self, words: str) -> None:
        """Do a move and save it."""
        self.game.move(words)
        keep_game(self._path, self.game)
