"""Which rules do we have? The sheets by name or number, or three questions that find the right one."""

from collections.abc import Sequence
from typing import Protocol

from hotdice.rules import Ruleset, load, shipped

FIRST = ("playmonster", "classic", "marina", "marina-solitaire", "munchkin-farkle")
"""The sheets that come in boxes; other tables stand under "more"."""


class Asks(Protocol):
    """Where questions are put."""

    def say(self, text: str = "", *, strong: bool = False) -> None:
        """One paragraph."""

    def ask(self, prompt: str) -> str | None:
        """The next line that somebody types, or None when there is no more."""


def other_sheets() -> tuple[str, ...]:
    """The tables behind "more"."""
    return tuple(name for name in shipped() if name not in FIRST)


class Question:
    """One of the three questions: a text, and what a sheet answers to it."""

    def __init__(self, text: str, key: str) -> None:
        self.text = text
        self.key = key

    def answer(self, rules: Ruleset) -> int:
        """What this sheet says."""
        if self.key == "three_ones":
            return rules.scoring.triples[0]
        if self.key == "straight":
            return rules.scoring.straight
        return rules.opening or rules.minimum

    def choices(self, sheets: Sequence[str]) -> list[int]:
        """The different answers of these sheets, ascending."""
        return sorted({self.answer(load(name)) for name in sheets})


QUESTIONS = (
    Question("What are three 1s worth?", "three_ones"),
    Question("What is a straight 1-6 worth? (0: nothing)", "straight"),
    Question("What must a first turn have to count? (0: anything)", "to_start"),
)


def matching(answers: Sequence[int | None]) -> list[str]:
    """The sheets that fit the answers so far (None: not known), those of boxes first.

    >>> matching([750, None, None])
    ['munchkin-farkle', 'munchkin-farkle-plain']
    >>> matching([300, 1500, 500])
    ['playmonster', 'classic']
    """
    names = (*FIRST, *other_sheets())
    return [
        name
        for name in names
        if all(
            answer is None or question.answer(load(name)) == answer
            for question, answer in zip(QUESTIONS, answers, strict=False)
        )
    ]


def ask_sheet(console: Asks) -> str:
    """The name of the sheet that somebody picks."""
    shown = list(FIRST)
    _list(console, shown)
    console.say("  more  other tables       ?  three questions find yours")
    while True:
        answer = console.ask("Number or name, or Enter for the first > ")
        if answer is None:
            raise KeyboardInterrupt
        word = answer.strip().lower()
        if not word:
            return shown[0]
        if word in shipped():
            return word
        if word.isascii() and word.isdigit() and 1 <= int(word[:3]) <= len(shown):
            return shown[int(word) - 1]
        if word == "more":
            shown = [*FIRST, *other_sheets()]
            _list(console, shown)
        elif word in ("?", "which"):
            shown = _ask_three(console)
            _list(console, shown)
        else:
            console.say(f"Type a number from 1 to {len(shown)}, more, or ?")


def _list(console: Asks, names: Sequence[str]) -> None:
    console.say("Which sheet?")
    for place, name in enumerate(names, 1):
        rules = load(name)
        console.say(f"  {place:>2}  {rules.title}. {rules.summary}")


def _ask_three(console: Asks) -> list[str]:
    answers: list[int | None] = []
    for question in QUESTIONS:
        choices = question.choices(matching(answers))
        if len(choices) == 1:
            answers.append(None)
            continue
        known = ", ".join(map(str, choices))
        answer = console.ask(f"{question.text} One of {known}; Enter if you do not know > ")
        if answer is None:
            raise KeyboardInterrupt
        digits = answer.strip().replace(",", "")
        value = int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 7 else None
        answers.append(value if value in choices else None)
    return matching(answers)
