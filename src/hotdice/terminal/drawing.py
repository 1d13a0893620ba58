"""Dice drawn with lines and pips, for terminals that can show them."""

from collections.abc import Sequence

PIPS = {
    1: ("     ", "  ●  ", "     "),
    2: ("●    ", "     ", "    ●"),
    3: ("●    ", "  ●  ", "    ●"),
    4: ("●   ●", "     ", "●   ●"),
    5: ("●   ●", "  ●  ", "●   ●"),
    6: ("●   ●", "●   ●", "●   ●"),
    7: ("     ", "JOKER", "     "),
}


def draw_dice(faces: Sequence[int]) -> list[str]:
    r"""Five lines of text that show the dice side by side.

    >>> print(*draw_dice([2, 5]), sep="|\n")
    ╭───────╮ ╭───────╮|
    │ ●     │ │ ●   ● │|
    │       │ │   ●   │|
    │     ● │ │ ●   ● │|
    ╰───────╯ ╰───────╯
    """
    rows = [" ".join("╭───────╮" for _ in faces)]
    rows += [" ".join(f"│ {PIPS[face][row]} │" for face in faces) for row in range(3)]
    rows.append(" ".join("╰───────╯" for _ in faces))
    return rows
