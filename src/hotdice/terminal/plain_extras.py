"""What plain text needs beyond drawn text: options as one sentence, who leads, and saying things again."""

from collections.abc import Sequence
from typing import Protocol

from hotdice.game import State
from hotdice.terminal.options_told import left_over, lettered
from hotdice.terminal.telling import counted, joined, need

BRIEF = 3
FULL = 26


class Speaks(Protocol):
    """Where text goes and lines come from."""

    drawn: bool

    def say(self, text: str = "", *, strong: bool = False) -> None:
        """One paragraph."""

    def ask(self, prompt: str) -> str | None:
        """The next line, or None."""


class Remembering:
    """A screen that can say again what it has said since the last question."""

    def __init__(self, screen: Speaks) -> None:
        self.screen = screen
        self.drawn = screen.drawn
        self.brief = False
        self._said: list[str] = []
        self._before: list[str] = []

    def say(self, text: str = "", *, strong: bool = False) -> None:
        """One paragraph."""
        self._said.append(text)
        self.screen.say(text, strong=strong)

    def ask(self, prompt: str) -> str | None:
        """The next line, or None."""
        if self._said:
            self._before = self._said
        self._said = []
        return self.screen.ask(prompt)

    def repeat(self) -> None:
        """Say the last paragraphs once more."""
        for text in self._before:
            if text:
                self.screen.say(text)


def options_sentence(state: State, *, brief: bool = False) -> str:
    """The legal keeps of the roll on the table as one sentence for the ear.

    >>> from hotdice.game import parse_position
    >>> options_sentence(parse_position("classic~r1~s1~m1~n~0.0.n_0.0.n~t0.6.234566"))
    'Options: a, 5, 50, 5 dice left, 8 percent Farkle.'
    """
    options = state.rules.table.options(state.faces).options
    parts = [
        f"{letter}, {what}, {option.points:,}, {left_over(state, option.dice_left, aloud=True)}"
        for letter, option, what in lettered(state, options[: BRIEF if brief else FULL])
    ]
    rest = len(options) - len(parts)
    more = f" And {rest} more; type the faces, or full for all." if rest > 0 else ""
    return f"Options: {'. '.join(parts)}.{more}"


def who_leads(state: State, names: Sequence[str]) -> str:
    """Who is ahead, and by how much.

    >>> from hotdice.game import parse_position
    >>> who_leads(parse_position("classic~r3~s1~m1~n~1500.0.y_2000.0.y~t0.6"), ["Ann", "Bob"])
    'Bob leads with 2,000, 500 ahead of Ann.'
    """
    ranking = sorted(state.active, key=lambda seat: -state.seats[seat].total)
    best = state.seats[ranking[0]].total
    leaders = [names[seat] for seat in ranking if state.seats[seat].total == best]
    if len(leaders) > 1:
        return f"{joined(leaders)} are level with {best:,}."
    if len(ranking) == 1:
        return f"{leaders[0]}: {best:,}."
    second = state.seats[ranking[1]].total
    word = "lead" if leaders[0] == "You" else "leads"
    return f"{leaders[0]} {word} with {best:,}, {best - second:,} ahead of {names[ranking[1]]}."


def status(state: State, names: Sequence[str]) -> str:
    """Where the game stands, in one breath."""
    totals = ", ".join(f"{name} {seat.total:,}" for name, seat in zip(names, state.seats, strict=True))
    if state.over:
        return f"The game is over. {totals}."
    turn = (
        f" This turn {state.turn_total:,}, {counted(len(state.dice_to_roll), 'die', 'dice')}."
        if state.turn_total
        else ""
    )
    goal = need(state)
    return f"Round {state.round}, {names[state.mover]} to move. {totals}.{turn}{' ' + goal if goal else ''}"
