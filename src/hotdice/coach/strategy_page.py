"""The strategy card as text and as a page to print."""

from collections.abc import Sequence
from html import escape

from hotdice.coach.report import page
from hotdice.coach.rule_words import sentences_of
from hotdice.coach.strategy_forms import Measured, Side, StrategyCard


def stop_words(total: int | None) -> str:
    """A total to stop at.

    >>> stop_words(None), stop_words(0), stop_words(1050)
    ('never', 'always', '1,050')
    """
    if total is None:
        return "never"
    return "always" if total == 0 else f"{total:,}"


def measured_words(measured: Measured) -> str:
    """What the card is worth, in a sentence.

    >>> measured_words(Measured(1000, "champion", 0.46, 0.45, 0.47, 0.5))[:57]
    'Who follows only this card wins 46.0 % against champion ('
    """
    if measured.unit == "points":
        return (
            f"Who follows only this card makes {measured.rate:,.0f} on average ({measured.low:,.0f} to "
            f"{measured.high:,.0f}, {measured.games:,} games), {measured.fair - measured.rate:,.0f} "
            f"less than {measured.against}."
        )
    return (
        f"Who follows only this card wins {100 * measured.rate:.1f} % against {measured.against} "
        f"({100 * measured.low:.1f} to {100 * measured.high:.1f} %, {measured.games:,} games), "
        f"{100 * (measured.fair - measured.rate):.1f} % less than a fair share."
    )


def side_words(side: Side, place: int) -> str:
    """What a side of the card is, and what it is worth.

    >>> side_words(Side((250,) * 6, (0,) * 6, 0.4827), 0)
    'The front, three numbers: wins 48.27 % against the champion.'
    """
    name = ("The front, three numbers", "The back, at most twelve")[place]
    return f"{name}: wins {100 * side.wins:.2f} % against the champion."


def _side_lines(sides: Sequence[Side]) -> list[str]:
    """The sides of a card to remember; both first, for they are what a player takes along."""
    lines: list[str] = []
    for place, side in enumerate(sides):
        lines.append(side_words(side, place))
        if place:
            dice = "".join(f"{count:>8}" for count in range(1, len(side.stops) + 1))
            lines.append(f"{'dice left':<14}{dice}")
            lines.append(f"{'stop at':<14}" + "".join(f"{stop_words(stop):>8}" for stop in side.stops))
            lines.append(f"{'worth in hand':<14}" + "".join(f"{worth or '-':>8}" for worth in side.worths))
        lines += [*sentences_of(side, place), ""]
    return [*lines, "For points alone, whatever the scores are:"] if lines else []


def card_lines(card: StrategyCard) -> list[str]:
    """The card as lines of text, the sides to remember first.

    >>> from hotdice.coach.strategy import strategy_card
    >>> from hotdice.rules import load
    >>> card_lines(strategy_card(load("busche-neller")))[2]
    'The front, three numbers: wins 48.42 % against the champion.'
    """
    farkles = len(card.rows[0].by_farkles)
    head = "dice left   farkle   stop at   in hand"
    head += "".join(f"   after {count + 1} farkle{'s' if count else ''}" for count in range(farkles))
    lines = [card.title, "", *_side_lines(card.sides), head]
    for row in card.rows:
        text = f"{row.dice:>9}   {100 * row.farkle:5.1f} %   {stop_words(row.stop_at):>7}"
        text += f"   {'+' + str(row.worth):>7}"
        text += "".join(
            f"{stop_words(stop):>{17 + (place > 0)}}" for place, stop in enumerate(row.by_farkles)
        )
        lines.append(text)
    lines += ["", *card.advice]
    if card.situations:
        dice = "".join(f"{count:>8}" for count in range(1, len(card.rows) + 1))
        lines += ["", f"{'Stop at, by dice left':<38}{dice}"]
        lines += [
            f"{situation.name:<38}" + "".join(f"{stop_words(stop):>8}" for stop in situation.stop_at)
            for situation in card.situations
        ]
    shown = ", ".join(f"{need:,}: {100 * chance:.0f} %" for need, chance in card.needs)
    lines += ["", f"Chance to make it in one turn, played for it: {shown}."]
    lines.append(
        f"A turn by this card brings {card.mean:,.0f} on average; the best possible is {card.best_mean:,.0f}."
    )
    if card.measured is not None:
        lines.append(measured_words(card.measured))
    return lines


