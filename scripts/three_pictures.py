"""Draw the pictures of docs/three-players.md from classic's table: `python -m scripts.three_pictures`."""

import sys
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from hotdice.odds.advice import Question, turn_values
from hotdice.odds.many import ManyRace
from hotdice.odds.race import Race
from hotdice.odds.solved import stored
from hotdice.odds.three_advice import three_turn_values
from hotdice.odds.three_table import stored_three
from hotdice.rules import load

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "pictures"
WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 720, 420, 70, 46, 150, 56
COLOURS = {4: "#b3261e", 3: "#c77700", 2: "#2e7d32", 1: "#1565c0"}
Point = tuple[float, float]


def bank_at_three(race: ManyRace, totals: tuple[int, int, int], dice: int) -> int:
    """The least turn total at which the mover of three stops with so many dice left."""
    inside = three_turn_values(race, Question(totals, 0, race.rules.dice, opened=(True,) * 3))
    final = inside.ends.final
    stops = inside.ends.stops[0, 1:final] >= inside.roll[0, 1:final, dice - 1]
    return (int(np.argmax(stops)) + 1) * race.places.step


def bank_at_two(race: Race, totals: tuple[int, int], dice: int) -> int:
    """The same for two."""
    inside = turn_values(race, Question(totals, 0, race.rules.dice))
    stops = inside.bank[1 : inside.final] >= inside.roll[1 : inside.final, dice - 1]
    return (int(np.argmax(stops)) + 1) * race.places.step


class Chart:
    """A chart with two axes, as the text of an SVG."""

    def __init__(self, title: str, across: str, up: str, most_up: float) -> None:
        self.most_up = most_up
        self.parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
            'font-family="sans-serif" font-size="13">',
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
            f'<text x="{LEFT}" y="26" font-size="16">{title}</text>',
            f'<text x="{(WIDTH - RIGHT + LEFT) / 2}" y="{HEIGHT - 12}" text-anchor="middle">{across}</text>',
            f'<text x="18" y="{HEIGHT / 2}" text-anchor="middle" '
            f'transform="rotate(-90 18 {HEIGHT / 2})">{up}</text>',
        ]

    def at(self, point: Point) -> Point:
        """Where a point of the axes lies on the paper."""
        x, y = point
        width, height = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
        return LEFT + width * x / 10_000, HEIGHT - BOTTOM - height * y / self.most_up

    def grid(self, marks: Iterable[int]) -> None:
        """Lines at some heights, and totals below."""
        for mark in marks:
            x, y = self.at((0, mark))
            self.parts.append(f'<path d="M{x:.1f} {y:.1f}H{WIDTH - RIGHT}" stroke="#dddddd"/>')
            self.parts.append(f'<text x="{x - 8:.1f}" y="{y + 4:.1f}" text-anchor="end">{mark:,}</text>')
        for total in range(0, 10_001, 2000):
            x, y = self.at((total, 0))
            self.parts.append(f'<text x="{x:.1f}" y="{y + 18:.1f}" text-anchor="middle">{total:,}</text>')

    def line(
        self, points: list[Point], colour: str, label: str, *, dashed: bool = False, lift: int = 4
    ) -> None:
        """A line through some points with its name at the end."""
        steps = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(self.at, points))
        dash = ' stroke-dasharray="5 4"' if dashed else ""
        self.parts.append(
            f'<polyline points="{steps}" fill="none" stroke="{colour}" stroke-width="2"{dash}/>'
        )
        x, y = self.at(points[-1])
        self.parts.append(f'<text x="{x + 6:.1f}" y="{y + lift:.1f}" fill="{colour}">{label}</text>')

    def write(self, name: str) -> None:
        """Write the file."""
        (FOLDER / name).write_text("\n".join([*self.parts, "</svg>", ""]), encoding="utf-8")


