"""A game of the day whose seed is known here: the open one, or a past one for practice."""

from pathlib import Path

from hotdice.door.game import Game
from hotdice.terminal.daily_files import keep_game


class OpenTable:
    """The game in a file, saved after every move."""

    def __init__(self, path: Path, game: Game) -> None:
        self._path = path
        self._game = game

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self._game

    def move(self, words: str) -> None:
        """Do a move and save it.

        Raises:
            IllegalMove: the referee refuses it.
        """
        self._game.move(words)
        keep_game(self._path, self._game)
