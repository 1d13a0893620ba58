"""The strategy card as a picture, with its own colours: it is paper. Front and back lie under each other."""

from html import escape
from textwrap import wrap

from hotdice.coach.rule_words import sentences_of
from hotdice.coach.strategy_forms import Side, StrategyCard
from hotdice.coach.strategy_page import measured_words, side_words, stop_words

_INK, _QUIET, _PAPER, _TRAY, _EMBER, _LINE = (
    "#1E1B18", "#625A50", "#FFFCF6", "#1F4D45", "#B93A1A", "#E2D8C6",
)  # fmt: skip


def _plain_card(card: StrategyCard) -> str:
    """The card of a sheet without a rule to remember: 720 by 470."""
    width, left = 720, 40
    rows = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} 470" width="{width}" height="470" '
        'font-family="system-ui, sans-serif" role="img" aria-label="Strategy card">',
        f'<rect width="{width}" height="470" rx="20" fill="{_PAPER}" stroke="{_LINE}" stroke-width="2"/>',
        f'<rect width="{width}" height="76" rx="20" fill="{_TRAY}"/><rect y="50" width="{width}" height="26" '
        f'fill="{_TRAY}"/>',
        f'<text x="{left}" y="48" font-size="26" font-weight="700" fill="#F3ECE0">'
        f"{escape(card.title)}</text>",
    ]
    columns = (("dice left", 0), ("a farkle", 190), ("stop at", 350), ("worth in hand", 500))
    for name, x in columns:
        rows.append(f'<text x="{left + x}" y="108" font-size="14" fill="{_QUIET}">{name}</text>')
    most = max(row.farkle for row in card.rows)
    for place, row in enumerate(card.rows):
        y = 142 + 38 * place
        for die in range(row.dice):
            rows.append(
                f'<rect x="{left + 24 * die}" y="{y - 16}" width="20" height="20" rx="5" fill="#FBF6EA" '
                f'stroke="{_INK}"/><circle cx="{left + 24 * die + 10}" cy="{y - 6}" r="2.5" fill="{_EMBER}"/>'
            )
        bar = 100 * row.farkle / most
        rows.append(
            f'<rect x="{left + 190}" y="{y - 14}" width="{bar:.0f}" height="14" rx="4" fill="{_EMBER}"/>'
            f'<text x="{left + 196 + bar:.0f}" y="{y - 2}" font-size="13" fill="{_QUIET}">'
            f"{100 * row.farkle:.0f} %</text>"
        )
        rows.append(
            f'<text x="{left + 350}" y="{y}" font-size="22" font-weight="700" fill="{_INK}">'
            f"{stop_words(row.stop_at)}</text>"
        )
        rows.append(f'<text x="{left + 500}" y="{y}" font-size="20" fill="{_INK}">+{row.worth}</text>')
    y = 142 + 38 * len(card.rows) + 4
    for line in card.advice[:4]:
        rows.append(f'<text x="{left}" y="{y}" font-size="13" fill="{_INK}">{escape(line)}</text>')
        y += 20
    if card.measured is not None:
        words = escape(measured_words(card.measured))
        rows.append(f'<text x="{left}" y="{y + 2}" font-size="11" fill="{_QUIET}">{words}</text>')
    return "\n".join([*rows, "</svg>"]) + "\n"


_WIDTH, _LEFT = 720, 40
_FRONT, _BACK, _GAP = 300, 370, 20
"""The heights of the sides, and what lies between them."""


def card_svg(card: StrategyCard) -> str:
    """The front and the back of the card to cut out; the plain card where there is no rule to remember.

    >>> from hotdice.coach.strategy import strategy_card
    >>> from hotdice.rules import load
    >>> card_svg(strategy_card(load("busche-neller"))).count(">never<")
    1
    """
    if not card.sides:
        return _plain_card(card)
    front, back = card.sides
    height = _FRONT + _GAP + _BACK
    rows = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" '
        f'height="{height}" font-family="system-ui, sans-serif" role="img" aria-label="Strategy card">',
        *_side(card, front, 0),
        f'<g transform="translate(0 {_FRONT + _GAP})">',
        *_side(card, back, 1),
        "</g>",
        "</svg>",
    ]
    return "\n".join(rows) + "\n"


def _side(card: StrategyCard, side: Side, place: int) -> list[str]:
    """One side: its title, its numbers, its sentences and what it wins."""
    height = (_FRONT, _BACK)[place]
    rows = [
        f'<rect x="1" y="1" width="{_WIDTH - 2}" height="{height - 2}" rx="20" fill="{_PAPER}" '
        f'stroke="{_LINE}" stroke-width="2"/>',
        f'<path d="M0 60V20A20 20 0 0 1 20 0H{_WIDTH - 20}A20 20 0 0 1 {_WIDTH} 20V60Z" fill="{_TRAY}"/>',
        f'<text x="{_LEFT}" y="40" font-size="24" font-weight="700" fill="#F3ECE0">'
        f"{escape(card.title)}</text>",
    ]
    rows += _table(side) if place else _three(side)
    y, size = ((206, 18), (222, 15))[place]
    for sentence in sentences_of(side, place):
        for line in wrap(sentence, (72, 84)[place]):
            rows.append(f'<text x="{_LEFT}" y="{y}" font-size="{size}" fill="{_INK}">{escape(line)}</text>')
            y += size + 6
    words = escape(side_words(side, place))
    rows.append(f'<text x="{_LEFT}" y="{height - 16}" font-size="12" fill="{_QUIET}">{words}</text>')
    return rows


def _three(side: Side) -> list[str]:
    """The three numbers of the front, large, each over what it is for."""
    one, two, three, four, *_ = side.stops
    if one == two == three:
        cells = [(one, "stop, up to 3 dice"), (four, "stop, 4 dice")]
    else:
        cells = [(one, "stop, 1 or 2 dice"), (three, "stop, 3 dice")]
    shown = [
        *((stop_words(total), what) for total, what in cells),
        (f"+{side.worths[3]}", "each die beyond 3"),
    ]
    return [
        f'<text x="{_LEFT + 220 * at}" y="126" font-size="52" font-weight="700" fill="{_EMBER}">{text}</text>'
        f'<text x="{_LEFT + 220 * at}" y="154" font-size="15" fill="{_QUIET}">{what}</text>'
        for at, (text, what) in enumerate(shown)
    ]


def _table(side: Side) -> list[str]:
    """The table of the back: by dice left, where to stop and what they are worth in hand."""
    lines = (
        ("dice left", [str(count) for count in range(1, len(side.stops) + 1)], _QUIET, 15),
        ("stop at", [stop_words(stop) for stop in side.stops], _INK, 21),
        ("worth in hand", [f"+{worth}" if worth else "-" for worth in side.worths], _INK, 18),
    )
    rows = []
    for at, (name, cells, colour, size) in enumerate(lines):
        y = 96 + 40 * at
        rows.append(f'<text x="{_LEFT}" y="{y}" font-size="15" fill="{_QUIET}">{name}</text>')
        for column, cell in enumerate(cells):
            x = _LEFT + 150 + 500 * (column + 1) // len(cells)
            rows.append(
                f'<text x="{x}" y="{y}" font-size="{size}" font-weight="{700 if at == 1 else 400}" '
                f'text-anchor="end" fill="{colour}">{cell}</text>'
            )
    return rows
