"""The inside of one turn of a race whose players have dice of their own.

It is `advice.TurnValues` with the numbers of sets of dice in the place of numbers of dice.
"""

import numpy as np

from hotdice.odds.advice import Question, TurnValues, last_ends
from hotdice.odds.duels import Duel
from hotdice.odds.plan import NOT_ALLOWED
from hotdice.odds.stopping import NOTHING, REFUSED
from hotdice.odds.tables import chances


def duel_turn(duel: Duel, asked: Question) -> TurnValues:
    """Solve the inside of the turn at hand, from its turn total on; who began the game has side 0.

    >>> from hotdice.odds.duels import bag_dice, solve_duel
    >>> from hotdice.rules import load
    >>> rules = load("kcd", ["target=300", "dice=3"])
    >>> duel = solve_duel(rules, bag_dice(rules, ["2*standard,1*odd", "3*standard"]))
    >>> inside = duel_turn(duel, Question((0, 100), 100, 2))
    >>> odd = duel.plan(0).number(((4, 1, 4, 1, 4, 1),)) + 1
    >>> inside.rolling(100, odd)[0] > inside.stopping(100, hot=False)[0]
    True

    Raises:
        ValueError: the position does not belong to the solved game.
    """
    rules, side = duel.rules, 0 if asked.mover_began else 1
    turns = duel.turns(side)
    plan, places = turns.solver.plan, duel.places
    if asked.phase == "last":
        bank, recorded, farkle = last_ends(rules, asked)
    else:
        mover, other = (
            places.number(total, farkles, opened=opened)
            for total, farkles, opened in zip(asked.totals, asked.farkles, asked.opened, strict=True)
        )
        theirs = chances(duel.values[1 - side, other])
        shares, kinds = turns.stops(
            theirs[None, None], side, np.array([[mover], [other]]), duel.top + plan.most + 1
        )
        start = int(places.rows[mover])
        kind = kinds[start:, 0]
        bank = np.where(kind == REFUSED, NOT_ALLOWED, shares[0, start:, 0])
        recorded = np.where(kind == NOTHING, 0.0, np.arange(len(bank)) * float(places.step))
        farkle = 1.0 - float(theirs[places.after_farkle[mover]])
    now = min(asked.turn_total // places.step, len(bank) - 2)
    final = max(len(bank) - plan.most, now + 1)
    certain = np.flatnonzero(bank[now + 1 :] >= 1.0)
    final = min(final, now + 1 + int(certain[0])) if certain.size else final
    roll, means = turns.solver.rows(
        bank[:, None], np.array([farkle]), now, recorded[:, None], np.zeros(1), final=final
    )
    return TurnValues(turns.solver, bank, recorded, roll[:, :, 0], means[:, :, 0], final, (farkle, 0.0))
