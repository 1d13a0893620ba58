"""Positions with exact values: a benchmark set for those who build players."""

from collections.abc import Iterator
from typing import Any

from hotdice.arena.dice import GameDice
from hotdice.arena.numbers import game_key, seed_key
from hotdice.game import State, Step, do, new_game, print_position
from hotdice.players import make
from hotdice.players.exact_bots import ExactBot, champion
from hotdice.players.mixing import mix
from hotdice.rules import Ruleset

PARTNERS = ("err:1", "err:4", "thumb", "greedy")
"""Who plays the games, in turn: good and middling players meet more kinds of positions than perfect ones."""


def sample_positions(
    rules: Ruleset, count: int, seed: str, *, players: int = 2, first: int = 0
) -> Iterator[dict[str, Any]]:
    """One position of each of `count` games: the text, and every choice with its exact value, best first.

    A value is the chance to win, a shared win divided (for one player alone: the chance of the goal). `first`
    is the number of the first game. Three players need their table.

    >>> from hotdice.rules import load
    >>> first = next(sample_positions(load("kcd"), 1, "1"))
    >>> sorted(first), first["choices"][0]["loss"]
    (['choices', 'position', 'value'], 0.0)

    Raises:
        ValueError: the sheet is not solved.
    """
    judge = champion()
    judge.book(rules)
    seats = 1 if rules.solo_goal else players
    if seats > 2 and judge.trio_book(rules, seats) is None:
        raise ValueError("exact values for three need their table: hotdice solve RULES --players 3")
    for game in range(first, first + count):
        bots = [make(PARTNERS[(game + seat) % len(PARTNERS)]) for seat in range(seats)]
        met: list[State] = []
        state = new_game(rules, seats, first=0)
        dice = GameDice(seed, game)
        while not state.over:
            if state.step is Step.KEEP:
                met.append(state)
            command = dice.throw(state) if state.step is Step.WAIT else bots[state.mover].choose(state)
            state, _ = do(state, command)
        yield _described(judge, met[mix(game_key(seed_key(seed), game)) % len(met)])


def _described(judge: ExactBot, state: State) -> dict[str, Any]:
    choices = judge.values(state)
    best = choices[0].value
    return {
        "position": print_position(state),
        "value": best,
        "choices": [
            {
                "keep": choice.option.keep if choice.option else None,
                "action": choice.then,
                "value": choice.value,
                "loss": max(0.0, best - choice.value),
            }
            for choice in choices
        ],
    }
