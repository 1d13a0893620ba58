"""What the first lines of a record say, without reading the game itself: for looking at many files."""

from hotdice.game.frames import FIRST_LINE

LONGEST = 8_192
"""Headers are looked for in so many bytes; a rule set of a house may stand among them."""


def game_of(text: bytes) -> str:
    r"""The game that a record names in its second line; Farkle names none.

    >>> game_of(b"hotdice record 1\ngame munchkin\n"), game_of(b"hotdice record 1\nrules classic\n")
    ('munchkin', '')
    """
    lines = text[:200].replace(b"\r\n", b"\n").split(b"\n")
    if len(lines) < 2 or lines[0].strip() != FIRST_LINE.encode() or not lines[1].startswith(b"game "):
        return ""
    return lines[1][5:].strip().decode("utf-8", errors="replace")


def headers_of(text: bytes) -> dict[str, str]:
    r"""The headers of a record by name; of those that repeat the last.

    >>> headers_of(b"hotdice record 1\nrules classic\ndice real\nresult unfinished\n\n1 Ann | x")
    {'rules': 'classic', 'dice': 'real', 'result': 'unfinished'}
    """
    head = text[:LONGEST].replace(b"\r\n", b"\n").partition(b"\n\n")[0].decode("utf-8", errors="replace")
    found: dict[str, str] = {}
    for line in head.split("\n")[1:]:
        name, _, value = line.partition(" ")
        found[name] = value.strip()
    return found
