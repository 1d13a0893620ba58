"""Bots whose play is fixed, written down for the evaluator: what they win against each other, exactly."""

from functools import lru_cache

import numpy as np

from hotdice.odds.evaluating import (
    Play,
    Tables,
    Turns,
    WrittenPlay,
    check_fixed,
    ends_of,
    needs_of,
    offers_of,
    rows_of,
)
from hotdice.odds.plan import Floats, Ints, roll_plan
from hotdice.odds.replying import champion_turns
from hotdice.odds.standings import standings
from hotdice.players.exact_bots import Champion, ExactBot
from hotdice.players.paper_bot import PaperBot, card_plan
from hotdice.players.paper_play import PaperPlay
from hotdice.players.paper_rule import all_card_rules, card_rules
from hotdice.players.plan import KeepRule, Plan, Planned
from hotdice.players.registry import make
from hotdice.rules import LastChance, Ruleset, Ties, sorted_rolls


class NotFixed(ValueError):  # noqa: N818 - the sentence is what matters
    """A bot whose play cannot be written down as tables."""


def turns_of(rules: Ruleset, bot: str) -> Turns:
    """Where the turns of a bot end, for `hotdice.odds.evaluating.meet`.

    >>> from hotdice.odds.evaluating import meet
    >>> from hotdice.rules import load
    >>> rules = load("kcd", ["target=1000"])
    >>> round(meet(turns_of(rules, "threshold:300"), turns_of(rules, "champion")).chance, 4)
    0.3854

    Raises:
        NotFixed: the bot draws lots, or looks at more than scores, turn total and dice.
        Unsolvable: the sheet is no race of two that is evaluated.
    """
    check_fixed(rules)
    if isinstance(make(bot), Champion):
        return champion_turns(rules)
    return ends_of(play_of(rules, bot))


def play_of(rules: Ruleset, bot: str) -> Play:
    """The play of a bot other than the champion, written down.

    >>> from hotdice.rules import load
    >>> play_of(load("kcd"), "random:1")
    Traceback (most recent call last):
    ...
    hotdice.players.fixed_play.NotFixed: what random:1 does cannot be written down: ...

    Raises:
        NotFixed: the bot draws lots, or looks at more than scores, turn total and dice.
        Unsolvable: the sheet is no race of two that is evaluated.
    """
    player = make(bot)
    check_fixed(rules)
    if isinstance(player, ExactBot) and not isinstance(player, Champion):
        return _points_play(rules)
    if isinstance(player, PaperBot):
        rule = player.rule(rules)
        return plan_play(rules, card_plan(rules)) if rule is None else PaperPlay(rules, rule)
    if isinstance(player, Planned):
        return plan_play(rules, player.plan(rules))
    raise NotFixed(f"what {bot} does cannot be written down: thresholds, cards and exact bots can")


def card_turns(rules: Ruleset, like: Ruleset | None = None) -> Turns:
    """Where the turns of somebody end who follows twelve numbers: the sheet's own, or those of a like sheet.

    Where neither has any, those of `busche-neller` serve.
    """
    found = card_rules(rules) or (card_rules(like) if like is not None else None)
    rule = (found or all_card_rules()["busche-neller"]).back
    if len(rule.stops) != rules.dice:
        raise NotFixed(f"the rule on the card is for {len(rule.stops)} dice, this sheet has {rules.dice}")
    return ends_of(PaperPlay(rules, rule))


def kept_choices(rules: Ruleset, keep: KeepRule) -> Ints:
    """The choice of each class of rolls (see `odds.evaluating.offers_of`) under a rule for keeping."""
    offers, classes = offers_of(rules), roll_plan(rules).classes
    numbers = {
        (dice + 1, classes[c]): c
        for dice in range(rules.dice)
        for c in range(offers.bounds[dice], offers.bounds[dice + 1])
    }
    keeps = np.zeros(len(classes), np.int64)
    for dice in range(1, rules.dice + 1):
        for roll in sorted_rolls(dice):
            options = rules.table.options(roll).options
            if not options:
                continue
            choices = frozenset((o.dice_left or rules.dice, o.points // rules.step) for o in options)
            number = numbers[dice, choices]
            option = keep(options)
            wanted = (option.dice_left or rules.dice) - 1, option.points // rules.step
            for k in range(offers.starts[number], offers.starts[number + 1]):
                if (offers.left[k], offers.points[k]) == wanted:
                    keeps[number] = k
    return keeps


def plan_play(rules: Ruleset, plan: Plan) -> WrittenPlay:
    """A plan as a play: it holds whatever the scores are, and gives way in last turns."""
    places, step = standings(rules), rules.step
    needs = needs_of(rules, places)
    stop_at = np.array(plan.stop_at)
    rows = max(rows_of(rules, plan.stop_at), needs + 2)
    total = np.arange(rows)[:, None]
    stops = [np.broadcast_to(total * step >= stop_at, (rows, rules.dice))]
    if rules.last_chance is not LastChance.NONE:
        beat = int(rules.ties is Ties.TRIGGER_KEEPS)
        stops += [np.broadcast_to(total >= need + beat, (rows, rules.dice)) for need in range(needs)]
    last = np.minimum(1 + np.arange(needs), len(stops) - 1)
    return WrittenPlay(
        rules,
        np.zeros((places.sides, places.count, places.count), np.int64),
        np.stack([last, last]),
        Tables(
            np.zeros((len(stops), rows, rules.dice)),
            np.array(stops, np.uint8),
            kept_choices(rules, plan.keep)[None],
        ),
    )


@lru_cache(maxsize=8)
def _points_play(rules: Ruleset) -> WrittenPlay:
    """Turn-optimal: from its book, by who is on the board and the farkles in a row."""
    from hotdice.odds.fixed_kernel import best_turn
    from hotdice.players.policy import points_book
    from hotdice.players.policy_kernel import ends_of as ends_of_block

    book, offers, places = points_book(rules), offers_of(rules), standings(rules)
    needs = needs_of(rules, places) if rules.last_chance is not LastChance.NONE else 0
    rows = max(book.longest, needs + 3) + offers.most + 2
    beat = int(rules.ties is Ties.TRIGGER_KEEPS)  # then the total that wins is a step beyond the other's
    count = book.main + 2 * (needs + beat)
    score, stops = np.zeros((count, rows, rules.dice)), np.zeros((count, rows, rules.dice), np.uint8)
    bank: Floats = np.zeros(rows)
    for block in range(count):
        lost, end = ends_of_block(book, block, bank)
        best_turn(offers, bank, lost, min(end, rows - offers.most - 1), score[block], stops[block])
    marks = places.opened * book.counters + np.minimum(places.farkles, book.counters - 1)
    shape = (places.sides, places.count, places.count)
    which = np.ascontiguousarray(np.broadcast_to(marks[None, :, None], shape))
    last = np.zeros((2, 1), np.int64)
    if needs:
        last = book.main + 2 * (beat + np.arange(needs)[None, :]) + np.arange(2)[:, None]
    return WrittenPlay(rules, which, last, Tables(score, stops))
