"""Paper: plays what stands on the strategy card of the sheet, and nothing else.

The card has a total at which to stop for each number of dice left, from the solver's best play of single
turns, and what the dice are worth that stay in hand: what is set aside is whatever brings the most points
together with them. Both rows fit on a slip of paper.
"""

from collections.abc import Sequence
from functools import lru_cache

from hotdice.game import Command, State
from hotdice.odds.rolls import ways
from hotdice.odds.turn import solve_turn
from hotdice.players.plan import NEVER, KeepRule, Plan, follow
from hotdice.rules import FACES, Option, Ruleset, sorted_rolls

SEEN_FROM = (100, 150, 200, 250, 300, 350, 400)
"""Turn totals from which the worth of dice in hand is looked at; the one that plays best is taken."""
ROUND_TO = 50
_MOST_ROWS = 400


class PaperBot:
    """Follows the card of whatever sheet is played.

    >>> from hotdice.game import parse_position
    >>> PaperBot().choose(parse_position("busche-neller~r1~s1~m1~n~0.0.y_0.0.y~t400.3"))
    Bank(seat=0)
    """

    def plan(self, rules: Ruleset) -> Plan:
        """The card as a plan."""
        return card_plan(rules)

    def choose(self, state: State) -> Command:
        """Follow the plan."""
        return follow(card_plan(state.rules), state)


def stops_of(rules: Ruleset) -> tuple[int, ...]:
    """The totals at which to stop, by dice left from one up.

    >>> from hotdice.rules import load
    >>> stops_of(load("busche-neller"))
    (250, 250, 400, 1000, 2900, 10050)
    """
    found = solve_turn(rules).bank_at()
    return tuple(NEVER if found[dice] is None else int(found[dice] or 0) for dice in range(1, rules.dice + 1))


@lru_cache(maxsize=256)
def weighing(worths: tuple[int, ...]) -> KeepRule:
    """Keeps what brings the most points together with the worth of the dice that are left.

    >>> from hotdice.rules import load
    >>> roll = load("classic").table.options([1, 5, 2, 3, 4, 4]).options
    >>> weighing((0, 0, 50, 100, 250, 500))(roll).keep, weighing((0,) * 6)(roll).keep
    ('1', '15')
    """

    def keep(options: Sequence[Option]) -> Option:
        return max(options, key=lambda option: option.points + worths[(option.dice_left or len(worths)) - 1])

    return keep


@lru_cache(maxsize=32)
def card_worths(rules: Ruleset) -> tuple[int, ...]:
    """What one, two, ... dice in hand are worth on the card of a sheet.

    >>> from hotdice.rules import load
    >>> card_worths(load("busche-neller"))
    (0, 0, 0, 100, 250, 400)
    """
    stops, answer = stops_of(rules), solve_turn(rules)
    found = [
        tuple(
            ROUND_TO * round(max(0.0, answer.value(total, dice) - total) / ROUND_TO)
            for dice in range(1, rules.dice + 1)
        )
        for total in SEEN_FROM
    ]
    return max(found, key=lambda worths: mean_points(rules, Plan(stops, weighing(worths))))


@lru_cache(maxsize=32)
def card_plan(rules: Ruleset) -> Plan:
    """The plan on the card of a sheet."""
    return Plan(stops_of(rules), weighing(card_worths(rules)))


def mean_points(rules: Ruleset, plan: Plan) -> float:
    """The mean of a turn that follows a plan, exactly, for somebody on the board; farkles count nothing.

    >>> from hotdice.rules import load
    >>> round(mean_points(load("busche-neller"), Plan((300,) * 6)), 1)
    379.1
    """
    step, full = rules.step, rules.dice
    kinds = [_kinds(rules, plan.keep, dice) for dice in range(1, full + 1)]
    rows = min(_MOST_ROWS, max((stop for stop in plan.stop_at if stop < NEVER), default=0) // step + 1)
    least = max(rules.minimum, step)
    value: dict[tuple[int, int], float] = {}

    def worth(row: int, dice: int) -> float:
        total = row * step
        if row >= rows or (total >= plan.stop_at[dice - 1] and total >= least):
            return float(total)
        return value[row, dice]

    for row in range(rows - 1, -1, -1):
        for dice in range(full, 0, -1):
            value[row, dice] = sum(
                chance * worth(row + points, left) for (points, left), chance in kinds[dice - 1].items()
            )
    return value[0, full]


def _kinds(rules: Ruleset, keep: KeepRule, dice: int) -> dict[tuple[int, int], float]:
    """What a roll leads to under a rule for keeping: points in steps, dice of the next roll."""
    found: dict[tuple[int, int], float] = {}
    for roll in sorted_rolls(dice):
        options = rules.table.options(roll).options
        if options:
            option = keep(options)
            key = option.points // rules.step, option.dice_left or rules.dice
            found[key] = found.get(key, 0.0) + ways(roll) / FACES**dice
    return found
