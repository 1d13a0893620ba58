"""Bots of the Munchkin Dice table against each other: many games, seats rotated, shares of wins."""

from collections.abc import Sequence
from math import sqrt

import msgspec

from hotdice.munchkin import SeededChance, load, new_game
from hotdice.munchkin.commands import RollDie
from hotdice.players.munchkin_player import play_out
from hotdice.players.munchkin_registry import make_munchkin


class Standing(msgspec.Struct, frozen=True):
    """One bot over all games: its share of wins with a 95 % interval, its mean level, its rolls a game."""

    seat: int
    bot: str
    wins: float
    rate: float
    low: float
    high: float
    mean_level: float
    rolls: float


class Contest(msgspec.Struct, frozen=True):
    """The result of many games."""

    games: int
    mean_turns: float
    standings: tuple[Standing, ...]


def contest(bots: Sequence[str], games: int, *, seed: str = "1") -> Contest:
    """Let bots play; game by game everybody moves on one seat, so that nobody keeps a good one.

    >>> found = contest(["steady", "steady"], 2)
    >>> sum(standing.wins for standing in found.standings)
    2.0

    Raises:
        UnknownBot: there is no such bot.
        ValueError: the sheet does not allow that many players.
    """
    sheet, count = load(), len(bots)
    wins, levels, rolls = [0.0] * count, [0] * count, [0] * count
    turns = 0
    for number in range(games):
        order = [(place + number) % count for place in range(count)]
        players = [make_munchkin(bots[who]) for who in order]
        state, commands = play_out(new_game(sheet, count), players, SeededChance(f"{seed}/{number}"))
        turns += state.turn
        for place, who in enumerate(order):
            wins[who] += (place in state.winners) / len(state.winners)
            levels[who] += state.seats[place].level
        for command in commands:
            if isinstance(command, RollDie):
                rolls[order[command.seat]] += 1
    standings: list[Standing] = []
    for who, bot in enumerate(bots):
        low, high = _interval(wins[who], games)
        rate, level, roll = wins[who] / games, levels[who] / games, rolls[who] / games
        standings.append(Standing(who + 1, bot, wins[who], rate, low, high, level, roll))
    return Contest(games, turns / games, tuple(standings))


def _interval(wins: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    z, share = 1.96, wins / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return max(0.0, middle - half), min(1.0, middle + half)
