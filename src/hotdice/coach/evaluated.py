"""An evaluation in words and as a picture: how far from perfect, and what it is lost by."""

from html import escape

from hotdice.arena.evaluation import Evaluation

WORDS = {
    "keep": "the wrong dice set aside",
    "soon": "stopped too soon",
    "late": "rolled too often",
    "last": "in last turns",
}


def evaluation_lines(found: Evaluation) -> list[str]:
    """What was found, a line each."""
    lines = [f"{found.player} on {found.rules}", ""]
    if found.exact:
        assert found.begins is not None
        assert found.follows is not None
        lines.append(
            f"against the champion    {_percent(found.chance)}  (begins {_percent(found.begins)}, "
            f"follows {_percent(found.follows)}), exactly"
        )
        lines.append(
            f"against itself          {_percent(found.itself or 0.0)} for who begins, {found.turns:.1f} turns"
        )
        if found.exploited is not None:
            lines.append(f"against its best answer {_percent(0.5 - found.exploited)}")
    else:
        lines.append(
            f"against the champion    {_percent(found.chance)}  "
            f"({_percent(found.low)} to {_percent(found.high)}, {found.games:,} games, luck taken out)"
        )
    lines += ["", f"lost in a game          {_percent(found.behind)}"]
    lines += [f"  {WORDS[kind]:<26}{_percent(loss):>10}" for kind, loss in found.loss.items()]
    return lines


def evaluation_svg(found: Evaluation) -> str:
    """The losses by kind as a picture.

    >>> picture = evaluation_svg(Evaluation("x", "kcd", True, 0.4, 0.4, 0.4, 0.5, {"keep": 0.1}))
    >>> picture.startswith("<svg"), "the wrong dice set aside" in picture
    (True, True)
    """
    most = max(*found.loss.values(), 1e-9)
    rows = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 330" width="640" height="330" '
        'font-family="system-ui, sans-serif" role="img" aria-label="What is lost, by kind of decision">',
        '<rect width="640" height="330" rx="16" fill="#FFFCF6"/>',
        f'<text x="24" y="36" font-size="18" font-weight="700" fill="#1E1B18">{escape(found.player[-40:])}: '
        f"{_percent(found.chance)} against the champion</text>",
        f'<text x="24" y="60" font-size="14" fill="#625A50">{escape(found.rules)}; lost in a game, by kind '
        "of decision</text>",
    ]
    for place, (kind, loss) in enumerate(found.loss.items()):
        y = 84 + 56 * place
        width = max(2, round(440 * loss / most))
        rows.append(
            f'<text x="24" y="{y + 14}" font-size="15" fill="#1E1B18">{WORDS[kind]}</text>'
            f'<rect x="24" y="{y + 22}" width="{width}" height="16" rx="4" fill="#B93A1A"/>'
            f'<text x="{32 + width}" y="{y + 35}" font-size="13" fill="#1E1B18">{_percent(loss)}</text>'
        )
    return "\n".join([*rows, "</svg>"]) + "\n"


def _percent(chance: float) -> str:
    return f"{100 * chance:.3f} %"
