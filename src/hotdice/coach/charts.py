"""Charts as SVG text: the curve of the game, and the luck of every throw. Colours come from the page."""

from html import escape

from hotdice.coach.forms import Review

WIDTH, LEFT, RIGHT, TOP, BOTTOM = 960, 52, 16, 18, 30
SEATS = 5
"""So many seats have a colour and a mark of their own; further ones share them."""
MARKS = ("circle", "triangle", "square", "diamond", "star")


def mark(kind: str, x: float, y: float, size: float, extra: str = "") -> str:
    """A mark of a seat at a place.

    >>> mark("circle", 10, 20, 4)
    '<circle cx="10.0" cy="20.0" r="4.0"/>'
    """
    if kind == "circle":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size:.1f}"{extra}/>'
    shapes = {
        "triangle": ((0, -1.2), (1.1, 0.8), (-1.1, 0.8)),
        "square": ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
        "diamond": ((0, -1.3), (1.1, 0), (0, 1.3), (-1.1, 0)),
        "star": ((0, -1.3), (0.4, -0.4), (1.3, -0.4), (0.6, 0.2), (0.8, 1.2), (0, 0.6),
                 (-0.8, 1.2), (-0.6, 0.2), (-1.3, -0.4), (-0.4, -0.4)),
    }  # fmt: skip
    points = " ".join(f"{x + size * a:.1f},{y + size * b:.1f}" for a, b in shapes[kind])
    return f'<polygon points="{points}"{extra}/>'


