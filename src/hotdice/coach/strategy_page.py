"""The strategy card as text, as a picture, and as a page to print."""

from html import escape

from hotdice.coach.report import page
from hotdice.coach.strategy_forms import Measured, StrategyCard


def _stop(total: int | None) -> str:
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


def card_lines(card: StrategyCard) -> list[str]:
    """The card as lines of text.

    >>> from hotdice.coach.strategy import strategy_card
    >>> from hotdice.rules import load
    >>> card_lines(strategy_card(load("busche-neller")))[2]
    'dice left   farkle   stop at   in hand'
    """
    farkles = len(card.rows[0].by_farkles)
    head = "dice left   farkle   stop at   in hand"
    head += "".join(f"   after {count + 1} farkle{'s' if count else ''}" for count in range(farkles))
    lines = [card.title, "", head]
    for row in card.rows:
        text = (
            f"{row.dice:>9}   {100 * row.farkle:5.1f} %   {_stop(row.stop_at):>7}   {'+' + str(row.worth):>7}"
        )
        text += "".join(f"{_stop(stop):>{17 + (place > 0)}}" for place, stop in enumerate(row.by_farkles))
        lines.append(text)
    lines += ["", *card.advice]
    if card.situations:
        dice = "".join(f"{count:>8}" for count in range(1, len(card.rows) + 1))
        lines += ["", f"{'Stop at, by dice left':<38}{dice}"]
        lines += [
            f"{situation.name:<38}" + "".join(f"{_stop(stop):>8}" for stop in situation.stop_at)
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


_INK, _QUIET, _PAPER, _TRAY, _EMBER, _LINE = (
    "#1E1B18", "#625A50", "#FFFCF6", "#1F4D45", "#B93A1A", "#E2D8C6",
)  # fmt: skip


def card_svg(card: StrategyCard) -> str:
    """The card as a picture of 720 by 460, with its own colours: it is paper."""
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
            f"{_stop(row.stop_at)}</text>"
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


def card_page(card: StrategyCard) -> str:
    """The card as a page to print."""
    farkles = len(card.rows[0].by_farkles)
    head = "".join(f'<th class="n">after {count + 1}</th>' for count in range(farkles))
    body = "".join(
        f'<tr><td class="n">{row.dice}</td><td class="n">{100 * row.farkle:.1f} %</td>'
        f'<td class="n"><strong>{_stop(row.stop_at)}</strong></td><td class="n">+{row.worth}</td>'
        + "".join(f'<td class="n">{_stop(stop)}</td>' for stop in row.by_farkles)
        + "</tr>"
        for row in card.rows
    )
    parts = [
        '<p class="quiet">Strategy card</p>',
        f"<h1>{escape(card.title)}</h1>",
        '<div class="card"><table><thead><tr><th class="n">Dice left</th><th class="n">Farkle</th>'
        f'<th class="n">Stop at</th><th class="n">Worth in hand</th>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>",
        "<ul>" + "".join(f"<li>{escape(line)}</li>" for line in card.advice) + "</ul>",
    ]
    if card.situations:
        dice = "".join(f'<th class="n">{count}</th>' for count in range(1, len(card.rows) + 1))
        lines = "".join(
            f"<tr><td>{escape(situation.name)}</td>"
            + "".join(f'<td class="n">{_stop(stop)}</td>' for stop in situation.stop_at)
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
