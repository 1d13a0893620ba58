"""The solver's own play as a scorer of chances: what every choice leaves, from best play's values."""

from typing import Any

import numpy as np

from hotdice.odds.evaluating import game_of, meet, offers_of
from hotdice.odds.plan import NOT_ALLOWED, Floats
from hotdice.odds.replying import champion_turns
from hotdice.odds.scored_play import LAST, ONE, OTHER, OTHER_OPEN, OWN, OWN_OPEN, TURN, Matrix
from hotdice.odds.stopping import COUNTS, stops_of
from hotdice.odds.visiting_kernel import fill_bank, turn_values
from hotdice.rules import Ruleset, Ties


class ExactScorer:
    """Looks up what rolling is worth under best play; for sheets without penalties and with one side."""

    def __init__(self, rules: Ruleset, beyond: int = 200) -> None:
        self.rules = rules
        self.champion = champion_turns(rules)
        self.places = self.champion.places
        self.values = meet(self.champion, self.champion).mine
        self.beyond = beyond
        self.known: dict[tuple[int, ...], Floats] = {}

    def __call__(self, matrix: Matrix) -> Any:
        rules, step = self.rules, self.rules.step
        own, other, turn = (
            np.rint(matrix[:, at].astype(float) * rules.target / step).astype(int)
            for at in (OWN, OTHER, TURN)
        )
        dice = matrix[:, ONE : ONE + rules.dice].argmax(axis=1)
        opened, other_opened, last = (matrix[:, at].astype(int) for at in (OWN_OPEN, OTHER_OPEN, LAST))
        found = np.empty(len(matrix))
        for at, place in enumerate(zip(own, other, opened, other_opened, last, strict=True)):
            found[at] = self.table(*map(int, place))[turn[at], dice[at]]
        return found

    def table(self, own: int, other: int, opened: int, other_opened: int, last: int) -> Floats:
        """What rolling is worth at every turn total with every number of dice."""
        if not last:  # whoever has reached the target has no turn: what is said of it is passed over
            own, other = (min(total, self.places.target_row - 1) for total in (own, other))
        key = (own, other, opened, other_opened, last) if not last else (other - own, 0, opened, 0, 1)
        if key not in self.known:
            rules, places, offers = self.rules, self.places, offers_of(self.rules)
            size = places.target_row + self.beyond + 2 * offers.most + 2
            bank, roll = np.zeros(size), np.zeros((size, rules.dice))
            stops = stops_of(rules)
            if last:
                total, behind = np.arange(size), other - own
                tie = 0.5 if rules.ties is Ties.SHARED else 0.0
                worth = np.where(total == behind, tie, (total > behind).astype(float))
                kinds = stops.gains(size, 0, opened=bool(opened))
                bank = np.where((kinds == COUNTS) & (total > 0), worth, NOT_ALLOWED)
                farkle = 0.0
            else:
                step = rules.step
                mover = places.number(own * step, opened=bool(opened))
                rival = places.number(other * step, opened=bool(other_opened))
                kind = stops.table(places.target_row - own, opened=bool(opened))
                game = game_of(rules, places, 1.0, -1.0)
                farkle = fill_bank(
                    game, self.values, 1.0 - self.champion.found.chase, kind, 0, mover, rival, bank
                )
            turn_values(offers, bank, farkle, size - offers.most - 1, roll)
            self.known[key] = roll
        return self.known[key]
