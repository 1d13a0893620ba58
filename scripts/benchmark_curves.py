"""How learners get better: `python -m scripts.benchmark_curves`.

Reads docs/benchmark-curves.csv (a learner, how far it had come, in which unit, its exact chance against the
champion) and writes the table between the marks of docs/benchmark.md and docs/pictures/benchmark-curves.svg.
"""

import csv
from itertools import groupby
from math import log10
from typing import NamedTuple

from scripts.benchmark_table import DOCS, PAGE

CURVES, PICTURE = DOCS / "benchmark-curves.csv", DOCS / "pictures" / "benchmark-curves.svg"
BEGIN, END = "<!-- curves -->", "<!-- end of curves -->"
COLOURS = ("#B3261E", "#1565C0", "#2E7D32", "#8E24AA", "#C77700")
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 400, 64, 170, 56, 52
NAME = 32.0
"""How much room a learner's name takes."""
LEAST, MOST = -1.0, 1.5
"""Powers of ten of the percent that are missing, at the edges of the picture."""
FIRST = -2.5
"""The same of the share of all training."""


class Mark(NamedTuple):
    """How often a learner wins after so much training."""

    task: str
    player: str
    amount: float
    unit: str
    chance: float


def marks() -> dict[tuple[str, str], list[Mark]]:
    """The curves of the file, by task and player."""
    with CURVES.open(encoding="utf-8", newline="") as file:
        rows = [
            Mark(row["task"], row["player"], float(row["amount"]), row["unit"], float(row["chance"]))
            for row in csv.DictReader(file)
        ]
    return {name: list(some) for name, some in groupby(rows, lambda row: (row.task, row.player))}


def table(curves: dict[tuple[str, str], list[Mark]]) -> str:
    """The curves for people.

    >>> table({("t", "p"): [Mark("t", "p", 1000, "steps", 0.4), Mark("t", "p", 2000, "steps", 0.45)]})
    '- `t`, p: 40.000 % after 1,000 steps, 45.000 % after 2,000.'
    """
    lines = []
    for (task, player), some in curves.items():
        first, *rest = some
        told = [f"{100 * first.chance:.3f} % after {first.amount:,.10g} {first.unit}"]
        told += [f"{100 * mark.chance:.3f} % after {mark.amount:,.10g}" for mark in rest]
        lines.append(f"- `{task}`, {player}: {', '.join(told)}.")
    return "\n".join(lines)


def picture(curves: dict[tuple[str, str], list[Mark]]) -> str:
    """What is missing to 50 %, by the share of the training that is over; both in powers of ten."""
    down, across = HEIGHT - TOP - BOTTOM, WIDTH - LEFT - RIGHT
    rows = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
        f'height="{HEIGHT}" font-family="system-ui, sans-serif" font-size="13" role="img" '
        'aria-label="What learners miss to a perfect player, by how much they have trained">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="16" fill="#FFFCF6"/>',
        f'<text x="{LEFT - 40}" y="32" font-size="18" font-weight="700" fill="#1E1B18">'
        "What is missing to 50 %, as learners train</text>",
    ]
    for percent in (0.1, 0.3, 1, 3, 10, 30):
        y = TOP + down * (MOST - log10(percent)) / (MOST - LEAST)
        rows.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#E5DCCB"/>')
        rows.append(
            f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end" fill="#625A50">{percent:g} %</text>'
        )
    for share in (0.01, 0.1, 1):
        x = LEFT + across * (1 - log10(share) / FIRST)
        rows.append(
            f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 20}" text-anchor="middle" fill="#625A50">'
            f"{share:.0%}</text>"
        )
    rows.append(
        f'<text x="{LEFT + across / 2}" y="{HEIGHT - 12}" text-anchor="middle" fill="#625A50">'
        "of all its training</text>"
    )
    told: list[float] = []
    for ((task, player), some), colour in zip(curves.items(), COLOURS, strict=False):
        points = []
        for mark in some:
            share = max(FIRST, log10(mark.amount / some[-1].amount))
            missing = log10(max(100 * (0.5 - mark.chance), 10**LEAST))
            points.append(
                (LEFT + across * (1 - share / FIRST), TOP + down * (MOST - missing) / (MOST - LEAST))
            )
        rows.append(
            f'<polyline points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in points)}" fill="none" '
            f'stroke="{colour}" stroke-width="2.5"/>'
        )
        rows += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"/>' for x, y in points]
        x, y = points[-1]
        while any(abs(y - other) < NAME for other in told):
            y -= 2.0
        told.append(y)
        rows.append(f'<text x="{x + 10:.1f}" y="{y - 3:.1f}" fill="{colour}">{player}</text>')
        rows.append(f'<text x="{x + 10:.1f}" y="{y + 12:.1f}" fill="{colour}" font-size="11">{task}</text>')
    return "\n".join([*rows, "</svg>"]) + "\n"


def main() -> None:
    """Write both."""
    curves = marks()
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN, 1)
    after = rest.split(END, 1)[1]
    PAGE.write_text(f"{before}{BEGIN}\n\n{table(curves)}\n\n{END}{after}", encoding="utf-8")
    PICTURE.write_text(picture(curves), encoding="utf-8")


if __name__ == "__main__":
    main()
