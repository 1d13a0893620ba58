"""The rule on the strategy card: what to spare, when to stop, and how the scores shift that.

Three sentences. *Set aside* whatever makes points and the worth of the dice in hand greatest (dice that you
would not roll again count nothing). *Stop* at the total for the number of dice left, times what you miss over
what the other misses. *Roll until you have won* once the other is nearly there.

All of it is whole numbers, so that the page and this module come to the same.
"""

from functools import lru_cache
from pathlib import Path

import msgspec

from hotdice.frozen import Frozen
from hotdice.rules import Ruleset

FILE = Path(__file__).with_name("paper_rules.json")
TIE = 1e-12
"""Choices this close are equally liked: the first counts, with more points, then fewer dice."""
NEVER = 1 << 40
"""A total that no turn reaches."""
FIRST = 1e-6
"""What is added to a total with which one stops, so that of two equal choices the stop comes first."""
WON = 1e6
"""What is added to a total with which one has won: nothing is liked better."""


class PaperRule(Frozen):
    """The numbers of a rule, by dice left from one up: `None` in `stops` is never.

    `ease` is added to what either player misses before the two are compared, and a rule with an ease below
    zero does not compare them at all. Once the other misses `near` or less, or 0: never, only a win counts.
    Where the others have a last turn, `lead` is what one is to be ahead by to call it as soon as the target
    is met; with less, or where it is `None`, one stops as ever. With `fade` dice in
    hand are worth the less the nearer the total comes to where one stops with them. `ahead_stops` and
    `ahead_worths`, if there are any, hold for whoever misses less than the other.

    >>> rule = PaperRule((250, 250, 400, 1000, None, None), (0, 0, 0, 100, 250, 400), 0, 400)
    >>> rule.stops_with(400, 3, 5000, 5000), rule.stops_with(400, 3, 5000, 2500)
    (True, False)
    """

    stops: tuple[int | None, ...]
    worths: tuple[int, ...]
    ease: int = -1
    near: int = 0
    lead: int | None = 0
    fade: bool = False
    ahead_stops: tuple[int | None, ...] = ()
    ahead_worths: tuple[int, ...] = ()

    def numbers_for(self, mine: int, theirs: int) -> "PaperRule":
        """The rule with the stops and worths that hold where one misses so much."""
        if not self.ahead_stops or mine >= theirs:
            return self
        return msgspec.structs.replace(self, stops=self.ahead_stops, worths=self.ahead_worths)

    def liking(self, total: int, dice: int, mine: int, theirs: int, least: int = 0) -> float:
        """How a choice is liked that leads to a turn total with so many dice to roll.

        >>> rule = PaperRule((250, 250, 400, 1000, None, None), (0, 0, 0, 100, 250, 400), 0, 400)
        >>> rule.liking(100, 5, 5000, 5000), rule.liking(150, 4, 5000, 5000)
        (350.0, 250.0)
        """
        if self.wins_with(total, mine, theirs):
            return total + WON
        if self.stops_with(total, dice, mine, theirs, least):
            return total + FIRST
        stop, worth = self.stops[dice - 1], float(self.worths[dice - 1])
        if self.fade and stop is not None:
            rival = theirs + self.ease if self.ease >= 0 else 1
            whole = max(stop * (mine + self.ease) if self.ease >= 0 else stop, least * rival)
            worth = max(0.0, worth * (whole - total * rival) / max(whole, 1))
        return total + worth

    def last_liking(self, total: int, dice: int, need: int, *, half: bool) -> float:
        """How a choice is liked in a last turn; `half`: what it needs shares the win, and more takes it."""
        if total >= need:
            return total + (WON / 2 if half and total == need else WON)
        return float(total + self.worths[dice - 1])

    def last_stops(self, total: int, dice: int, need: int, *, half: bool) -> bool:
        """Whether to stop in a last turn: ahead always, level with one die, which mostly farkles.

        >>> rule = PaperRule((250,) * 6, (0,) * 6)
        >>> [rule.last_stops(500, dice, 500, half=True) for dice in (1, 2)]
        [True, False]
        """
        return total >= need and not (half and total == need and dice > 1)

    def wins_with(self, total: int, mine: int, theirs: int) -> bool:
        """Whether a stop ends the game well: the target is met, and one is so far ahead as it takes."""
        return self.lead is not None and total >= mine and total - mine + theirs >= self.lead

    def stops_with(self, total: int, dice: int, mine: int, theirs: int, least: int = 0) -> bool:
        """Whether to stop with a turn total and so many dice to roll; `mine` and `theirs` is what is missed.

        What is missed may be less than nothing: then the target is passed. Nothing below `least` counts.
        """
        if self.wins_with(total, mine, theirs):
            return True
        if (theirs <= self.near and total < mine) or total < least:
            return False
        stop = self.stops[dice - 1]
        if stop is None:
            return False
        if self.ease < 0:
            return total >= stop
        return total * (theirs + self.ease) >= stop * (mine + self.ease)

    def stop_total(self, dice: int, mine: int, theirs: int, least: int = 0) -> int | None:
        """The lowest total at which to stop with so many dice to roll; None where there is none.

        >>> rule = PaperRule((250, 250, 400, 1000, None, None), (0, 0, 0, 100, 250, 400), 600, 450)
        >>> rule.stop_total(3, 6000, 3000), rule.stop_total(3, 6000, 400), rule.stop_total(6, 6000, 3000)
        (734, 6000, 6000)
        """
        found, stop = [], self.stops[dice - 1]
        if self.lead is not None:
            found.append(max(mine, self.lead + mine - theirs))
        if stop is not None and theirs > self.near:
            rival = theirs + self.ease
            found.append(max(least, stop if self.ease < 0 else -(-stop * (mine + self.ease) // rival)))
        return min(found, default=None)


class CardRules(Frozen):
    """Both sides of a card, and how often each wins against the champion, exactly."""

    hash: str
    front: PaperRule
    back: PaperRule
    front_wins: float
    back_wins: float


@lru_cache(maxsize=1)
def all_card_rules() -> dict[str, CardRules]:
    """The rules that were found for shipped sheets, by name."""
    return msgspec.json.decode(FILE.read_bytes(), type=dict[str, CardRules])


def card_rules(rules: Ruleset) -> CardRules | None:
    """The rules of this very sheet; None where none were looked for.

    >>> from hotdice.rules import load
    >>> found = card_rules(load("busche-neller"))
    >>> round(found.front_wins, 4), round(found.back_wins, 4)
    (0.4842, 0.4935)
    >>> card_rules(load("busche-neller", ["target=5000"])) is None
    True
    """
    found = all_card_rules().get(rules.name)
    return found if found is not None and found.hash == rules.hash else None


def least_that_counts(rules: Ruleset, *, opened: bool) -> int:
    """The turn total below which a stop is refused, or records nothing.

    >>> from hotdice.rules import load
    >>> [least_that_counts(load("classic"), opened=opened) for opened in (False, True)]
    [500, 0]
    """
    return rules.minimum if opened else max(rules.minimum, rules.opening)


def first_to_reach(rules: Ruleset) -> int:
    """The first total that meets the target."""
    step = rules.step
    total = -(-rules.target // step) * step
    return total if rules.reached(total) else total + step
