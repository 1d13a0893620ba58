"""Paper: plays what stands on the strategy card of the sheet, and nothing else.

Where the sheet has a rule to remember (`python -m scripts.paper_rules` looks for them with the exact value of
each, see `paper_rule`), `paper` plays the back of the card, at most twelve numbers that look at the scores,
too, and `paper:3` the front, three numbers. Elsewhere both play the plain card: a total at which to stop for
each number of dice left, from the solver's best play of single turns, and what the dice are worth that stay
in hand; what is set aside is whatever brings the most points together with them.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec

from hotdice.game import Bank, Command, Keep, PassWindow, Phase, Roll, State, Step, TakeOver, can
from hotdice.game.choices import lowest_dice
from hotdice.odds.rolls import ways
from hotdice.odds.turn import solve_turn
from hotdice.players.keeping import takes_over, total_to_win
from hotdice.players.paper_rule import TIE, PaperRule, card_rules, first_to_reach, least_that_counts
from hotdice.players.plan import NEVER, KeepRule, Plan, follow
from hotdice.players.unsolved import without_a_table
from hotdice.rules import FACES, LastChance, Option, Ruleset, Ties, sorted_rolls

SEEN_FROM = (100, 150, 200, 250, 300, 350, 400)
"""Turn totals from which the worth of dice in hand is looked at; the one that plays best is taken."""
ROUND_TO = 50
_MOST_ROWS = 400


class PaperBot:
    """Follows the card of whatever sheet is played: its back, or with three numbers its front.

    >>> from hotdice.game import parse_position
    >>> bot = PaperBot()
    >>> bot.choose(parse_position("busche-neller~r1~s1~m1~n~0.0.y_0.0.y~t400.3"))
    Bank(seat=0)
    >>> bot.choose(parse_position("busche-neller~r1~s1~m1~n~0.0.y_6000.0.y~t400.3"))
    Roll(seat=0)
    """

    def __init__(self, numbers: int = 12) -> None:
        self.numbers = numbers

    def rule(self, rules: Ruleset) -> PaperRule | None:
        """The rule that it follows; None where the sheet has only a plain card."""
        card = card_rules(rules)
        return None if card is None else card.front if self.numbers == 3 else card.back

    def plan(self, rules: Ruleset) -> Plan:
        """The plain card as a plan, for sheets without a rule."""
        return card_plan(rules)

    def choose(self, state: State) -> Command:
        """Follow the rule, or else the plan."""
        rule = self.rule(state.rules)
        if rule is None or state.phase is Phase.PLAY_OFF:
            return without_a_table(state) or follow(card_plan(state.rules), state)
        return without_a_table(state) or follow_rule(rule, state)


class Standing(NamedTuple):
    """A rule where somebody stands: what both miss, the least that counts, and what a last turn needs."""

    rule: PaperRule
    mine: int
    theirs: int
    least: int
    need: int | None
    half: bool

    def liking(self, total: int, dice: int) -> float:
        """How a choice is liked that leads to a turn total with so many dice to roll."""
        if self.need is None:
            return self.rule.liking(total, dice, self.mine, self.theirs, self.least)
        return self.rule.last_liking(total, dice, self.need, half=self.half)

    def stops(self, total: int, dice: int) -> bool:
        """Whether to stop."""
        if self.need is None:
            return self.rule.stops_with(total, dice, self.mine, self.theirs, self.least)
        return self.rule.last_stops(total, dice, self.need, half=self.half)

    def stop_total(self, dice: int) -> int | None:
        """The lowest total at which to stop; None: never."""
        if self.need is None:
            return self.rule.stop_total(dice, self.mine, self.theirs, self.least)
        return self.need


def standing(rule: PaperRule, state: State) -> Standing:
    """A rule as it holds for the one who moves.

    >>> from hotdice.game import parse_position
    >>> state = parse_position("busche-neller~r1~s1~m1~n~4000.0.y_7000.0.y~t400.3")
    >>> standing(PaperBot().rule(state.rules), state).stop_total(3)
    734
    """
    seat, goal, reach = state.seats[state.mover], total_to_win(state), first_to_reach(state.rules)
    rivals = [state.seats[other].total for other in state.active if other != state.mover]
    mine, theirs = reach - seat.total, reach - max(rivals, default=0)
    if state.rules.last_chance is LastChance.NONE:
        rule = msgspec.structs.replace(rule, lead=-NEVER)
    return Standing(
        rule.numbers_for(mine, theirs),
        mine,
        theirs,
        least_that_counts(state.rules, opened=seat.opened),
        None if goal is None else goal - seat.total,
        state.rules.ties is Ties.SHARED,
    )


def follow_rule(rule: PaperRule, state: State) -> Command:
    """The next command of somebody who follows a rule; on a last turn it gives way to the total that wins."""
    if state.step in (Step.FARKLE, Step.STOP):
        return PassWindow(state.mover)
    if state.step not in (Step.KEEP, Step.DECIDE):
        return TakeOver(state.mover) if takes_over(state) else Roll(state.mover)
    here = standing(rule, state)
    if state.step is Step.KEEP:
        best, liked = None, 0.0
        for option in state.rules.table.options(state.faces).options:
            found = here.liking(state.turn_total + option.points, option.dice_left or state.turn_dice)
            if best is None or found > liked + TIE:
                best, liked = option, found
        assert best is not None
        return Keep(state.mover, lowest_dice(state, best.keep))
    bank = Bank(state.mover)
    enough = here.stops(state.turn_total, len(state.dice_to_roll))
    return bank if enough and can(state, bank) else Roll(state.mover)


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
