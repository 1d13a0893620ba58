"""Where the keys of a rule file stand, so that a fault can name its line."""

import re
from collections.abc import Mapping

from hotdice.rules.reading import shown_key

_PART = r"""(?:"[^"]*+"|'[^']*+'|[\w-]++)"""
_PATH = rf"{_PART}(?:[ \t]*+\.[ \t]*+{_PART})*+"
_HEADER = re.compile(rf"\s*+(\[\[?)[ \t]*+({_PATH})[ \t]*+\]")
_KEY = re.compile(rf"\s*+({_PATH})[ \t]*+=")


def key_lines(text: str) -> dict[str, int]:
    r"""The line of every key and table header, by its full name.

    A key inside an inline table or a list is not in it: it stands on the line of its nearest parent.

    >>> key_lines('dice = 6\n[scoring]\nalike.scheme = "add"')
    {'dice': 1, 'scoring': 2, 'scoring.alike.scheme': 3}
    >>> key_lines('[[scoring.sets]]\ndice = "135"')
    {'scoring.sets': 1, 'scoring.sets[0]': 1, 'scoring.sets[0].dice': 2}
    """
    lines: dict[str, int] = {}
    entries: dict[str, int] = {}
    section = ""
    in_text = ""
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        inside = in_text
        for quotes in re.findall(r"\"{3}|'{3}", line):  # a text over several lines holds no keys
            in_text = quotes if not in_text else "" if quotes == in_text else in_text
        if inside:
            continue
        if header := _HEADER.match(line):
            section = _name(header[2])
            lines.setdefault(section, number)
            if header[1] == "[[":
                index = entries[section] = entries.get(section, -1) + 1
                section = f"{section}[{index}]"
                lines[section] = number
        elif key := _KEY.match(line):
            lines.setdefault(f"{section}.{_name(key[1])}" if section else _name(key[1]), number)
    return lines


def _name(path: str) -> str:
    return shown_key(re.sub(r"[ \t]*\.[ \t]*", ".", re.sub(r"[\"']", "", path)))


def line_of(key: str, lines: Mapping[str, int]) -> int:
    """The line of a key, or of the nearest parent that has one; 0 where there is none.

    >>> line_of("scoring.alike.4", {"scoring": 2, "scoring.alike": 5}), line_of("target", {"dice": 1})
    (5, 0)
    """
    while key:
        if key in lines:
            return lines[key]
        key = key[: max(key.rfind("."), key.rfind("["), 0)]
    return 0
