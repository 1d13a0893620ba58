"""A title for house rules, made from what they play differently."""

from typing import Any

from hotdice.rules.keys import KEYS
from hotdice.rules.ruleset import LONGEST_TITLE, Ruleset
from hotdice.rules.writing import differences

_PHRASES = {key.name: key.phrase for key in KEYS if key.phrase is not None}


def house_phrases(rules: Ruleset, base: Ruleset) -> list[str]:
    """What a house plays differently, a short phrase each.

    >>> from hotdice.rules import load
    >>> house_phrases(load("marina", ["penalty.points=1000"]), load("marina"))
    ['penalty points 1,000']
    """
    changed = differences(rules, base)
    first = [key for key in _PHRASES if key in changed]
    rest = [key for key in changed if key not in first]
    phrases: list[str] = []
    for key in first + rest:
        phrases += _phrases(key, changed[key])
    return phrases


def _phrases(key: str, value: Any) -> list[str]:
    if key in _PHRASES:
        return [_PHRASES[key](value)]
    words = key.replace("_", " ")
    if isinstance(value, dict) and value:
        prefix = "" if key == "scoring" else words + " "
        if key == "alike":
            inner = " ".join(f"{k} = {_plain(v)}" for k, v in value.items() if k != "scheme")
            return [f"alike {value['scheme']} {inner}".strip()]
        return [prefix + phrase for k, v in value.items() for phrase in _phrases(k, v)]
    return [f"{words} {_plain(value)}"]


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, list):
        return " ".join(_plain(item) for item in value) or "none"
    if isinstance(value, dict):
        return " ".join(f"{k} {_plain(v)}" for k, v in value.items())
    return str(value)


def house_title(rules: Ruleset, base: Ruleset) -> str:
    """The base's title with every difference behind it, cut where it becomes a list.

    >>> from hotdice.rules import load
    >>> house_title(load("classic", ["opening=300"]), load("classic"))
    'Classic Farkle, opening 300'
    """
    phrases = house_phrases(rules, base)
    if not phrases:
        return base.title
    shown = phrases[:5] + ([f"and {len(phrases) - 5} more changes"] if len(phrases) > 5 else [])
    return ", ".join([base.title, *shown])[:LONGEST_TITLE].rstrip(" ,")