def thresholds(three: ManyRace, two: Race) -> None:
    """When to stop with everybody level, against one rival and against two."""
    chart = Chart(
        "When to stop with everybody level: two (dashed), three", "everybody's total", "stop at", 1600
    )
    chart.grid(range(0, 1601, 400))
    totals = range(500, 9301, 200)
    for dice, colour in COLOURS.items():
        both = [(float(t), float(bank_at_two(two, (t, t), dice))) for t in totals]
        all_three = [(float(t), float(bank_at_three(three, (t, t, t), dice))) for t in totals]
        name = f"{dice} dice left" if dice > 1 else "1 die left"
        chart.line(both, colour, "", dashed=True)
        chart.line(all_three, colour, name, lift=10 if dice == 2 else 4)
    chart.write("three-thresholds.svg")


def third_player(three: ManyRace, two: Race) -> None:
    """How far up the third must be to change the play of somebody who chases a leader."""
    title = "You have 5,000, the leader, who is next, 8,000: stop with four dice left at"
    chart = Chart(title, "the third's total", "stop at", 2800)
    chart.grid(range(0, 2801, 400))
    points = [(float(t), float(bank_at_three(three, (5000, 8000, t), 4))) for t in range(500, 9001, 100)]
    chart.line(points, COLOURS[4], "three players")
    level = [(float(t), float(bank_at_two(two, (5000, 8000), 4))) for t in (500, 9000)]
    chart.line(level, "#555555", "two players", dashed=True)
    chart.write("three-third.svg")


def shares(three: ManyRace) -> None:
    """The mover's share with 5,000 points, by the totals of the two others."""
    cell, steps = 8, range(250, 10_000, 250)
    side = cell * len(steps)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side + 190} {side + 110}" '
        'font-family="sans-serif" font-size="13">',
        f'<rect width="{side + 190}" height="{side + 110}" fill="#ffffff"/>',
        '<text x="70" y="26" font-size="16">Your chance with 5,000 points, to move</text>',
        f'<text x="{70 + side / 2}" y="{side + 96}" text-anchor="middle">total of the next player</text>',
        f'<text x="18" y="{46 + side / 2}" text-anchor="middle" '
        f'transform="rotate(-90 18 {46 + side / 2})">total of the third</text>',
    ]
    own = three.places.number(5000)
    for i, following in enumerate(steps):
        for j, third in enumerate(steps):
            share = three.shares(own, three.places.number(following), three.places.number(third))[0]
            x, y = 70 + i * cell, 46 + side - (j + 1) * cell
            parts.append(f'<rect x="{x}" y="{y}" width="{cell}" height="{cell}" fill="{_shade(share)}"/>')
    for mark in range(0, 10_001, 2500):
        at = side * mark / 10_000
        parts.append(f'<text x="{70 + at:.0f}" y="{side + 66}" text-anchor="middle">{mark:,}</text>')
        parts.append(f'<text x="62" y="{50 + side - at:.0f}" text-anchor="end">{mark:,}</text>')
    for number, share in enumerate((0.0, 0.2, 0.4, 0.6, 0.8, 1.0)):
        y = 60 + 30 * number
        parts.append(f'<rect x="{side + 90}" y="{y}" width="22" height="22" fill="{_shade(share)}"/>')
        parts.append(f'<text x="{side + 120}" y="{y + 16}">{share:.0%}</text>')
    (FOLDER / "three-shares.svg").write_text("\n".join([*parts, "</svg>", ""]), encoding="utf-8")


def _shade(share: float) -> str:
    """From dark blue over white to dark red, in steps of five hundredths, so that contours show."""
    level = round(share * 20) / 20
    cold, warm = (33, 102, 172), (178, 24, 43)
    end, part = (cold, 1 - 2 * level) if level < 0.5 else (warm, 2 * level - 1)
    return "#" + "".join(f"{round(255 + (tone - 255) * part):02x}" for tone in end)


def main() -> None:
    """Draw everything."""
    rules = load("classic")
    three, two = stored_three(rules), stored(rules)
    if three is None or not isinstance(two, Race):
        sys.exit("needs the table of three: hotdice solve classic --players 3")
    FOLDER.mkdir(parents=True, exist_ok=True)
    thresholds(three, two)
    third_player(three, two)
    shares(three)


if __name__ == "__main__":
    main()
