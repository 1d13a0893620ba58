"""Vectors of the coach: what every choice of a position is worth, and which choices are best."""

import random
from collections.abc import Iterator

from hotdice.coach.places import NothingToSay, check_moment
from hotdice.coach.solved_values import PointValues, WinValues
from hotdice.coach.sources import values_for
from hotdice.coach.turn_values import TurnOnly
from hotdice.coach.turns import Values
from hotdice.game import (
    Phase,
    PositionError,
    Refusal,
    State,
    Step,
    new_game,
    parse_position,
    play,
    print_position,
)
from hotdice.game.commands import Correct
from hotdice.odds.plan import roll_plan
from hotdice.odds.refusals import check_goal
from hotdice.odds.turn import rows_that_matter
from hotdice.rules import HotDice, RulesError, Ruleset, load, shipped
from hotdice.testing.drawing import draw_rules
from hotdice.testing.vectors import Vector, any_command

CLOSE = 1e-9
"""Values within this are the same."""
LONGEST = 2000
"""A drawn sheet whose turns can go on beyond so many steps is drawn anew: solving it takes minutes."""


def value_vectors(rng: random.Random, count: int) -> Iterator[Vector]:
    """Positions of games, ends of games among them, with the worth of every choice."""
    done = 0
    while done < count:
        for vector in _of_one_game(rng):
            if done < count:
                done += 1
                yield vector


def _rules(rng: random.Random) -> Ruleset:
    if rng.random() < 0.75:
        return load(rng.choice([name for name in shipped() if load(name).deck is None]))
    while True:
        rules = draw_rules(rng, max_dice=6, cards=False)
        try:
            if _is_short(rules):
                TurnOnly(rules)
                return rules
        except (ValueError, RulesError):
            continue


def _is_short(rules: Ruleset) -> bool:
    """Whether single turns of a sheet are solved in a moment.

    Raises:
        Unsolvable: they are not solved at all.
    """
    check_goal(rules, "turn")
    forced = rules.hot_dice is HotDice.FORCED
    return rows_that_matter(roll_plan(rules, pruned=True), forced=forced, most=LONGEST) < LONGEST


def _of_one_game(rng: random.Random) -> Iterator[Vector]:
    rules = _rules(rng)
    players = rules.min_players if rules.min_players != 2 or rng.random() < 0.1 else 2
    state = new_game(rules, players, first=rng.randrange(players))
    for _ in range(rng.randint(1, 8)):
        state = _somewhere(rng, state)
        for _ in range(rng.randint(3, 25)):
            result = play(state, any_command(rng, state, legal_only=True))
            if isinstance(result, Refusal):
                break
            state = result[0]
            if state.over:
                return
            if state.step in (Step.KEEP, Step.DECIDE) and rng.random() < 0.3:
                vector = value_vector(state)
                if vector is not None:
                    yield vector


def _somewhere(rng: random.Random, state: State) -> State:
    """The same game with other totals, near the end more often than not."""
    rules, step = state.rules, state.rules.step
    if state.step is not Step.ROLL or state.phase is Phase.ROLL_OFF:
        return state
    for seat in range(len(state.seats)):
        most = rules.target - step if rules.target else 4000
        total = rng.randrange(0, most + 1, step) if rng.random() < 0.4 else most - step * rng.randint(0, 30)
        farkles = rng.randrange(rules.penalty.count) if rules.penalty.points else 0
        result = play(state, Correct(seat, max(total, 0), True, farkles))
        state = state if isinstance(result, Refusal) else result[0]
    return state


def value_vector(state: State) -> Vector | None:
    """The worth of every choice of a moment, in the unit of the sheet; None where it is not known exactly.

    >>> found = value_vector(parse_position("kcd~r9~s1~m1~n~2500.0.y_2600.0.y~t400.3.155"))
    >>> found["unit"], found["best"]
    ('win', [['roll', '155']])
    """
    try:
        position = print_position(state)
        state = parse_position(position)
        check_moment(state)
        values: Values = values_for(state)
        if not isinstance(values, WinValues | PointValues | TurnOnly):
            return None
        turn = values.turn(state)
    except (NothingToSay, PositionError, ValueError):
        return None
    choices = turn.choices(state)
    best = [[one.action, one.keep] for one in choices if choices[0].value - one.value <= CLOSE]
    return {
        "kind": "values",
        "position": position,
        "unit": values.unit,
        "source": turn.source.kind,
        "choices": [[one.action, one.keep, one.value, one.worth.points] for one in choices],
        "best": sorted(best, key=str),
    }
