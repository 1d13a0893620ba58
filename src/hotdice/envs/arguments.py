"""Arguments that several environments take, and the sentences for those that make no sense."""

from typing import Literal

from hotdice.players.judging import Judge
from hotdice.rules import Ruleset

Reward = Literal["win", "points"]


def check_reward(reward: Reward) -> None:
    """Refuse a reward that there is not.

    Raises:
        ValueError: it is neither win nor points.
    """
    if reward not in ("win", "points"):
        raise ValueError(f"reward is 'win' or 'points', not {reward!r}")


def check_seat(seat: int, seats: int) -> None:
    """Refuse a seat that there is not.

    >>> check_seat(2, 3)

    Raises:
        ValueError: there are fewer seats.
    """
    if not 0 <= seat < seats:
        raise ValueError(f"seat is from 0 to {seats - 1}, not {seat}")


def judge_for(rules: Ruleset, regret: bool) -> Judge | None:
    """Who says what actions lose, if that is asked for; a sheet is solved when it is first needed."""
    return Judge(rules) if regret else None
