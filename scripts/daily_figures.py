"""How well the lists of the daily game tell who plays better: `python -m scripts.daily_figures`.

Ten bots play twelve days. What each gave away, and its points, are ranked against the true order, which is
the mean of 100,000 games of each.
"""

from collections.abc import Sequence
from datetime import date, timedelta
from statistics import fmean

from hotdice.arena import Match, Seating, score_of, simulate
from hotdice.club.daily import SHEET, first_state, judge, rules_of_the_day
from hotdice.club.days import open_seed
from hotdice.game import Record, SeededDice
from hotdice.players import make, play_out

BOTS = (
    "random", "threshold:300", "threshold:350", "threshold:450", "threshold:600", "threshold:900",
    "threshold:1400", "greedy", "thumb", "turn-optimal",
)  # fmt: skip
DAYS = 12
FIRST_DAY = date(2026, 10, 1)


def true_order(games: int = 100_000) -> dict[str, float]:
    """The mean points of every bot."""
    means = {}
    for bot in BOTS:
        tally = simulate(Match(SHEET, (bot,), "daily", Seating.FIXED), games)
        means[bot] = score_of(tally.tally, 0).mean
    return means


def day_of(bot: str, seed: str) -> Record:
    """A bot's game with the dice of a day."""
    _, events = play_out(first_state(), [make(bot)], SeededDice(seed))
    return Record(rules_of_the_day(), (bot,), (bot,), f"seeded {seed}", first=0, events=events)


def lists(days: int = DAYS) -> tuple[dict[str, list[float]], dict[str, list[float]]]:
    """What every bot gave away and its points, day by day."""
    gave: dict[str, list[float]] = {bot: [] for bot in BOTS}
    points: dict[str, list[float]] = {bot: [] for bot in BOTS}
    for number in range(days):
        day = FIRST_DAY + timedelta(days=number)
        for bot in BOTS:
            judged = judge(day_of(bot, open_seed(day)), day.isoformat())
            gave[bot].append(judged.given_away)
            points[bot].append(float(judged.points))
    return gave, points


def ranks(values: Sequence[float]) -> list[float]:
    """The rank of each value, equal ones sharing theirs.

    >>> ranks([3.0, 1.0, 3.0])
    [2.5, 1.0, 2.5]
    """
    order = sorted(values)
    return [fmean(place for place, value in enumerate(order, 1) if value == mine) for mine in values]


def correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Spearman's rank correlation.

    >>> correlation([1.0, 2.0, 3.0], [10.0, 20.0, 15.0])
    0.5
    """
    first, second = ranks(one), ranks(other)
    middle = (len(first) + 1) / 2
    top = sum((a - middle) * (b - middle) for a, b in zip(first, second, strict=True))
    bottom = (sum((a - middle) ** 2 for a in first) * sum((b - middle) ** 2 for b in second)) ** 0.5
    return float(top / bottom)


def figures() -> tuple[float, float, dict[str, float]]:
    """The correlation of both lists of one day with the true order, on the mean over the days; the order."""
    truth = true_order()
    gave, points = lists()
    order = [truth[bot] for bot in BOTS]
    by_loss = fmean(correlation([-gave[bot][day] for bot in BOTS], order) for day in range(DAYS))
    by_points = fmean(correlation([points[bot][day] for bot in BOTS], order) for day in range(DAYS))
    return by_loss, by_points, truth


def main() -> None:
    """Print them."""
    by_loss, by_points, truth = figures()
    for bot, mean in sorted(truth.items(), key=lambda item: -item[1]):
        print(f"{bot:16} {mean:8.1f}")
    print(f"rank correlation of one day with the true order, mean of {DAYS} days:")
    print(f"  gave away least {by_loss:.3f}\n  most points     {by_points:.3f}")


if __name__ == "__main__":
    main()
