"""The conformance suite passes the line-up and catches every kind of bad bot."""

from pathlib import Path

import pytest

from hotdice.game import Bank, Command, Resign, Roll, State, Step, TimeOut
from hotdice.players import Player, make
from hotdice.players.random_bot import RandomBot
from hotdice.testing import ConformanceError, check_bot, check_program

SHEETS = ["classic", "marina", "munchkin-farkle-plain"]


@pytest.mark.parametrize("name", ["random", "cautious", "threshold:300", "greedy"])
def test_the_line_up_conforms(name: str) -> None:
    assert check_bot(lambda: make(name), games=1) > 100


class Banker:
    def choose(self, state: State) -> Command:
        return Bank(state.mover) if state.step is Step.DECIDE else make("greedy").choose(state)


class Quitter:
    def choose(self, state: State) -> Command:
        return Resign(state.mover)


class Dreamer:
    def choose(self, state: State) -> Command:
        return TimeOut(state.mover) if state.step is Step.KEEP else Roll(state.mover)


class Stubborn:
    """Never stops, so no game ever ends."""

    def choose(self, state: State) -> Command:
        return make("threshold:1000000").choose(state) if state.step is Step.KEEP else Roll(state.mover)


class Moody:
    made = 0

    def __init__(self) -> None:
        Moody.made += 1
        self.bot = RandomBot(str(Moody.made))

    def choose(self, state: State) -> Command:
        return self.bot.choose(state)


@pytest.mark.parametrize(
    ("bot", "words"),
    [
        (Banker, "is refused in classic"),
        (Quitter, "is no move of a game"),
        (Dreamer, "lost its turn"),
        (Moody, "and something else"),
    ],
)
def test_bad_bots_are_caught(bot: type[Player], words: str) -> None:
    with pytest.raises(ConformanceError, match=words):
        check_bot(bot, sheets=SHEETS)


def test_a_bot_without_end_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hotdice.testing.bots.MOST_TURNS", 3)
    with pytest.raises(ConformanceError, match="has not ended after 3 turns"):
        check_bot(Stubborn, sheets=["classic"], games=1)


def test_a_moody_bot_may_say_so() -> None:
    assert check_bot(Moody, sheets=["classic"], repeatable=False) > 0


def test_programs_are_checked(tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text(
        "from hotdice.players.botkit import run\nrun(lambda question: question.choices[-1])\n",
        encoding="utf-8",
    )
    assert check_program(str(path), sheets=SHEETS) > 20
    path.write_text(
        "from hotdice.players.botkit import run\n"
        "run(lambda question: question.choices[0] if question.number < 9 else None)\n",
        encoding="utf-8",
    )
    with pytest.raises(ConformanceError, match="ended with code 1: ValueError: no choice"):
        check_program(str(path), sheets=SHEETS)
