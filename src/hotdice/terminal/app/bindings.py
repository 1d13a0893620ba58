"""The keys of a page, written as one line: key, action, and the word for it in the last line of the page."""

from textual.binding import Binding, BindingType


def bound(*tables: str) -> list[BindingType]:
    """Keys from text such as "r roll Roll | x,delete remove Remove": key, action, word.

    A word in brackets is told by Help only; a key without a word is told nowhere.

    >>> [(key.key, key.action, key.description, key.show) for key in bound("r roll Roll | end ends(1) (End)")]
    [('r', 'roll', 'Roll', True), ('end', 'ends(1)', 'End', False)]
    """
    keys: list[BindingType] = []
    for entry in " | ".join(tables).split(" | "):
        key, action, word = [*entry.split(" ", 2), ""][:3]
        keys.append(Binding(key, action, word.strip("()"), show=bool(word) and not word.startswith("(")))
    return keys


NUMBERS = " | ".join(f"{number} pick({number - 1})" for number in range(1, 10))
"""The keys 1 to 9 pick what stands at that place."""
