"""A sentence as words with gaps and what fills them, so that whoever reads another language words it anew.

English stands where the sentence is made. The page knows each sentence by its English words with the gaps
still open and has its own words for it; `python -m scripts.page_words` finds every sentence in the sources.
"""

import re
from string import Formatter
from typing import Any

from msgspec import field

from hotdice.frozen import Frozen

_COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class Said(Frozen):
    """English words with gaps such as `{points}` or `{risk:share}`, and what fills the gaps."""

    says: str
    values: dict[str, "Value"] = field(default_factory=dict)

    def __str__(self) -> str:
        """The sentence in English.

        >>> str(Said("To {points}.", {"points": 10000}))
        'To 10,000.'
        """
        return fill(self.says, self.values)


Value = int | float | str | tuple[int, ...] | Said
"""What fills a gap. A number is written as people do, a list of faces with spaces between them."""


def say_dice(count: int) -> str:
    """A number of dice in words.

    >>> say_dice(1), say_dice(4)
    ('one die', 'four dice')
    """
    return f"{_COUNTS[count]} {'die' if count == 1 else 'dice'}"


def per_cent(share: float) -> str:
    """A share as people say it.

    >>> per_cent(0.2777), per_cent(0.0309), per_cent(0.0002)
    ('28 %', '3.1 %', '0.02 %')
    """
    if share >= 0.0995:
        return f"{100 * share:.0f} %"
    return f"{100 * share:.1f} %" if share >= 0.00095 else f"{100 * share:.2g} %"


_PLAIN_FORM = re.compile(r"(?<=[cs]h)es$|(?<=[xo])es$|s$")


def verb(name: str, word: str) -> str:
    """A verb as it goes with a name: "You" takes the plain form.

    >>> verb("Ann", "rolls"), verb("You", "rolls"), verb("You", "reaches"), verb("You", "is")
    ('rolls', 'roll', 'reach', 'are')
    """
    return word if name != "You" else "are" if word == "is" else _PLAIN_FORM.sub("", word)


def does(name: str, word: str) -> str:
    """A name with its verb in the present tense.

    >>> does("Ann", "rolls"), does("You", "goes")
    ('Ann rolls', 'You go')
    """
    return f"{name} {verb(name, word)}"


class _Gaps(Formatter):
    def format_field(self, value: Any, format_spec: str) -> str:
        how, _, word = format_spec.partition(" ")
        match how:
            case "does":
                return does(value, word)
            case "verb":
                return verb(value, word)
            case "whom":
                return "you" if value == "You" else str(value)
            case "share":
                return per_cent(value)
            case "tenth":  # a chance to a tenth of a per cent, where two are set side by side
                return f"{100 * value:.1f} %"
            case "dice":
                return say_dice(value)
            case "Dice":
                return say_dice(value).capitalize()
            case "seat":  # seats are counted from 0 and told from 1
                return str(value + 1)
            case "seats":
                return " or ".join(str(seat + 1) for seat in value)
            case "list":
                return ", ".join(f"{number:,}" for number in value)
            case "numbers":
                return ", ".join(str(seat + 1) for seat in value)
            case "kind":
                return str(value).title()
            case "and":
                return " and ".join(f"the {face}" for face in value)
        if isinstance(value, int):
            return f"{value:,}"
        return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


_GAPS = _Gaps()


def fill(says: str, values: dict[str, Value]) -> str:
    """The sentence with its gaps filled. A gap may say how: `{risk:share}`, `{dice:dice}` and so on.

    >>> fill("{dice:Dice} farkle {risk:share} at {total}.", {"dice": 2, "risk": 0.444, "total": 1350})
    'Two dice farkle 44 % at 1,350.'
    >>> fill("{faces} is not for seat {seats:seats}.", {"faces": (1, 5), "seats": (0, 2)})
    '1 5 is not for seat 1 or 3.'
    >>> fill("{who:does gives} {card} to {to:whom}.", {"who": "Ann", "card": "a Curse", "to": "You"})
    'Ann gives a Curse to you.'
    """
    return _GAPS.vformat(says, (), values) if values else says
