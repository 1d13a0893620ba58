"""Bots that fit on paper: one keep for each roll, and a total at which to stop for each number of dice left.

Whatever can be written down so can be compiled to tables, and then plays a million games a second.
"""

from collections.abc import Callable, Sequence
from typing import Protocol, runtime_checkable

from hotdice.frozen import Frozen
from hotdice.game import Bank, Command, Keep, PassWindow, Roll, State, Step, TakeOver, can
from hotdice.game.choices import lowest_dice
from hotdice.players.keeping import takes_over, total_to_win
from hotdice.rules import Option, Ruleset

KeepRule = Callable[[Sequence[Option]], Option]
"""Chooses among the legal keeps of a roll, which stand best first by points."""

NEVER = 1 << 40
"""A total that no turn reaches."""


def most_points(options: Sequence[Option]) -> Option:
    """The keep with the most points, of equal ones that with the fewest dice: the first in the list."""
    return options[0]


class Plan(Frozen):
    """What stands on the paper: `stop_at[n - 1]` is the total at which to stop with n dice to roll.

    After hot dice all dice are there to roll. A stop that is not legal yet is made up for by rolling on,
    and on a last turn the plan gives way to the total that wins.
    """

    stop_at: tuple[int, ...]
    keep: KeepRule = most_points


@runtime_checkable
class Planned(Protocol):
    """A bot that can write down its plan for a rule set."""

    def plan(self, rules: Ruleset) -> Plan:
        """The plan."""


def follow(plan: Plan, state: State) -> Command:
    """The next command of a bot with this plan.

    >>> from hotdice.game import parse_position
    >>> follow(Plan((300,) * 6), parse_position("busche-neller~r1~s1~m1~n~0.0.y_0.0.y~t350.3"))
    Bank(seat=0)
    """
    if state.step in (Step.FARKLE, Step.STOP):
        return PassWindow(state.mover)  # no card stands on the paper
    if state.step is Step.KEEP:
        option = plan.keep(state.rules.table.options(state.faces).options)
        return Keep(state.mover, lowest_dice(state, option.keep))
    if state.step is not Step.DECIDE:
        return TakeOver(state.mover) if takes_over(state) else Roll(state.mover)
    goal = total_to_win(state)
    if goal is None:
        enough = state.turn_total >= plan.stop_at[min(len(state.dice_to_roll), len(plan.stop_at)) - 1]
    else:
        enough = state.seats[state.mover].total + state.turn_total >= goal
    bank = Bank(state.mover)
    return bank if enough and can(state, bank) else Roll(state.mover)
