"""What a change of the rules does to a race of two: every figure exactly, before and after."""

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from hotdice.frozen import Frozen
from hotdice.odds.evaluating import Turns, check_fixed, ends_of, meet, thresholds
from hotdice.odds.fairness import fairest_compensation, with_head_starts, without_head_starts
from hotdice.odds.habits import Habit, habit_of
from hotdice.odds.plan import Progress
from hotdice.odds.race import Race, solve_race
from hotdice.odds.race_stops import Stops, race_stops
from hotdice.odds.replying import best_turns
from hotdice.odds.shelf import remember, table_of
from hotdice.odds.turn import solve_turn
from hotdice.rules import Ruleset

FILE = Path(__file__).with_name("figures.json")
BEGINNER = 300
"""The beginner sets all scoring dice aside and stops at this total, whatever the dice and the scores."""
MOST_HEAD_START = 1000


class Figures(Frozen):
    """One sheet, between two players who both play best.

    `turns` is the mean number of turns of a game, both players' together, `farkles` the share of turns that
    are lost. `stops` are the totals at which to stop for the most points, by dice left (null: never, or not
    below the target); `race_stops` those of the champion, one die first, at the scores of `telling_scores`.
    What the beginner and the rule on the card win, they win against the champion, when both take turns to
    begin.
    """

    rules: str
    title: str
    first_player_wins: float
    head_start: int
    turns: float
    farkles: float
    mean: float
    stops: dict[int, int | None]
    race_stops: dict[str, Stops]
    beginner_wins: float
    card_wins: float


class KnownFigures(Frozen):
    """The figures of a shipped sheet, which the package keeps, and the hash of the rules they are for."""

    hash: str
    figures: Figures


class Comparison(Frozen):
    """Two sheets side by side.

    `changed` are the numbers of dice with which to stop elsewhere for points. `decisions` is the share of all
    decisions where the champion of the old rules would not do what is best now, and `habit` what playing on
    as that one did costs a game (`hotdice.odds.habits`); None where the number of dice is another.
    """

    before: Figures
    after: Figures
    changed: tuple[int, ...]
    decisions: float | None
    habit: float | None


CardPlay = Callable[[Ruleset], Turns]
"""Where the turns of somebody end who follows the card of a sheet."""


def compare(
    before: Ruleset, after: Ruleset, card: CardPlay, *, progress: Progress | None = None
) -> Comparison:
    """Set two sheets side by side.

    Raises:
        Unsolvable: one of them is no race of two that is solved and evaluated.
    """
    for rules in (before, after):
        check_fixed(rules)
    tell = progress or (lambda _: None)
    old = known_figures(before)
    begun = 0.0 if old else 0.5
    if old is None:
        old, _ = figures_of(before, card, lambda part: tell(part / 2))
    solved = table_of(before)
    race = solved if isinstance(solved, Race) else solve_race(before)
    new, _, habit = _worked_out(after, card, lambda part: tell(begun + (1 - begun) * part), race)
    stops, fresh = old.stops, new.stops
    changed = tuple(dice for dice in sorted(stops) if dice in fresh and stops[dice] != fresh[dice])
    wrong, lost = habit or (None, None)
    return Comparison(old, new, changed, wrong, lost)


@lru_cache(maxsize=1)
def all_known() -> dict[str, KnownFigures]:
    """The figures of shipped sheets, by name; `python -m scripts.house_rules` writes them."""
    return msgspec.json.decode(FILE.read_bytes(), type=dict[str, KnownFigures])


def known_figures(rules: Ruleset) -> Figures | None:
    """The figures of this very sheet, where the package keeps them.

    >>> from hotdice.rules import load
    >>> round(known_figures(load("classic")).first_player_wins, 3)
    0.529
    >>> known_figures(load("classic", ["target=5000"])) is None
    True
    """
    found = all_known().get(rules.name)
    return found.figures if found is not None and found.hash == rules.hash else None


def figures_of(
    rules: Ruleset, card: CardPlay, progress: Callable[[float], Any] | None = None
) -> tuple[Figures, Turns]:
    """The figures of a sheet, and where the champion's turns end.

    Raises:
        Unsolvable: it is no race of two that is solved and evaluated.
    """
    figures, champion, _ = _worked_out(rules, card, progress, None)
    return figures, champion


def _worked_out(
    rules: Ruleset, card: CardPlay, progress: Callable[[float], Any] | None, before: Race | None
) -> tuple[Figures, Turns, Habit | None]:
    """The figures of a sheet, the champion's turns, and what it costs to play as in a race before."""
    check_fixed(rules)
    tell = progress or (lambda _: None)
    solved, most = table_of(rules), min(MOST_HEAD_START, rules.target // 2)
    # Where one has to open, a race is solved with all head starts at once, not again for each question.
    wide = solved if isinstance(solved, Race) else with_head_starts(rules, most=most)
    race = without_head_starts(wide)
    if solved is None:
        remember(race)
    tell(0.5)
    fairest = fairest_compensation(rules, most=most, race=wide)
    tell(0.6)
    champion, habit = (best_turns(race), None) if before is None else habit_of(before, race)
    tell(0.9)
    even = meet(champion, champion)
    answer = solve_turn(rules)
    beginner = ends_of(thresholds(rules, (BEGINNER,) * rules.dice))
    found = Figures(
        rules=rules.name,
        title=rules.title,
        first_player_wins=race.first_player_wins,
        head_start=fairest.compensation,
        turns=even.turns,
        farkles=even.farkles / even.turns,
        mean=answer.expected,
        stops=answer.told_stops(),
        race_stops=race_stops(race),
        beginner_wins=meet(beginner, champion).chance,
        card_wins=meet(card(rules), champion).chance,
    )
    return found, champion, habit
