"""The one public Farkle package on PyPI that can play a game by itself: `pyfarkle` (0.1), a terminal game.

Its computer player "Happy Harry" keeps the most points and stops above 750, by the table that we call
`facebook`. It is no part of our lock; install it to compare: `pip install pyfarkle`.
"""

from collections.abc import Callable

from hotdice.arena import Match
from hotdice.arena.compiled_games import compiled_stretch
from hotdice.arena.playing import referee_stretch

TARGET = 10_000


def peer_games() -> Callable[[int], int] | None:
    """A function that plays so many games of two Harrys with the peer's code; nothing where it is missing."""
    try:
        from pyfarkle.game import AI_NAMES, FarkleGame
    except ImportError:
        return None

    def play_one() -> None:
        game = FarkleGame(player1=AI_NAMES[1], player2=AI_NAMES[1], points=TARGET)
        while True:
            player = game.player
            player.rollem()
            if player.is_farkle:
                game.next_player()
                continue
            held, stop = player.ai_holds()
            player.hold(held)
            if stop:
                player.bank()
                if player.totalscore >= game.winscore:
                    return
                game.next_player()

    def play(games: int) -> int:
        for _ in range(games):
            play_one()
        return games

    return play


def our_games() -> tuple[Callable[[int], int], Callable[[int], int]]:
    """The same kind of game by our referee and by our compiled simulator."""
    match = Match("facebook", ("threshold:800", "threshold:800"), "peer")
    slow, fast = referee_stretch(match), compiled_stretch(match)
    return (lambda games: slow(0, games).games), (lambda games: fast(0, games).games)
