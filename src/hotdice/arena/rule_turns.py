"""One turn of somebody who follows the rule on the strategy card, inside compiled code.

It is what `players.paper_rule` says, in the same whole numbers; a test holds the two together. Offers are
those of `lot_turns`.
"""

import numpy as np

from hotdice.arena.numbers import fast_mix
from hotdice.arena.sheets import Sheet, Words
from hotdice.arena.turns import FARKLE, may_stop, roll_address
from hotdice.odds.compiling import compiled, compiled_apart
from hotdice.players.mixing import GOLDEN
from hotdice.players.paper_rule import FIRST, TIE, WON, PaperRule, first_to_reach, least_that_counts
from hotdice.players.policy_kernel import NO_GOAL
from hotdice.rules import LastChance, Ruleset, Ties

_GOLDEN = np.uint64(GOLDEN)
FAR = 1 << 25
"""A lead that nobody has; no turn reaches it either."""
EASE, NEAR, LEAD, FADE, REACH, CLOSED, OPEN, HALF = range(8)
NUMBERS = 8
"""After these come the totals to stop at for one, two, ... dice (-1: never), then the worths in hand."""


def rule_words(rules: Ruleset, rule: PaperRule) -> Words:
    """A rule as words for the tables.

    >>> from hotdice.players.paper_rule import card_rules
    >>> from hotdice.rules import load
    >>> rules = load("busche-neller")
    >>> rule_words(rules, card_rules(rules).front)[NUMBERS:].tolist()
    [250, 250, 400, -1, -1, -1, 0, 0, 0, 150, 300, 450]
    """
    chased = rules.last_chance is not LastChance.NONE
    lead = -FAR if not chased else FAR if rule.lead is None else rule.lead
    least = [least_that_counts(rules, opened=opened) for opened in (False, True)]
    half = int(rules.ties is Ties.SHARED)
    stops = [-1 if stop is None else stop for stop in rule.stops]
    numbers = [rule.ease, rule.near, lead, int(rule.fade), first_to_reach(rules), *least, half]
    return np.array([*numbers, *stops, *rule.worths], np.int32)


@compiled
def _stops(sheet: Sheet, tables: Words, rule: int, mine: int, theirs: int, total: int, dice: int) -> bool:
    """Whether to stop, where neither wins nor what counts at least decides."""
    if theirs <= tables[rule + NEAR] and total < mine:
        return False
    stop, ease = int(tables[rule + NUMBERS + dice - 1]), int(tables[rule + EASE])
    if stop < 0:
        return False
    return total >= stop if ease < 0 else total * (theirs + ease) >= stop * (mine + ease)


@compiled_apart
def rule_turn(
    sheet: Sheet, tables: Words, offers: int, rule: int, label: np.uint64,
    mine: int, theirs: int, opened: bool, goal: int, stops: int,
) -> int:  # fmt: skip
    """The points of a turn by a rule, or FARKLE; `mine` and `theirs` is what is missed.

    `goal` is what a last turn needs, NO_GOAL where it is none, `stops` where the row of stops begins.
    """
    ease, lead = int(tables[rule + EASE]), int(tables[rule + LEAD])
    fade, half = tables[rule + FADE] != 0, tables[rule + HALF] != 0
    least = int(tables[rule + (OPEN if opened else CLOSED)])
    worths = rule + NUMBERS + sheet.dice
    rival = theirs + ease if ease >= 0 else 1
    dice, total = sheet.dice, 0
    while True:
        label += _GOLDEN
        at = offers + int(tables[offers + roll_address(sheet, tables, fast_mix(label), dice)])
        count = int(tables[at])
        if count == 0:
            return FARKLE
        best, pick, enough = -1.0, at + 1, False
        for keep in range(at + 1, at + 1 + count):
            to, left = total + int(tables[keep] >> 4) * sheet.step, int(tables[keep] & 15)
            worth = float(tables[worths + left - 1])
            if goal != NO_GOAL:
                stop = to >= goal and not (half and to == goal and left > 1)
                if to >= goal:
                    worth = WON / 2 if half and to == goal else WON
            elif to >= mine and to - mine + theirs >= lead:
                stop, worth = True, WON
            elif to >= least and _stops(sheet, tables, rule, mine, theirs, to, left):
                stop, worth = True, FIRST
            else:
                stop = False
                total_to_stop = int(tables[rule + NUMBERS + left - 1])
                if fade and total_to_stop >= 0:
                    whole = max(total_to_stop * (mine + ease) if ease >= 0 else total_to_stop, least * rival)
                    worth = max(0.0, worth * (whole - to * rival) / max(whole, 1))
            if to + worth > best + TIE:
                best, pick, enough = to + worth, keep, stop
        total += int(tables[pick] >> 4) * sheet.step
        dice = int(tables[pick] & 15)
        if enough and may_stop(sheet, tables, stops, total, dice):
            return total
