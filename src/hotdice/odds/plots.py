"""Pictures of what the solver knows, good enough to print: win chances, thresholds, solitaire totals."""

from pathlib import Path
from typing import Any

import numpy as np

from hotdice.odds.advice import Question, turn_values
from hotdice.odds.race import Race
from hotdice.odds.solitaire import Solitaire
from hotdice.odds.tables import chances
from hotdice.rules import HotDice

_COLOURS = ("#1b4f72", "#b03a2e", "#1e8449", "#b9770e", "#6c3483", "#566573", "#117a65", "#943126", "#1a5276",
            "#7d6608")  # fmt: skip


def _figure(title: str, across: str, up: str) -> tuple[Any, Any]:
    """An empty figure that draws without a screen.

    Raises:
        ModuleNotFoundError: matplotlib is not installed.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.0, 5.0), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    axes.set_title(title)
    axes.set_xlabel(across)
    axes.set_ylabel(up)
    return figure, axes


def plot_race(race: Race, path: Path) -> None:
    """The mover's chance to win over both totals, for players on the board without farkles."""
    places = race.places
    count = places.totals
    values = chances(race.values[0, :count, :count])
    low, high = places.lowest, places.lowest + (count - 1) * places.step
    figure, axes = _figure(
        f"{race.rules.title}: the mover's chance to win", "total of the mover", "total of the other player"
    )
    picture = axes.imshow(
        values.T,
        origin="lower",
        extent=(low, high, low, high),
        cmap="RdBu",
        vmin=0.0,
        vmax=1.0,
        aspect="equal",
    )
    totals = places.lowest + np.arange(count) * places.step
    lines = axes.contour(
        totals, totals, values.T, levels=np.arange(0.1, 1.0, 0.1), colors="black", linewidths=0.6
    )
    axes.clabel(lines, fmt=lambda level: f"{level:.0%}", fontsize=7)
    figure.colorbar(picture, ax=axes, label="chance to win")
    figure.savefig(path, dpi=200)


def bank_thresholds(race: Race, total: int, other: int) -> dict[int, int | None]:
    """By dice left, the lowest turn total at which stopping is at least as good; None: never.

    >>> from hotdice.odds.solved import stored
    >>> from hotdice.rules import load
    >>> race = stored(load("busche-neller"))
    >>> bank_thresholds(race, 0, 0)[3], bank_thresholds(race, 0, 9000)[3]
    (400, 6300)
    """
    inside = turn_values(race, Question((total, other), 0, race.rules.dice))
    found: dict[int, int | None] = {}
    forced = race.rules.hot_dice is HotDice.FORCED
    for dice in range(1, race.rules.dice + 1):
        rows = inside.final
        stops = np.flatnonzero(inside.bank[1:rows] >= inside.roll[1:rows, dice - 1])
        none = not stops.size or (forced and dice == race.rules.dice)
        found[dice] = None if none else (int(stops[0]) + 1) * inside.step
    return found


def plot_thresholds(race: Race, path: Path, *, total: int | None = None) -> None:
    """When to stop against the difference of the totals, a line for each number of dice left."""
    rules, places = race.rules, race.places
    middle = rules.target // 2 // places.step * places.step if total is None else total
    last = places.lowest + (places.totals - 1) * places.step
    others = range(max(places.lowest, 0), last + 1, max(places.step, last // 60 // places.step * places.step))
    rows = [(middle - other, bank_thresholds(race, middle, other)) for other in others]
    figure, axes = _figure(
        f"{rules.title}: when to stop, with {middle:,} points",
        "lead over the other player",
        "stop at a turn total of",
    )
    for dice in range(1, rules.dice + 1):
        points = [(lead, row[dice]) for lead, row in rows]
        axes.plot(
            [lead for lead, _ in points],
            [np.nan if stop is None else stop for _, stop in points],
            label=f"{dice} {'die' if dice == 1 else 'dice'} left",
            color=_COLOURS[dice - 1],
            marker=".",
            markersize=3,
        )
    axes.set_yscale("log")
    for which in (axes.yaxis.set_major_formatter, axes.yaxis.set_minor_formatter):
        which(lambda points, _: f"{points:,.0f}")
    axes.grid(visible=True, which="both", alpha=0.25)
    axes.legend(fontsize=8)
    figure.savefig(path, dpi=200)


def plot_solitaire(solved: Solitaire, path: Path, *, bins: int = 60) -> None:
    """The distribution of the final total under play for the goal and under play for points."""
    rules = solved.rules
    figure, axes = _figure(f"{rules.title}: final totals", "final total", "chance")
    goal = rules.solo_goal
    edges = np.linspace(-0.1 * goal, 1.4 * goal, bins + 1)
    for spread, label, colour in (
        (solved.chance_distribution, f"playing for {goal:,} ({solved.chance:.2%})", _COLOURS[1]),
        (
            solved.expected_distribution,
            f"playing for points ({solved.expected:,.0f} on average)",
            _COLOURS[0],
        ),
    ):
        totals = np.array([float(total) for total in spread])
        heights, _ = np.histogram(totals, bins=edges, weights=np.array(list(spread.values())))
        axes.stairs(heights, edges, fill=True, alpha=0.45, color=colour, label=label)
    axes.axvline(goal, color="black", linewidth=0.8, linestyle="--")
    axes.legend(fontsize=8)
    figure.savefig(path, dpi=200)
