"""What came out of a simulation: as plain data, as a table of counts, in words, as a picture."""

import csv
import io
from collections.abc import Sequence
from typing import Any

import numpy as np

from hotdice.arena.match import Seating
from hotdice.arena.simulator import Simulation
from hotdice.arena.statistics import Estimate, score_of, share_of, turns_of
from hotdice.arena.tally import SCORE_LOWEST, SCORE_WIDTH
from hotdice.odds.compiling import compiled_available

_BEGINS = {
    Seating.FIXED: "seat 1 begins",
    Seating.ROTATE: "the seats take turns to begin",
    Seating.DUPLICATE: "duplicate: the seats take turns to begin, with the same dice by turn",
}


def to_json(result: Simulation) -> dict[str, Any]:
    """The keys of `hotdice simulate --json`.

    >>> from hotdice.arena import Match, simulate
    >>> to_json(simulate(Match("classic", ("cautious", "greedy")), 100))["games"]
    100
    """
    tally = result.tally
    seats = range(len(result.match.bots))
    turns = turns_of(tally)
    return {
        "rules": result.match.rules.name,
        "hash": result.match.rules.hash,
        "seed": result.match.seed,
        "seating": str(result.match.seating),
        "compiled": result.compiled,
        "games": tally.games,
        "seconds": result.seconds,
        "games_per_second": tally.games / result.seconds if result.seconds else 0.0,
        "wins": [
            {
                "seat": seat + 1,
                "bot": result.match.bots[seat],
                "wins": int(tally.wins[seat, 1]),
                "ties": int(tally.wins[seat, 2:].sum()),
            }
            | _named(share_of(tally, seat), "rate")
            for seat in seats
        ],
        "mean_score": [_named(score_of(tally, seat), "mean") for seat in seats],
        "mean_turns": turns.mean,
        "mean_turns_low": turns.low,
        "mean_turns_high": turns.high,
        "faults": {bot: list(told) for bot, told in result.faults.items()},
    }


def _named(estimate: Estimate, name: str) -> dict[str, float]:
    return {name: estimate.mean, "low": estimate.low, "high": estimate.high}


def describe(result: Simulation, title: str) -> str:
    """The result in words and columns.

    >>> from hotdice.arena import Match, simulate
    >>> print(describe(simulate(Match("classic", ("cautious", "greedy")), 100), "Classic").splitlines()[0])
    Classic: 100 games, seat 1 begins
    """
    tally = result.tally
    lines = [f"{title}: {tally.games:,} games, {_BEGINS[result.match.seating]}", ""]
    width = max(len(bot) for bot in result.match.bots)
    lines.append(f"seat  {'bot':<{width}}     wins  95 % interval        shared   mean total")
    for seat, bot in enumerate(result.match.bots):
        share, score = share_of(tally, seat), score_of(tally, seat)
        ties = int(tally.wins[seat, 2:].sum())
        lines.append(
            f"{seat + 1:>4}  {bot:<{width}}  {share.mean:>7.3%}  {share.low:>7.3%} - {share.high:>7.3%}"
            f"  {ties:>8,}  {score.mean:>8,.0f} ± {(score.high - score.low) / 2:,.0f}"
        )
    turns = turns_of(tally)
    speed = tally.games / result.seconds if result.seconds else 0.0
    why = "these bots or rules cannot be compiled" if compiled_available() else "numba is not installed"
    how = "" if result.compiled else f" (by the referee: {why})"
    lines += ["", f"{turns.mean:.1f} turns a game; {speed:,.0f} games a second{how}"]
    for bot, told in result.faults.items():
        times = "once" if len(told) == 1 else f"{len(told)} times"
        lines.append(f"{bot} failed {times}, each time losing its turn; the last: {told[-1]}")
    return "\n".join(lines)


def length_counts(result: Simulation) -> list[tuple[int, int]]:
    """Games by their number of turns; the last row also holds all longer ones."""
    return [(turns, int(count)) for turns, count in enumerate(result.tally.turns) if count]


def score_counts(result: Simulation, seat: int) -> list[tuple[int, int]]:
    """Games by a seat's final total, each row from that total up to the next hundred."""
    counts = result.tally.scores[seat]
    return [(SCORE_LOWEST + SCORE_WIDTH * row, int(count)) for row, count in enumerate(counts) if count]


def to_csv(result: Simulation) -> str:
    r"""The distributions of lengths and totals: what, seat, from where, how many games.

    >>> from hotdice.arena import Match, simulate
    >>> to_csv(simulate(Match("classic", ("cautious", "greedy")), 100)).splitlines()[0]
    'what,seat,bot,value,games'
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["what", "seat", "bot", "value", "games"])
    writer.writerows(["turns", "", "", turns, count] for turns, count in length_counts(result))
    for seat, bot in enumerate(result.match.bots):
        rows = score_counts(result, seat)
        writer.writerows(["total", seat + 1, bot, total, count] for total, count in rows)
    return out.getvalue()


def draw(result: Simulation, path: str) -> None:
    """Write a picture of the two distributions.

    Raises:
        ValueError: matplotlib does not know the file's ending.
        ImportError: matplotlib is not installed.
    """
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise ImportError("a picture needs matplotlib: pip install 'hotdice[plots]'") from None
    figure = Figure(figsize=(10, 4), layout="constrained")
    FigureCanvasAgg(figure)
    lengths, totals = figure.subplots(1, 2)
    _bars(lengths, length_counts(result), 1, "")
    lengths.set_xlabel("turns of a game")
    for seat, bot in enumerate(result.match.bots):
        _bars(totals, score_counts(result, seat), SCORE_WIDTH, f"{seat + 1} {bot}")
    totals.set_xlabel("final total")
    totals.legend()
    for axes in (lengths, totals):
        axes.set_ylabel("share of the games")
    figure.suptitle(f"{result.match.rules.title}: {result.tally.games:,} games")
    figure.savefig(path)


def _bars(axes: Any, rows: Sequence[tuple[int, int]], width: int, label: str) -> None:
    values, counts = np.array(rows).T
    axes.bar(values, counts / counts.sum(), width=width, align="edge", alpha=0.6, label=label or None)
