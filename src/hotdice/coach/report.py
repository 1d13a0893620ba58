"""A review as one HTML page that needs nothing else: light and dark, charts inside, every moment linked."""

from html import escape
from importlib import resources

from hotdice.coach.charts import MARKS, SEATS, curve_chart, dice_row, luck_chart, mark
from hotdice.coach.forms import Decision, Review, Summary
from hotdice.coach.telling import aim, board_line, count_classes, counted, gained, say_option
from hotdice.coach.verdicts import amount

STYLE = (resources.files("hotdice.coach") / "report.css").read_text(encoding="utf-8")


def seat_mark(seat: int) -> str:
    """The mark of a seat as a small picture."""
    shape = mark(MARKS[seat % SEATS], 8, 8, 6)
    return (
        f'<svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">'
        f'<g class="mark s{seat % SEATS}">{shape}</g></svg>'
    )


def page(title: str, body: str) -> str:
    """A whole page round a body, in the look of Hotdice.

    >>> page("A < B", "<p>hi</p>").startswith("<!doctype html>")
    True
    """
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>\n"
        f"<body><main>\n{body}\n</main></body></html>\n"
    )


def review_page(review: Review, *, date: str = "", link: str = "") -> str:
    """The report as one page; `link` is put before positions, to make them lead to a page that plays them."""
    win = review.unit == "win"
    unit = aim(review).capitalize()
    first = review.players[0].name
    what = f"{escape(first)}'s chance to win" if win and len(review.players) == 2 else unit
    more = any(abs(player.drift) > 1e-6 or player.other for player in review.players)
    between = ", and what was neither" if more else ""
    parts = [
        f'<p class="quiet">Review{f" · {escape(date)}" if date else ""}</p>',
        f"<h1>{escape(review.title)}</h1>",
        f'<p class="verdict">{escape(review.summary)}</p>',
        f'<div class="players">{"".join(_player(review, player) for player in review.players)}</div>',
        f"<h2>The course of the game</h2><p class=quiet>{what}, step by step; marks are decisions that cost "
        'something, larger ones more.</p><div class="card">',
        curve_chart(review),
        "</div>",
        "<h2>Luck</h2><p class=quiet>Every throw: what it was worth against the mean of all throws.</p>"
        '<div class="card">',
        luck_chart(review),
        "</div>",
        _costliest(review, link),
        _all_decisions(review, link),
        f'<p class="quiet">Judged by {aim(review)}; {escape(review.source.text)}. Result minus start is the '
        f"luck and the loss of everybody{between}; left over: {review.identity:.1e}.</p>",
    ]
    return page(f"Review: {review.title}", "\n".join(part for part in parts if part))


def _player(review: Review, player: Summary) -> str:
    unit = review.unit
    rows = [
        ("start", amount(player.start, unit)),
        ("luck of the dice", amount(player.luck, unit, sign=True)),
        ("given away", amount(-player.loss, unit, sign=True) if player.loss > 5e-5 else amount(0, unit)),
    ]
    if len(review.players) > 1:
        rest = player.result - player.start - player.luck + player.loss - player.other - player.drift
        if unit == "win":
            rows.append(("the others' luck and gifts", amount(rest, unit, sign=True)))
    if player.other:
        rows.append(("neither", amount(player.other, unit, sign=True)))
    if abs(player.drift) > 1e-6:
        rows.append(("model drift", amount(player.drift, unit, sign=True)))
    cells = "".join(f"<dt>{name}</dt><dd>{value}</dd>" for name, value in rows)
    ends = [("result", amount(player.result, unit)), ("without luck", amount(player.adjusted, unit))]
    cells += "".join(f'<dt class="sum">{name}</dt><dd class="sum">{value}</dd>' for name, value in ends)
    counts = count_classes(player.classes, " · ")
    who = "" if player.player == "human" else f' <span class="quiet">{escape(player.player)}</span>'
    return (
        f'<section class="card player"><h3>{seat_mark(player.seat)}{escape(player.name)}{who}</h3>'
        f'<p class="grade">{player.grade}</p><p class="quiet">{escape(player.grade_words)}; '
        f"{counted(player.unforced)}: {counts or 'none'}</p><dl>{cells}</dl></section>"
    )


def _position(decision: Decision, link: str) -> str:
    if not decision.position:
        return ""
    text = escape(decision.position)
    return f'<code><a href="{escape(link)}{text}">{text}</a></code>' if link else f"<code>{text}</code>"


def _costliest(review: Review, link: str) -> str:
    if not review.worst:
        return "<h2>The costliest moments</h2><p>There are none: nobody gave anything away.</p>"
    names = [player.name for player in review.players]
    parts = ["<h2>The costliest moments</h2>"]
    for index in review.worst:
        decision = review.decisions[index]
        dice = dice_row(decision.roll, decision.best.keep or "") if decision.roll else ""
        cost = amount(decision.loss, review.unit)
        turn = f"<p>This turn <b>{decision.turn_total:,}</b></p>"
        parts.append(
            f'<article class="card moment"><div class="tray">{dice}{turn}</div><div>'
            f"<h3>{seat_mark(decision.seat)} {escape(names[decision.seat])}, round {decision.round} "
            f'<span class="tag {decision.cls}">{decision.cls} {cost}</span></h3>'
            f'<p class="quiet">{escape(board_line(decision, names))}</p>'
            f"<p>Played: {escape(say_option(decision.played, names))}. "
            f"Better: <strong>{escape(say_option(decision.best, names))}</strong>.</p>"
            f'<p class="why">{escape(decision.reason)}</p>{_gained(decision, names)}'
            f"<p>{_position(decision, link)}</p></div></article>"
        )
    return "\n".join(parts)


def _gained(decision: Decision, names: list[str]) -> str:
    takers = gained(decision, names)
    return f"<p>It went to: {escape(takers)}.</p>" if takers else ""


def _all_decisions(review: Review, link: str) -> str:
    names = [player.name for player in review.players]
    rows = []
    for decision in review.decisions:
        if decision.forced:
            continue
        better = (
            "" if decision.played.equal or decision.for_the_win else escape(say_option(decision.best, names))
        )
        roll = " ".join(decision.roll)
        cost = "" if decision.played.equal else amount(decision.loss, review.unit)
        rows.append(
            f'<tr id="d{decision.step}"><td class="n">{decision.round}</td>'
            f"<td>{seat_mark(decision.seat)} {escape(names[decision.seat])}</td>"
            f"<td class=n>{decision.turn_total:,}</td>"
            f"<td>{roll}</td><td>{escape(say_option(decision.played, names))}</td><td>{better}</td>"
            f'<td class="n">{cost}</td><td><span class="tag {decision.cls}">{decision.cls}</span></td>'
            f"<td>{escape(decision.reason) if better else ''}</td><td>{_position(decision, link)}</td></tr>"
        )
    return (
        '<h2>Every decision</h2><div class="scroll"><table><thead><tr><th class="n">Round</th><th>Who</th>'
        '<th class="n">Turn</th><th>Roll</th><th>Played</th><th>Better</th><th class="n">Cost</th><th></th>'
        f"<th>Why</th><th>Position</th></tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
    )
