"""Three lines about a daily game that spoil nothing: points, shapes best first, what was given away."""

from hotdice.club.daily import Judged, Square

SHAPES: dict[Square, str] = {"best": "🟢", "small": "🔶", "mistake": "🟥", "lucky": "🍀", "farkle": "🌧"}
"""Shapes differ, not only colours."""
_ORDER: tuple[Square, ...] = ("best", "small", "mistake", "lucky", "farkle")
_TIMES = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five"}


def share_text(judged: Judged, fox: int, *, sealed: bool) -> str:
    """What somebody sends to friends.

    >>> from hotdice.club.daily import Round
    >>> rounds = tuple(Round(n, 500, 0.0, "best") for n in range(1, 10)) + (Round(10, 650, 240.0, "lucky"),)
    >>> print(share_text(Judged("2026-08-02", 5150, 240.0, rounds, 1), 5600, sealed=True))
    Hotdice 214: 5,150 (Fox 5,600)
    🟢🟢🟢🟢🟢🟢🟢🟢🟢🍀
    Gave away 240. Got away with one.
    """
    squares = sorted((part.square for part in judged.rounds), key=_ORDER.index)
    kind = "" if sealed else " open"
    lines = [f"Hotdice {judged.number}{kind}: {judged.points:,} (Fox {fox:,})"]
    lines.append("".join(SHAPES[square] for square in squares))
    gave = round(judged.given_away)
    said = f"Gave away {gave:,}." if gave else "Gave nothing away."
    if judged.got_away:
        said += f" Got away with {_TIMES.get(judged.got_away, judged.got_away)}."
    return "\n".join([*lines, said])
