"""A stretch of a match's games, by compiled code where the bots allow it, else by the referee."""

from collections.abc import Callable
from contextlib import suppress

import numpy as np

from hotdice.arena.course import MOST_TURNS
from hotdice.arena.dice import GameDice
from hotdice.arena.match import Match
from hotdice.arena.sheets import CannotCompile
from hotdice.arena.tally import SCORE_BINS, SCORE_LOWEST, SCORE_WIDTH, SHARE, TURN_BINS, Tally
from hotdice.game import Refusal, State, Step, new_game, play
from hotdice.odds.compiling import compiled_available
from hotdice.players import IllegalMove, Player, make

Stretch = Callable[[int, int], Tally]
"""Plays the games from a number up to another."""


class EndlessGame(ValueError):  # noqa: N818 - it names what happened
    """A game that these bots do not bring to an end."""

    def __init__(self, game: int) -> None:
        super().__init__(
            f"game {game + 1} has no end: after {MOST_TURNS:,} turns nobody has won; "
            "these bots do not bank enough to reach the target"
        )


def referee_stretch(match: Match, players: list[Player] | None = None) -> Stretch:
    """Plays stretches of a match with the referee: any sheet, any bot, the same games, slowly.

    >>> match = Match("classic", ("threshold:300", "greedy"), seed="1")
    >>> referee_stretch(match)(0, 20) == stretch_of(match)[0](0, 20)
    True
    """
    rules = match.rules
    seats = len(match.bots)
    bots = players or [make(bot) for bot in match.bots]
    new_game(rules, seats)

    def play_stretch(first: int, last: int) -> Tally:
        tally = Tally(seats)
        shares = [0] * seats
        for game in range(first, last):
            state = new_game(rules, seats, first=match.starter(game))
            state = play_to_the_end(state, bots, GameDice(match.seed, match.dice_of(game)))
            if not state.over:
                raise EndlessGame(game)
            note_game(tally, shares, state)
            if game % match.block == match.block - 1:
                tally.squares += np.array(shares, np.int64) ** 2
                tally.blocks += 1
                shares = [0] * seats
        return tally

    return play_stretch


def play_to_the_end(state: State, players: list[Player], dice: GameDice) -> State:
    """The last state of a game, or the state in which a game without end was stopped."""
    while not state.over and state.turn <= MOST_TURNS:
        command = dice.throw(state) if state.step is Step.WAIT else players[state.mover].choose(state)
        result = play(state, command)
        if isinstance(result, Refusal):
            raise IllegalMove(command, result)
        state = result[0]
    return state


def note_game(tally: Tally, shares: list[int], state: State) -> None:
    """Count a game that is over."""
    turns = state.turn
    tally.games += 1
    tally.turns[min(turns, TURN_BINS - 1)] += 1
    tally.turn_sums += np.array([turns, turns * turns])
    for seat, total in enumerate(state.totals):
        tally.score_sums[seat] += np.array([total, total * total])
        tally.scores[seat, min(max((total - SCORE_LOWEST) // SCORE_WIDTH, 0), SCORE_BINS - 1)] += 1
    for seat in state.winners:
        tally.wins[seat, len(state.winners)] += 1
        shares[seat] += SHARE // len(state.winners)


def stretch_of(match: Match) -> tuple[Stretch, bool]:
    """The fastest way to play a match's games, and whether that is compiled code.

    >>> stretch_of(Match("classic", ("random", "greedy")))[1]
    True
    >>> stretch_of(Match("munchkin-farkle", ("eager", "schemer", "eager")))[1]
    False
    """
    if compiled_available():
        from hotdice.arena.compiled_games import fast_stretch  # it cannot be had without numba

        with suppress(CannotCompile):
            return fast_stretch(match), True
    return referee_stretch(match), False
