"""Counts of moves and outcomes to a fixed depth, the perft of the referee, and the golden records."""

import json
from collections import Counter
from functools import cache
from pathlib import Path

from hotdice.game import (
    Command,
    Phase,
    Record,
    SeededDice,
    State,
    Throw,
    legal,
    new_game,
    outcomes,
    play,
    print_position,
    print_record,
)
from hotdice.players import make, play_out
from hotdice.rules import Ruleset, load, shipped

FOLDER = Path(__file__).parent
DEPTHS = (1, 2, 3, 4, 5)
"""Steps of play: asking, dice, keep, decision, dice again."""


def perft(state: State, depth: int) -> Counter[str]:
    """How many ways lead `depth` steps on: all of them, and those that end on each kind of step."""
    return Counter(dict(_perft(_Wrapped(state), depth)))


class _Wrapped:
    """A state with its position as key, so that equal positions are counted once."""

    def __init__(self, state: State) -> None:
        self.state = state
        over = state.over or state.phase is Phase.ROLL_OFF
        self.key = repr((state.totals, state.winners)) if over else print_position(state)

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Wrapped) and self.key == other.key


@cache
def _perft(wrapped: _Wrapped, depth: int) -> tuple[tuple[str, int], ...]:
    state = wrapped.state
    if depth == 0 or state.over:
        return ((str(state.step), 1),)
    counts: Counter[str] = Counter()
    moves: list[tuple[Command, int]] = [(move, 1) for move in legal(state)]
    moves += [(Throw(faces), weight) for faces, weight in outcomes(state)]
    for command, weight in moves:
        result = play(state, command)
        assert isinstance(result, tuple)
        for step, ways in _perft(_Wrapped(result[0]), depth - 1):
            counts[step] += ways * weight
    return tuple(sorted(counts.items()))


def figures(rules: Ruleset) -> dict[str, dict[str, int]]:
    """The counts of one sheet from the first turn on."""
    _perft.cache_clear()
    state = new_game(rules, rules.min_players, first=0)
    return {str(depth): dict(sorted(perft(state, depth).items())) for depth in DEPTHS}


def golden_game(name: str) -> Record:
    """A whole game of a sheet between bots, always the same."""
    rules = load(name)
    count = rules.seats_allowed[min(1, len(rules.seats_allowed) - 1)]
    who = ("threshold:400", "greedy", "cautious", "threshold:600")[:count]
    names = ("Ann", "Bob", "Cleo", "Dan")[:count]
    _, events = play_out(new_game(rules, count), [make(bot) for bot in who], SeededDice("golden"))
    return Record(rules, names, who, "seeded golden", events=events)


def files() -> dict[Path, str]:
    """What `make golden` writes for this room."""
    wanted = {
        FOLDER / "pinned" / f"{name}.json": json.dumps(figures(load(name)), indent=1) + "\n"
        for name in shipped()
    }
    return wanted | {
        FOLDER / "golden" / f"{name}.farkle": print_record(golden_game(name)) for name in shipped()
    }
