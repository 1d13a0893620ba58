"""For those who write a bot as a Python program: answer the questions, and leave the talking to `run`."""

import sys
from collections.abc import Callable
from typing import TextIO

from hotdice.players.questions import GOODBYE, GREETING, READY, Choice, Question, parse_question, print_answer

__all__ = ["Choice", "Question", "run"]


def run(
    choose: Callable[[Question], Choice | None],
    questions: TextIO | None = None,
    answers: TextIO | None = None,
) -> None:
    r"""Answer every question on standard input with what `choose` returns, until there are no more.

    >>> import io
    >>> asked = io.StringIO("hotdice 1\nchoose 1 seat=1 scores=0,0 turn=0 roll=5 choices=5:roll:50:6\nbye\n")
    >>> run(lambda question: question.choices[0], asked, sys.stdout)
    ready
    1 5 roll
    """
    out = answers or sys.stdout
    for line in questions or sys.stdin:
        text = line.strip()
        if text == GOODBYE:
            return
        if text.startswith(GREETING.split()[0] + " "):
            out.write(READY + "\n")
        elif text.startswith("choose "):
            question = parse_question(text)
            choice = choose(question)
            if choice is None:
                raise ValueError(f"no choice for {text}")
            out.write(print_answer(question, choice) + "\n")
        out.flush()
