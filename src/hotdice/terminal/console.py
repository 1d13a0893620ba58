"""The terminal or the pipe that a game is told on, line by line."""

import os
import sys

import click


class Console:
    """The terminal or the pipe that the game is told on."""

    def __init__(self, *, drawn: bool) -> None:
        self.drawn = drawn

    def say(self, text: str = "", *, strong: bool = False) -> None:
        """One paragraph; strong ones are bold where that can be shown."""
        click.echo(click.style(text, bold=True) if strong and self.drawn else text)

    def ask(self, prompt: str) -> str | None:
        """The next line, or None at the end of the input."""
        click.echo(prompt, nl=False)
        line = sys.stdin.readline()
        if not sys.stdin.isatty():
            click.echo(line.rstrip("\n"))  # so that a transcript shows what was answered
        return line if line else None

    def agrees(self, question: str) -> bool:
        """Whether somebody says yes, or nothing, to a question; the end of the input is a no."""
        answer = self.ask(f"{question} [Y/n] ")
        return answer is not None and answer.strip().lower() in ("", "y", "yes")


def can_draw() -> bool:
    """Whether this terminal shows drawn dice and colour, and nobody has asked for plain text."""
    plain_wanted = os.environ.get("NO_COLOR") or os.environ.get("HOTDICE_PLAIN")
    # Inside the app standard output is a part of it; the terminal is behind that.
    encoding = getattr(sys.stdout, "encoding", None) or getattr(sys.__stdout__, "encoding", None) or ""
    utf8 = encoding.lower().replace("-", "") == "utf8"
    return utf8 and not plain_wanted and os.environ.get("TERM") != "dumb"
