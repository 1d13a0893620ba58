"""A comparison of two sheets in words: five sentences for a family, then the figures."""

from html import escape

from hotdice.odds.comparing import BEGINNER, Comparison, Figures
from hotdice.rules.said import Said, Value

_WHEN = {
    "board": Said("to get on the board"),
    "level": Said("half-way"),
    "late": Said("when both miss a tenth"),
    "near": Said("when both are nearly there"),
}
"""The scores at which the champion's stops are known, see `hotdice.odds.race_stops.telling_scores`."""
_FEW = 4
"""With more dice hardly anybody stops: where fewer change, those are told."""


def five_sentences(found: Comparison) -> list[str]:
    """Longer, wilder, who gains by beginning, when to stop, how often a beginner beats the champion."""
    return [str(sentence) for sentence in sentences_of(found)]


def sentences_of(found: Comparison) -> tuple[Said, ...]:
    """The five sentences as words with gaps, so that a page can say them in its language."""
    old, new = found.before, found.after
    beginner: dict[str, Value] = {"stop": BEGINNER, "new": new.beginner_wins, "old": old.beginner_wins}
    return (
        _longer(old, new),
        _wilder(old, new),
        _beginning(old, new),
        _stopping(found),
        Said(
            "A beginner who always stops at {stop} beats the champion in {new:tenth} of all games "
            "(before: {old:tenth}).",
            beginner,
        ),
    )


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
    lines += ["", "When the champion stops at even scores, one to six dice left:"]
    for name, when in _WHEN.items():
        for then, stops in (("before", old.race_stops.get(name)), ("after", new.race_stops.get(name))):
            if stops is not None:
                lines.append(f"  {when!s:<28}{then:<8}" + "".join(f"{_stop(stop):>8}" for stop in stops))
    if found.decisions is not None and found.habit is not None:
        lines += [
            "",
            f"With as much missing to the target, {_fine(found.decisions)} of all decisions change; who goes "
            f"on playing as was best before gives away {_fine(found.habit)} of all games.",
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


def _longer(old: Figures, new: Figures) -> Said:
    values: dict[str, Value] = {"turns": round(new.turns), "before": round(old.turns)}
    if abs(new.turns - old.turns) < 0.5:
        return Said("A game is as long as before: some {turns} turns, both players' together.", values)
    if new.turns > old.turns:
        return Said(
            "A game is longer: some {turns} turns, both players' together, instead of {before}.", values
        )
    return Said("A game is shorter: some {turns} turns, both players' together, instead of {before}.", values)


def _wilder(old: Figures, new: Figures) -> Said:
    values: dict[str, Value] = {"new": new.farkles, "old": old.farkles}
    if abs(new.farkles - old.farkles) < 0.005:
        return Said("It is as wild as before: {new:tenth} of the turns farkle.", values)
    if new.farkles > old.farkles:
        return Said("It is wilder: {new:tenth} of the turns farkle instead of {old:tenth}.", values)
    return Said("It is tamer: {new:tenth} of the turns farkle instead of {old:tenth}.", values)


def _beginning(old: Figures, new: Figures) -> Said:
    first = new.first_player_wins >= 0.5
    chance = max(new.first_player_wins, 1 - new.first_player_wins)
    values: dict[str, Value] = {"new": chance, "old": old.first_player_wins, "points": new.head_start}
    if first and new.head_start:
        return Said(
            "Who begins wins {new:tenth} (before: {old:tenth}); {points} points for the other would be fair.",
            values,
        )
    if first:
        return Said("Who begins wins {new:tenth} (before: {old:tenth}); a head start would not help.", values)
    return Said(
        "Who comes second wins {new:tenth} (before, who began: {old:tenth}); a head start would not help.",
        values,
    )


def _stopping(found: Comparison) -> Said:
    """When to stop: for points where that changes, else as the champions of both races do."""
    old, new = found.before, found.after
    points = {dice: (new.stops[dice], old.stops[dice]) for dice in found.changed}
    changes = [(None, points), *((when, _race_changes(old, new, when)) for when in _WHEN)]
    for most in (_FEW, len(new.stops)):
        for when, every in changes:
            few = {dice: stops for dice, stops in every.items() if dice <= most}
            if few:
                parts = _listed([_change(dice, *stops) for dice, stops in list(few.items())[:3]])
                if when is None:
                    return Said("When to stop changes: {parts}.", {"parts": parts})
                return Said("When to stop changes, {when}: {parts}.", {"when": _WHEN[when], "parts": parts})
    return Said("When to stop does not change.")


def _race_changes(old: Figures, new: Figures, when: str) -> dict[int, tuple[int | None, int | None]]:
    """The champion's stops after and before at some score, by dice left, where they differ."""
    stops = new.race_stops.get(when, ()), old.race_stops.get(when, ())
    return {dice: both for dice, both in enumerate(zip(*stops, strict=False), 1) if both[0] != both[1]}


def _change(dice: int, new: int | None, old: int | None) -> Said:
    values: dict[str, Value] = {"total": _told(new), "dice": dice, "old": _told(old)}
    return Said("{total} with {dice:dice} left (before: {old})", values)


def _listed(parts: list[Said]) -> Said:
    """Some parts of a sentence as one."""
    found = parts[0]
    for part in parts[1:]:
        found = Said("{one}, {two}", {"one": found, "two": part})
    return found


def _told(total: int | None) -> Value:
    if total is None:
        return Said("never")
    return Said("always") if total == 0 else total


def _dice(count: int) -> str:
    return "1 die" if count == 1 else f"{count} dice"


def _stop(total: int | None) -> str:
    if total is None:
        return "never"
    return "always" if total == 0 else f"{total:,}"


def _fine(chance: float) -> str:
    return f"{100 * chance:.2f} %"


def _percent(chance: float) -> str:
    return f"{100 * chance:.1f} %"
