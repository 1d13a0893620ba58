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
    fold,
    legal,
    new_game,
    outcomes,
    play,
    print_position,
    print_record,
)
from hotdice.game.notation import replay_turns
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


HOUSES: dict[str, tuple[list[str], tuple[str, ...], str]] = {
    "piggyback": (["dice=3", "piggyback=true"], (), "112:11 =200"),
    "joker": (["dice=3", "joker.face=1", "joker.dice=2"], (), ""),
    "instant": (["dice=3", "instant_win=[{ alike = 3 }]", 'instant_loss=[{ dice = "46" }]'], (), ""),
    "bump": (["dice=2", "bump=swap"], (), "hand=100"),
    "welfare": (["dice=2", "reach=exactly", "target=150", "overshoot=welfare"], (), "hand=100 hand=50"),
    "steps": (["dice=3", "bank_step=100"], (), ""),
    "last-licks": (["dice=2", "target=100", "last_chance=last_licks"], (), "hand=100"),
    "bags": (["dice=3"], ("1*devils-head,2*odd", "3*pie"), ""),
}
"""Rules of houses over a small sheet: settings, own dice, and what has been played already."""


def house_figures(name: str) -> dict[str, dict[str, int]]:
    """The counts of one of the rules of houses, from where it begins to matter."""
    settings, bags, line = HOUSES[name]
    _perft.cache_clear()
    start = new_game(load("busche-neller", settings), 2, first=0, bags=bags)
    state = fold(start, replay_turns(start, [(1, line)], [])) if line else start
    return {str(depth): dict(sorted(perft(state, depth).items())) for depth in DEPTHS[:4]}


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
    houses = json.dumps({name: house_figures(name) for name in HOUSES}, indent=1) + "\n"
    wanted[FOLDER / "pinned" / "houses.json"] = houses
    return wanted | {
        FOLDER / "golden" / f"{name}.farkle": print_record(golden_game(name)) for name in shipped()
    }