def _side_parts(sides: Sequence[Side]) -> list[str]:
    """The sides of a card to remember, for the page."""
    parts: list[str] = []
    for place, side in enumerate(sides):
        table = ""
        if place:
            cells = [
                ("Dice left", [str(count) for count in range(1, len(side.stops) + 1)]),
                ("Stop at", [stop_words(stop) for stop in side.stops]),
                ("Worth in hand", [str(worth or "-") for worth in side.worths]),
            ]
            rows = "".join(
                f"<tr><th>{name}</th>" + "".join(f'<td class="n">{cell}</td>' for cell in row) + "</tr>"
                for name, row in cells
            )
            table = f"<table><tbody>{rows}</tbody></table>"
        words = "".join(f"<p>{escape(line)}</p>" for line in sentences_of(side, place))
        quiet = f'<p class="quiet">{escape(side_words(side, place))}</p>'
        parts.append(
            f"<h2>{('Front', 'Back')[place]}</h2>" + f'<div class="card">{table}{words}{quiet}</div>'
        )
    return [*parts, "<h2>For points alone</h2>"] if parts else []


def card_page(card: StrategyCard) -> str:
    """The card as a page to print, the sides to remember first."""
    farkles = len(card.rows[0].by_farkles)
    head = "".join(f'<th class="n">after {count + 1}</th>' for count in range(farkles))
    body = "".join(
        f'<tr><td class="n">{row.dice}</td><td class="n">{100 * row.farkle:.1f} %</td>'
        f'<td class="n"><strong>{stop_words(row.stop_at)}</strong></td><td class="n">+{row.worth}</td>'
        + "".join(f'<td class="n">{stop_words(stop)}</td>' for stop in row.by_farkles)
        + "</tr>"
        for row in card.rows
    )
    parts = [
        '<p class="quiet">Strategy card</p>',
        f"<h1>{escape(card.title)}</h1>",
        *_side_parts(card.sides),
        '<div class="card"><table><thead><tr><th class="n">Dice left</th><th class="n">Farkle</th>'
        f'<th class="n">Stop at</th><th class="n">Worth in hand</th>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>",
        "<ul>" + "".join(f"<li>{escape(line)}</li>" for line in card.advice) + "</ul>",
    ]
    if card.situations:
        dice = "".join(f'<th class="n">{count}</th>' for count in range(1, len(card.rows) + 1))
        lines = "".join(
            f"<tr><td>{escape(situation.name)}</td>"
            + "".join(f'<td class="n">{stop_words(stop)}</td>' for stop in situation.stop_at)
            + "</tr>"
            for situation in card.situations
        )
        parts.append(
            '<h2>Where the score counts</h2><div class="card"><table><thead><tr>'
            "<th>Stop at, by dice left</th>"
            f"{dice}</tr></thead><tbody>{lines}</tbody></table></div>"
        )
    needs = "".join(f'<th class="n">{need:,}</th>' for need, _ in card.needs)
    chances = "".join(f'<td class="n">{100 * chance:.0f} %</td>' for _, chance in card.needs)
    parts.append(
        '<h2>The last turn</h2><div class="card"><table><thead><tr><th>Missing</th>'
        f"{needs}</tr></thead><tbody><tr><td>Chance</td>{chances}</tr></tbody></table></div>"
    )
    words = (
        f"A turn by this card brings {card.mean:,.0f} on average; the best possible is {card.best_mean:,.0f}."
    )
    if card.measured is not None:
        words += f" {measured_words(card.measured)}"
    parts.append(f'<p class="quiet">{escape(words)}</p>')
    return page(f"Strategy card: {card.title}", "\n".join(parts))
