"""The course of a game as a few rows of block characters, for places without pictures."""

from hotdice.coach.forms import Review

_BLOCKS = " ▁▂▃▄▅▆▇█"


def spark_rows(values: list[float], *, height: int = 5) -> list[str]:
    """Numbers from 0 to 1 as columns.

    >>> spark_rows([0.0, 0.5, 1.0], height=2)
    ['  █', ' ██']
    """
    rows = []
    for row in range(height - 1, -1, -1):
        cells = [min(8, max(0, round((value * height - row) * 8))) for value in values]
        rows.append("".join(_BLOCKS[cell] for cell in cells))
    return rows


def course(review: Review, *, width: int = 56, height: int = 5) -> list[str]:
    """The chance of the first seat along the game, or its value in points; with a scale at the left.

    >>> from hotdice.coach.forms import Point
    >>> from types import SimpleNamespace as Some
    >>> curve = [Point(0, 0, (0.5, 0.5)), Point(9, 1, (1.0, 0.0))]
    >>> course(Some(unit="win", curve=curve), width=4, height=2)
    ['100 % │   █', '  0 % │████']
    """
    curve = review.curve
    if len(curve) < 2:
        return []
    last = curve[-1].step or 1
    values: list[float] = []
    place = 0
    for column in range(width):
        step = last * column / (width - 1)
        while place + 1 < len(curve) and curve[place + 1].step <= step:
            place += 1
        values.append(curve[place].values[0])
    if review.unit == "win":
        low, high, top, bottom = 0.0, 1.0, "100 %", "0 %"
    else:
        low, high = min(values), max(values)
        top, bottom = f"{high:,.0f}", f"{low:,.0f}"
        high = high if high > low else low + 1.0
    rows = spark_rows([(value - low) / (high - low) for value in values], height=height)
    wide = max(len(top), len(bottom))
    labels = [top, *[""] * (height - 2), bottom]
    return [f"{label:>{wide}} │{row}" for label, row in zip(labels, rows, strict=True)]
