"""Program: a bot that is a program of its own, in any language, asked over the line protocol."""

import os
import sys
import time
from contextlib import suppress
from pathlib import Path

from hotdice.frozen import Frozen
from hotdice.game import Command, Roll, State, Step, TimeOut
from hotdice.players.process import Process, ProgramFault
from hotdice.players.questions import (
    GOODBYE,
    GREETING,
    READY,
    ProtocolError,
    command_of,
    parse_answer,
    print_question,
    question_of,
)


class Limits(Frozen):
    """How long a program may take, in seconds, and how often it may fail before it sits out.

    `start` is for the greeting, `answer` for each question, `thinking` for all answers together.
    """

    start: float = 10.0
    answer: float = 1.0
    thinking: float = 120.0
    faults: int = 5


class ProgramBot:
    """Asks a program. A program that hangs, crashes, floods or answers nonsense loses that turn, no more.

    It is started again for its next turn. After `limits.faults` faults, or when its thinking time is used
    up, it sits out: its turns are lost without a question.
    """

    def __init__(self, path: str, limits: Limits | None = None) -> None:
        self.path = path
        self.limits = limits or Limits()
        self.faults: list[ProgramFault] = []
        self.asked = 0
        self.thought = 0.0
        self._command = program_command(path)
        self._process: Process | None = None

    def __enter__(self) -> "ProgramBot":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_process", None) is not None:
            self.close()

    @property
    def sits_out(self) -> bool:
        """Whether the program is asked no more."""
        return len(self.faults) >= self.limits.faults or self.thought > self.limits.thinking

    def choose(self, state: State) -> Command:
        """What the program answers; a lost turn where it fails."""
        if state.step is Step.ROLL:
            return Roll(state.mover)
        if self.sits_out:
            return TimeOut(state.mover)
        try:
            return self._ask(state)
        except ProgramFault as fault:
            self.faults.append(fault)
            if fault.kind != "nonsense":  # a program that talks at all is left running
                self._stop()
            return TimeOut(state.mover)

    def close(self) -> None:
        """End the program."""
        if self._process is not None:
            with suppress(ProgramFault):
                self._process.send(GOODBYE)
            self._stop()

    def _stop(self) -> None:
        if self._process is not None:
            self._process.close()
            self._process = None

    def _started(self) -> Process:
        if self._process is None:
            process = Process(self._command)
            self._process = process
            process.send(GREETING)
            answer = process.receive(self.limits.start)
            if answer.split()[:1] != [READY]:
                raise ProgramFault("start", f"greeted with {answer[:60]!r} instead of {READY!r}")
        return self._process

    def _ask(self, state: State) -> Command:
        process = self._started()
        self.asked += 1
        question = question_of(state, self.asked)
        began = time.monotonic()
        try:
            process.send(print_question(question))
            while True:
                left = began + self.limits.answer - time.monotonic()
                if left <= 0:
                    raise ProgramFault("hang", f"did not answer within {self.limits.answer:g} seconds")
                line = process.receive(left)
                if not _is_late(line, self.asked):
                    break
        finally:
            self.thought += time.monotonic() - began
        try:
            return command_of(state, parse_answer(line, [question])[1])
        except ProtocolError as error:
            raise ProgramFault("nonsense", str(error)) from None


def _is_late(line: str, number: int) -> bool:
    """Whether a line answers an earlier question, which is forgiven and passed over."""
    first = line.split(" ", 1)[0]
    return first.isascii() and first.isdigit() and int(first[:18]) < number


def program_command(path: str) -> list[str]:
    """How a bot's file is started: Python files by this Python, others as what they are.

    >>> program_command("no-such-file.py")
    Traceback (most recent call last):
    ...
    ValueError: there is no file no-such-file.py

    Raises:
        ValueError: there is no such file, or nobody may run it.
    """
    file = Path(path)
    if not file.is_file():
        raise ValueError(f"there is no file {path}")
    if file.suffix == ".py":
        # -P: the file's folder is not searched for modules, so neighbours cannot stand in for the library.
        return [sys.executable, "-P", str(file.resolve())]
    if not os.access(file, os.X_OK):
        raise ValueError(f"{path} is neither a Python file nor a program (chmod +x makes it one)")
    return [str(file.resolve())]
