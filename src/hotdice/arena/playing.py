"""A stretch of a match's games, by compiled code where the bots allow it, else by the referee."""

from collections.abc import Callable
from contextlib import suppress

import numpy as np

from hotdice.arena.course import MOST_TURNS
from hotdice.arena.dice import GameDice
from hotdice.arena.match import Match
from hotdice.arena.sheets import CannotCompile
from hotdice.arena.tally import SCORE_BINS, SCORE_LOWEST, SCORE_WIDTH, SHARE, TURN_BINS, Tally
from hotdice.game import State, Step, do, new_game
from hotdice.odds.compiling import compiled_available
from hotdice.players import Player, make

MOST_ROLLS = 1_000
"""Rolls of one turn after which it counts as one without end: no roll of such a sheet is ever lost."""
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
    new_game(rules, seats, bags=match.bags)

    def play_stretch(first: int, last: int) -> Tally:
        tally = Tally(seats)
        shares = [0] * seats
        for game in range(first, last):
            state = new_game(rules, seats, first=match.starter(game), bags=match.bags)
            state = play_to_the_end(state, bots, GameDice(match.seed, match.dice_of(game)))
            winners = state.winners if state.over else _without_the_faulty(state, bots)
            if winners is None:
                raise EndlessGame(game)
            note_game(tally, shares, state, winners)
            if game % match.block == match.block - 1:
                tally.squares += np.array(shares, np.int64) ** 2
                tally.blocks += 1
                shares = [0] * seats
        return tally

    return play_stretch


def play_to_the_end(state: State, players: list[Player], dice: GameDice) -> State:
    """The last state of a game, or the state in which a game without end was stopped."""
    while not _endless(state) and not state.over and not all(map(sits_out, players)):
        command = dice.throw(state) if state.step is Step.WAIT else players[state.mover].choose(state)
        state, _ = do(state, command)
    return state


def _endless(state: State) -> bool:
    return state.turn > MOST_TURNS or state.roll > MOST_ROLLS


def sits_out(player: Player) -> bool:
    """Whether a player is a program that has failed too often and is asked no more."""
    return bool(getattr(player, "sits_out", False))


def _without_the_faulty(state: State, players: list[Player]) -> tuple[int, ...] | None:
    """Who wins a game that has no end because programs sit out: the best of the others; None if none does.

    Where all of them sit out nobody wins: a faulty program loses its games, and the others play on.
    """
    if not any(map(sits_out, players)):
        return None
    sound = [seat for seat, player in enumerate(players) if not sits_out(player)]
    best = max((state.totals[seat] for seat in sound), default=0)
    return tuple(seat for seat in sound if state.totals[seat] == best)


def note_game(tally: Tally, shares: list[int], state: State, winners: tuple[int, ...]) -> None:
    """Count a game that is over, for those who have won it."""
    turns = state.turn
    tally.games += 1
    tally.turns[min(turns, TURN_BINS - 1)] += 1
    tally.turn_sums += np.array([turns, turns * turns])
    for seat, total in enumerate(state.totals):
        tally.score_sums[seat] += np.array([total, total * total])
        tally.scores[seat, min(max((total - SCORE_LOWEST) // SCORE_WIDTH, 0), SCORE_BINS - 1)] += 1
    for seat in winners:
        tally.wins[seat, len(winners)] += 1
        shares[seat] += SHARE // len(winners)


def stretch_of(match: Match, players: list[Player] | None = None) -> tuple[Stretch, bool]:
    """The fastest way to play a match's games, and whether that is compiled code.

    `players` are those who play where it is not, for whoever wants to look at them afterwards.

    >>> stretch_of(Match("classic", ("random", "greedy")))[1]
    True
    >>> stretch_of(Match("munchkin-farkle", ("random", "schemer", "eager")))[1]
    False
    """
    if compiled_available() and not match.bags:
        from hotdice.arena.compiled_games import fast_stretch  # it cannot be had without numba

        with suppress(CannotCompile):
            return fast_stretch(match), True
    return referee_stretch(match, players), False
