"""How large a solve would be, before it is begun."""

from dataclasses import dataclass

from hotdice.odds.compiling import compiled_available
from hotdice.odds.lanes import threads
from hotdice.odds.plan import roll_plan
from hotdice.odds.refusals import Goal, Unsolvable, check_goal
from hotdice.odds.standings import standings
from hotdice.rules import LastChance, Ruleset

MAX_STATES = 25_000_000
_SECONDS_PER_POSITION = 2e-8
_WITHOUT_COMPILER = 60.0


@dataclass(frozen=True)
class Estimate:
    """States to be stored, positions within them, and a guess of the seconds."""

    states: int
    positions: int
    seconds: float


def estimate(rules: Ruleset, goal: Goal, *, lowest: int | None = None, players: int = 2) -> Estimate:
    """How large a solve would be.

    >>> from hotdice.rules import load
    >>> estimate(load("facebook"), "race").states
    562500
    >>> estimate(load("munchkin-farkle-plain"), "race", players=3).states
    24361803
    """
    plan_rows = 400
    passes = 3.0
    counters = rules.penalty.count if rules.penalty.points else 1
    marks = counters * (2 if rules.opening else 1)
    if goal == "race":
        places = standings(rules, lowest)
        states = places.states
        rows = places.totals // 2 + (0 if rules.last_chance is LastChance.NONE else 100)
        passes = 12.0 if rules.penalty.points else 5.0
        if players == 3:
            states = places.count**3 * (3 if rules.last_chance is LastChance.FINISH_ROUND else 1)
            passes = 7.0  # two rounds and three numbers in place of one
        elif players > 3:
            states, passes = places.count**players, 15.0
    elif goal == "rounds":
        widest = 2 * plan_rows + 1
        states, rows = 2 * rules.rounds * marks**2 * widest, plan_rows
    elif goal == "solitaire":
        rows = rules.solo_goal // rules.step + plan_rows
        states = rules.rounds * marks * rows
    else:
        states, rows = counters, plan_rows
    positions = states * rows * rules.dice
    slow = 1.0 if compiled_available() else _WITHOUT_COMPILER
    return Estimate(states, positions, positions * passes * slow * _SECONDS_PER_POSITION / threads())


def check_size(
    rules: Ruleset,
    goal: Goal,
    *,
    max_states: int = MAX_STATES,
    lowest: int | None = None,
    players: int = 2,
    own: bool = False,
) -> Estimate:
    """The estimate, or a refusal where it is more than may be solved.

    >>> from hotdice.rules import from_raw
    >>> huge = from_raw({"target": 1_000_000, "scoring": {"singles": {"1": 1, "5": 100}}})
    >>> check_size(huge, "race")
    Traceback (most recent call last):
    hotdice.odds.refusals.Unsolvable: max-states: 1,000,000,000,000 states are more than 25,000,000; \
about 4.2e+07 hours. A smaller target, or scores that are multiples of more than 1, make it smaller

    `own` says that players have dice of their own: `duels.check_duel` says whether that is solved.

    Raises:
        Unsolvable: there would be too many states.
    """
    size = estimate(rules, goal, lowest=lowest, players=players)
    if size.states > max_states:
        raise Unsolvable(
            "max-states",
            f"{size.states:,} states are more than {max_states:,}; about {size.seconds / 3600:.2g} hours. "
            f"A smaller target, or scores that are multiples of more than {rules.step}, make it smaller",
        )
    if not own:
        check_goal(rules, goal)
        roll_plan(rules)
    return size
