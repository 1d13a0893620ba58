"""Why a rule set is not solved: every reason names the key, or the option, that stands in the way."""

from typing import Literal

import numpy as np

from hotdice.odds.plan import RollPlan, roll_plan
from hotdice.odds.stopping import COUNTS, stops_of
from hotdice.rules import HotDice, Reach, Ruleset, shipped

Goal = Literal["turn", "race", "rounds", "solitaire"]
GOALS: tuple[Goal, ...] = ("turn", "race", "rounds", "solitaire")


class Unsolvable(ValueError):  # noqa: N818  (it says what the rule set is, not that somebody erred)
    """A rule set that this solver does not solve, with the key that is the reason.

    >>> str(Unsolvable("deck", "cards are not solved"))
    'deck: cards are not solved'
    """

    def __init__(self, key: str, reason: str) -> None:
        self.key = key
        super().__init__(f"{key}: {reason}")


def check_goal(rules: Ruleset, goal: Goal, players: int | None = None) -> None:
    """Refuse what is not solved, before any work is done.

    >>> from hotdice.rules import load
    >>> check_goal(load("classic"), "race")
    >>> check_goal(load("marina"), "race")
    Traceback (most recent call last):
    hotdice.odds.refusals.Unsolvable: rounds: this sheet ends after 10 rounds; solve it with the goal rounds

    Raises:
        Unsolvable: with the key that is the reason.
    """
    if rules.deck:
        plain = f"{rules.name}-plain"
        instead = f"the dice game of this sheet is {plain}" if plain in shipped() else "leave the deck out"
        raise Unsolvable("deck", f"a game with cards is not solved; {instead}")
    if rules.weights:
        raise Unsolvable("weights", "only fair dice are solved")
    if rules.beyond:
        raise Unsolvable(rules.beyond[0], "a game with this rule is not solved yet")
    if goal == "solitaire":
        if not rules.solo_goal:
            raise Unsolvable("solo_goal", "solitaire needs a sheet with a goal for one player")
        _check_players(players, 1)
    elif goal == "rounds":
        if not rules.rounds:
            raise Unsolvable(
                "target", f"this sheet is a race to {rules.target:,}; solve it with the goal race"
            )
        _check_two(rules, players)
        if rules.penalty.floor is not None:
            raise Unsolvable(
                "penalty.floor", "rounds are solved over the difference of the totals, without a floor"
            )
    elif goal == "race":
        if not rules.target:
            raise Unsolvable(
                "rounds", f"this sheet ends after {rules.rounds} rounds; solve it with the goal rounds"
            )
        _check_two(rules, players)
        if any(rules.reached(points) or points > rules.target for points in rules.compensation[:2]):
            raise Unsolvable("compensation", "a head start must lie below the target")
    if goal != "turn":
        check_progress(rules, roll_plan(rules))
    elif endless_without_risk(roll_plan(rules)):
        raise Unsolvable("scoring", "a turn can go on for ever without the risk of a farkle")


def _check_players(players: int | None, wanted: int) -> None:
    if players not in (None, wanted):
        word = {1: "one player", 2: "two players"}[wanted]
        raise Unsolvable("players", f"this goal is solved for {word}, not for {players}")


def _check_two(rules: Ruleset, players: int | None) -> None:
    if rules.max_players == 1:
        raise Unsolvable("max_players", "this sheet is for one player; solve it with the goal solitaire")
    _check_players(players, 2)


def endless_without_risk(plan: RollPlan) -> bool:
    """Whether some way of keeping dice never meets a roll without a score.

    >>> from hotdice.rules import load
    >>> endless_without_risk(roll_plan(load("classic")))
    False
    """
    safe = {n + 1 for n in range(plan.dice) if plan.farkle[n] == 0}
    while True:
        kept = {
            n
            for n in safe
            if all(
                any(left in safe for left, _ in choices)
                for choices, chance in zip(plan.classes, plan.weights[n - 1], strict=True)
                if chance
            )
        }
        if kept == safe:
            return bool(safe)
        safe = kept


def turn_totals(plan: RollPlan, *, limit: int, forced: bool) -> list[bool]:
    """Which turn totals, in steps up to `limit`, some turn can stop at; the last entry stands for more.

    >>> from hotdice.rules import load
    >>> turn_totals(roll_plan(load("ten-thousand")), limit=4, forced=False)
    [False, True, True, True, True]
    """
    can = np.zeros((limit + 1, plan.dice), bool)
    can[0, plan.dice - 1] = True
    moves = {
        (n, left - 1, points)
        for n in range(plan.dice)
        for choices, chance in zip(plan.classes, plan.weights[n], strict=True)
        if chance
        for left, points in choices
    }
    for total in range(limit + 1):
        changed = True
        while changed:  # beyond the limit a move may stay in the last row
            changed = False
            for n, left, points in moves:
                after = min(total + points, limit)
                if can[total, n] and not can[after, left]:
                    can[after, left] = True
                    changed = changed or after == total
    can[0, plan.dice - 1] = False
    stops = can[:, : plan.dice - 1] if forced else can
    return [bool(row.any()) for row in stops]


def check_progress(rules: Ruleset, plan: RollPlan) -> None:
    """Refuse sheets on which a game can get stuck: no stop that counts is possible from some total.

    Raises:
        Unsolvable: with the key that makes the game endless.
    """
    if endless_without_risk(plan):
        raise Unsolvable("scoring", "a turn can go on for ever without the risk of a farkle")
    forced = rules.hot_dice is HotDice.FORCED
    needed = -(-max(rules.minimum, rules.opening) // plan.step)
    # With a penalty, farkles move a total off a dead end, so that some stop that counts is all it takes.
    if rules.reach is not Reach.EXACTLY or not rules.target or rules.penalty.points:
        stops = turn_totals(plan, limit=max(needed, 1) + plan.most, forced=forced)
        if not any(stops[max(needed, 1) :]):
            key = "opening" if rules.opening > rules.minimum else "minimum" if needed else "hot_dice"
            raise Unsolvable(key, "no turn can ever count, so the game has no end")
        return
    target = rules.target // plan.step
    stops = turn_totals(plan, limit=target + 1, forced=forced)
    tables = stops_of(rules)

    def counts(total: int, gain: int, *, opened: bool) -> bool:
        return stops[gain] and int(tables.gains(gain + 1, target - total, opened=opened)[gain]) == COUNTS

    starts = {points // plan.step for points in (*rules.compensation[:2], 0, 0)[:2]}
    reached = set()
    for start in starts:
        reached |= {
            start + gain for gain in range(1, target - start + 1) if counts(start, gain, opened=False)
        }
    for total in range(target):
        if total in reached:
            reached |= {
                total + gain for gain in range(1, target - total + 1) if counts(total, gain, opened=True)
            }
    alive = {target}
    for total in range(target - 1, -1, -1):
        if any(
            total + gain in alive and counts(total, gain, opened=True)
            for gain in range(1, target - total + 1)
        ):
            alive.add(total)
    opens = all(
        any(
            start + gain in alive and counts(start, gain, opened=False)
            for gain in range(1, target - start + 1)
        )
        for start in starts
    )
    if not opens or reached - alive:
        dead = min(reached - alive, default=0) * plan.step
        raise Unsolvable(
            "reach", f"from {dead:,} points the target can never be hit exactly, so a game may not end"
        )
