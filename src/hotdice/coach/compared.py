"""A comparison of two sheets in words: five sentences for a family, then the figures."""

from html import escape

from hotdice.odds.comparing import Comparison, Figures


def five_sentences(found: Comparison) -> list[str]:
    """Longer, wilder, who gains by beginning, when to stop, how often a beginner beats the champion."""
    old, new = found.before, found.after
    return [
        _longer(old, new),
        _wilder(old, new),
        _beginning(old, new),
        _stopping(found),
        f"A beginner who always stops at 300 beats the champion in {_percent(new.beginner_wins)} of all "
        f"games (before: {_percent(old.beginner_wins)}).",
    ]


def comparison_lines(found: Comparison) -> list[str]:
    """The sentences, a picture of the stops, and the figures."""
    old, new = found.before, found.after
    lines = [f"{old.title} and {new.title}, between two players", ""]
    lines += [f"{number}. {line}" for number, line in enumerate(five_sentences(found), 1)]
    lines += ["", "Stop at, by dice left:"]
    most = max(
        (stop for side in (old, new) for stop in side.stops.values() if stop and stop < 2000), default=1
    )
    for dice in sorted(old.stops):
        for name, side in (("before", old), ("after", new)):
            stop = side.stops.get(dice)
            beyond = stop is None or stop > most
            bar = "#" * 30 + ">" if beyond else "#" * max(1, round(30 * (stop or 0) / most))
            head = _dice(dice) if name == "before" else ""
            lines.append(f"{head:>7}  {name:<6} {bar} {_stop(stop)}")
    rows = [
        ("who begins wins", _percent(old.first_player_wins), _percent(new.first_player_wins)),
        ("head start that is fair", f"{old.head_start:,}", f"{new.head_start:,}"),
        ("turns in a game", f"{old.turns:.1f}", f"{new.turns:.1f}"),
        ("turns that farkle", _percent(old.farkles), _percent(new.farkles)),
        ("points a turn, at best", f"{old.mean:,.0f}", f"{new.mean:,.0f}"),
        ("a beginner beats the champion", _percent(old.beginner_wins), _percent(new.beginner_wins)),
        ("the card's rule beats the champion", _percent(old.card_wins), _percent(new.card_wins)),
    ]
    lines += ["", f"{'':<36}{'before':>12}{'after':>12}"]
    lines += [f"{name:<36}{before:>12}{after:>12}" for name, before, after in rows]
    if found.changed:
        changed = ", ".join(str(each) for each in found.changed)
        lines += [
            "",
            f"When to stop changes with {changed} dice left; who goes on stopping as before gives away "
            f"{100 * found.habit:.2f} % of all games.",
        ]
    return lines


def comparison_svg(found: Comparison) -> str:
    """The stops before and after as a picture."""
    old, new = found.before, found.after
    most = max(
        (stop for side in (old, new) for stop in side.stops.values() if stop and stop < 2000), default=1
    )
    rows = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 420" width="640" height="420" '
        'font-family="system-ui, sans-serif" role="img" aria-label="When to stop, before and after">',
        '<rect width="640" height="420" rx="16" fill="#FFFCF6"/>',
        f'<text x="24" y="36" font-size="18" font-weight="700" fill="#1E1B18">{escape(new.title)}: '
        "when to stop</text>",
    ]
    for place, dice in enumerate(sorted(old.stops)):
        y = 64 + 56 * place
        rows.append(f'<text x="24" y="{y + 22}" font-size="15" fill="#1E1B18">{_dice(dice)}</text>')
        for shift, side, colour in ((0, old, "#8A8175"), (20, new, "#B93A1A")):
            stop = side.stops.get(dice)
            width = 400 if stop is None or stop > most else max(3, round(400 * stop / most))
            rows.append(
                f'<rect x="96" y="{y + shift}" width="{width}" height="16" rx="4" fill="{colour}"/>'
                f'<text x="{104 + width}" y="{y + shift + 13}" font-size="13" fill="#1E1B18">'
                f"{_stop(stop)}</text>"
            )
    rows.append('<text x="24" y="408" font-size="12" fill="#625A50">grey: before, red: after</text>')
    return "\n".join([*rows, "</svg>"]) + "\n"


def _longer(old: Figures, new: Figures) -> str:
    change = new.turns - old.turns
    if abs(change) < 0.5:
        return f"A game is as long as before: some {new.turns:.0f} turns, both players' together."
    word = "longer" if change > 0 else "shorter"
    return (
        f"A game is {word}: some {new.turns:.0f} turns, both players' together, instead of {old.turns:.0f}."
    )


def _wilder(old: Figures, new: Figures) -> str:
    change = new.farkles - old.farkles
    if abs(change) < 0.005:
        return f"It is as wild as before: {_percent(new.farkles)} of the turns farkle."
    word = "wilder" if change > 0 else "tamer"
    return f"It is {word}: {_percent(new.farkles)} of the turns farkle instead of {_percent(old.farkles)}."


def _beginning(old: Figures, new: Figures) -> str:
    who = "Who begins" if new.first_player_wins >= 0.5 else "Who comes second"
    chance = max(new.first_player_wins, 1 - new.first_player_wins)
    fair = (
        f"{new.head_start:,} points for the other would be fair"
        if new.head_start
        else "no head start of the second player makes it fairer"
    )
    return f"{who} wins {_percent(chance)} (before, who began: {_percent(old.first_player_wins)}); {fair}."


def _stopping(found: Comparison) -> str:
    if not found.changed:
        return "When to stop does not change."
    shown = [
        f"at {_stop(found.after.stops[dice])} with {_dice(dice)} left "
        f"(before: {_stop(found.before.stops[dice])})"
        for dice in found.changed[:3]
    ]
    return f"Stop {', '.join(shown)}."


def _dice(count: int) -> str:
    return "1 die" if count == 1 else f"{count} dice"


def _stop(total: int | None) -> str:
    if total is None:
        return "never"
    return "always" if total == 0 else f"{total:,}"


def _percent(chance: float) -> str:
    return f"{100 * chance:.1f} %"
