"""Two sheets compared for whoever asks a server: refused where it takes long, told in words and figures."""

from hotdice.coach.compare_forms import Compared, ComparedSide
from hotdice.coach.compared import sentences_of
from hotdice.coach.places import NothingToSay
from hotdice.odds.comparing import Figures, compare
from hotdice.odds.compiling import compiled_available
from hotdice.odds.evaluating import check_fixed
from hotdice.odds.refusals import Unsolvable
from hotdice.odds.standings import standings
from hotdice.players.fixed_play import card_turns
from hotdice.rules import HotDice, Ruleset

MOST_STATES = 100_000
"""Starts of turns that a race may have here: twice those of a race to 10,000."""


def compare_rules(before: Ruleset, after: Ruleset) -> Compared:
    """What other rules change, in sentences and figures.

    >>> from hotdice.rules import load
    >>> found = compare_rules(load("kcd", ["target=500"]), load("kcd", ["target=600"]))
    >>> len(found.sentences), found.after.turns > found.before.turns
    (5, True)

    Raises:
        NothingToSay: both are the same game, one is no race of two that is solved, or it would take long.
    """
    if before.hash == after.hash:
        raise NothingToSay("both are the same game")
    for rules in (before, after):
        try:
            check_fixed(rules)
        except Unsolvable as reason:
            raise NothingToSay(
                "only races of two that are solved can be compared ({key})", key=reason.key
            ) from None
        if rules.penalty.points or rules.hot_dice is HotDice.FORCED or not compiled_available():
            raise NothingToSay("this comparison takes minutes: ask for it at a terminal")
        if standings(rules).states > MOST_STATES:
            raise NothingToSay("this comparison takes minutes: ask for it at a terminal")
    found = compare(before, after, lambda rules: card_turns(rules, before))
    return Compared(
        sentences_of(found), _side(found.before), _side(found.after), found.decisions, found.habit
    )  # fmt: skip


def _side(figures: Figures) -> ComparedSide:
    return ComparedSide(
        first_player_wins=figures.first_player_wins, head_start=figures.head_start, turns=figures.turns,
        farkles=figures.farkles, mean=figures.mean,
        stops=tuple(figures.stops[dice] for dice in sorted(figures.stops)),
        beginner_wins=figures.beginner_wins, card_wins=figures.card_wins,
    )  # fmt: skip