def _ticks(low: float, high: float) -> list[float]:
    """A few round numbers within a span."""
    span = high - low
    step = next((s * 10**k for k in range(7) for s in (1, 2, 5) if span / (s * 10**k) <= 6), span)
    first = -(-low // step)
    return [step * (first + k) for k in range(int(span // step) + 2) if step * (first + k) <= high]


class Frame:
    """The places of steps and values in a picture."""

    def __init__(self, steps: int, low: float, high: float, height: int) -> None:
        self.steps, self.low, self.high, self.height = max(steps, 1), low, high, height

    def x(self, step: float) -> float:
        """Where a step stands."""
        return LEFT + (WIDTH - LEFT - RIGHT) * step / self.steps

    def y(self, value: float) -> float:
        """Where a value stands."""
        share = (value - self.low) / ((self.high - self.low) or 1.0)
        return self.height - BOTTOM - (self.height - TOP - BOTTOM) * share


def _grid(frame: Frame, ticks: list[tuple[float, str]], turns: list[tuple[int, int]]) -> list[str]:
    rows = []
    for value, label in ticks:
        y = frame.y(value)
        rows.append(f'<line class="rule" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
        rows.append(f'<text class="tick" x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{label}</text>')
    every = max(1, -(-len(turns) // 16))
    for place, (step, number) in enumerate(turns):
        if place % every == 0:
            x = frame.x(step)
            rows.append(f'<text class="tick" x="{x:.1f}" y="{frame.height - 8}">{number}</text>')
    return rows


def _turns(review: Review) -> list[tuple[int, int]]:
    """The step at which every round begins."""
    found: dict[int, int] = {}
    for roll in review.rolls:
        if roll.round:
            found.setdefault(roll.round, roll.step)
    return [(step, number) for number, step in found.items()]


def curve_chart(review: Review) -> str:
    """What the game was worth, step by step: a line for each seat (one line for two), mistakes marked."""
    if len(review.curve) < 2:
        return ""
    height = 340
    steps = review.curve[-1].step
    win = review.unit == "win"
    seats = range(len(review.players))
    shown = [0] if win and len(review.players) == 2 else list(seats)
    values = [value for point in review.curve for value in point.values]
    low, high = (0.0, 1.0) if win else (min(values) * 0.98, max(values) * 1.02)
    frame = Frame(steps, low, high, height)
    ticks = (
        [(share / 4, f"{25 * share} %") for share in range(5)]
        if win
        else [(value, f"{value:,.0f}") for value in _ticks(low, high)]
    )
    rows = _grid(frame, ticks, _turns(review))
    for seat in shown:
        points: list[str] = []
        last = review.curve[0].values[seat]
        for point in review.curve:
            x = frame.x(point.step)
            points += [f"{x:.1f},{frame.y(last):.1f}", f"{x:.1f},{frame.y(point.values[seat]):.1f}"]
            last = point.values[seat]
        if len(shown) == 1 and win:
            base = frame.y(0.5)
            area = f"{LEFT},{base:.1f} {' '.join(points)} {frame.x(steps):.1f},{base:.1f}"
            rows.append(f'<polygon class="area" points="{area}"/>')
        rows.append(f'<polyline class="line s{seat % SEATS}" points="{" ".join(points)}"/>')
    for decision in review.decisions:
        if decision.cls == "fine":
            continue
        seat = shown[0] if len(shown) == 1 else decision.seat
        value = _value_at(review, decision.step, seat)
        size = {"doubtful": 4, "mistake": 5.5, "blunder": 7.5}[decision.cls]
        name = review.players[decision.seat].name
        cost = _amount(decision.loss, win) + ("" if win else " points")
        title = f"<title>{escape(name)}, round {decision.round}: {decision.cls}, {cost}</title>"
        rows.append(
            f'<a href="#d{decision.step}"><g class="mark s{decision.seat % SEATS}">{title}'
            f"{mark(MARKS[decision.seat % SEATS], frame.x(decision.step), frame.y(value), size)}</g></a>"
        )
    return _chart("Course of the game", height, rows)


def _amount(value: float, win: bool, sign: str = "") -> str:
    """A chance to win, or points, as a reader says it."""
    return f"{100 * value:{sign}.1f} %" if win else f"{value:{sign},.0f}"


def _chart(label: str, height: int, rows: list[str]) -> str:
    head = f'<svg class="chart" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{label}">'
    return "\n".join([head, *rows, "</svg>"])


def _value_at(review: Review, step: int, seat: int) -> float:
    value = review.curve[0].values[seat]
    for point in review.curve:
        if point.step > step:
            break
        value = point.values[seat]
    return value


def luck_chart(review: Review) -> str:
    """The luck of every throw as a bar, up for lucky and down for unlucky, in the colour of who threw."""
    if not review.rolls:
        return ""
    height = 220
    most = max(abs(roll.luck) for roll in review.rolls) or 1.0
    frame = Frame(review.curve[-1].step, -most * 1.1, most * 1.1, height)
    win = review.unit == "win"
    ticks = [
        (value, f"{100 * value:+.0f} %" if win else f"{value:+,.0f}")
        for value in (-most, 0.0, most)
    ]  # fmt: skip
    rows = _grid(frame, ticks, _turns(review))
    for roll in review.rolls:
        x, zero, y = frame.x(roll.step), frame.y(0.0), frame.y(roll.luck)
        top, tall = min(zero, y), max(abs(y - zero), 0.8)
        luck = _amount(roll.luck, win, "+")
        title = f"{review.players[roll.seat].name}: {' '.join(roll.faces)}, {luck}"
        rows.append(
            f'<rect class="bar s{roll.seat % SEATS}" x="{x - 2:.1f}" y="{top:.1f}" width="4" '
            f'height="{tall:.1f}"><title>{escape(title)}</title></rect>'
        )
    return _chart("Luck of every throw", height, rows)


PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def dice_row(faces: str, kept: str = "", *, side: int = 34) -> str:
    """Dice in a row; those that were set aside stand a little higher.

    >>> dice_row("15", "1").count("<rect")
    2
    """
    wanted = list(kept)
    gap, rise = side * 1.18, side * 0.22
    rows = []
    for place, face in enumerate(faces):
        up = face in wanted
        if up:
            wanted.remove(face)
        x, y = 2 + place * gap, 2 + (0 if up else rise)
        ember = " one" if face == "1" else ""
        rows.append(
            f'<rect class="die{" up" if up else ""}" x="{x:.1f}" y="{y:.1f}" width="{side}" height="{side}" '
            f'rx="{side * 0.22:.1f}"/>'
        )
        middle = side / 2
        for a, b in PIPS[int(face)]:
            rows.append(
                f'<circle class="pip{ember}" cx="{x + middle + a * side * 0.25:.1f}" '
                f'cy="{y + middle + b * side * 0.25:.1f}" r="{side * 0.09:.1f}"/>'
            )
    width, tall = len(faces) * gap + 4, side + rise + 4
    return (
        f'<svg class="dice" viewBox="0 0 {width:.0f} {tall:.0f}" width="{width:.0f}" height="{tall:.0f}" '
        f'role="img" aria-label="dice {" ".join(faces)}">{"".join(rows)}</svg>'
    )
