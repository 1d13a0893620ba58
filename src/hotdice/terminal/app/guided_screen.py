"""A guided first game: a turn in which every step is the right one, die for die, then free play."""

import msgspec
from textual.widgets import Static

from hotdice.frozen import Frozen
from hotdice.game import Bank, Command, Keep, Roll, SeededDice, State, Step, Throw
from hotdice.players import make
from hotdice.rules import load
from hotdice.terminal.app.table_screen import TableScreen
from hotdice.terminal.session import Session
from hotdice.terminal.starting import new_record

FIXED = {(1, 1): "234566", (1, 2): "14445", (1, 3): "233366", (2, 1): "223446"}
"""Dice by turn and roll: a first turn that meets everything, and a farkle for the other side."""


class GuidedDice:
    """Fixed dice while the lesson lasts, seeded ones after it."""

    def __init__(self, seed: str) -> None:
        self._free = SeededDice(seed)

    def throw(self, state: State) -> Throw:
        """The dice for this roll."""
        fixed = FIXED.get((state.turn, state.roll), "")
        if len(fixed) == len(state.hand):
            return Throw(tuple(int(face) for face in fixed))
        return self._free.throw(state)


class Lesson(Frozen):
    """What to say at a moment, and what to do next: `roll`, or the faces to keep and then roll or bank."""

    text: str
    keep: str = ""
    then: str = "roll"


LESSONS = {
    (1, 0): Lesson("Farkle is played with six dice. Press r to roll them."),
    (1, 1): Lesson(
        "Of this roll only the 5 scores: 50 points. After every roll you set aside at least one scoring die. "
        "The 5 is chosen already. Press r to keep it and roll the other five.",
        keep="5",
    ),
    (1, 2): Lesson(
        "Three 4s are 400, the 1 is 100, the 5 is 50: every die scores. That is hot dice: all six come back, "
        "and six dice hardly ever fail. Press a to choose the best dice, then r.",
        keep="14445",
    ),
    (1, 3): Lesson(
        "Three 3s are 300, which makes 900; you need 500 in one turn to get on the board. Three dice fail "
        "more than a quarter of the time, and all would be lost. Press a, then b to bank.",
        keep="333",
        then="bank",
    ),
}
FREE = (
    "900 on the board. The other side has farkled: no score in the roll, the turn lost. From here on "
    "the dice are free. 2,000 calls the last turns. ? shows all keys, Escape leaves."
)


def lesson_at(state: State) -> Lesson | None:
    """What the guide says now; None once the lesson is over.

    >>> from hotdice.game import new_game
    >>> lesson_at(new_game(load("playmonster"), 2, first=0)).then
    'roll'
    """
    if state.turn > 1 or state.mover != 0 or state.step not in (Step.ROLL, Step.KEEP):
        return None
    return LESSONS.get((state.turn, state.roll))


def follows(state: State, lesson: Lesson, command: Command) -> bool:
    """Whether a command is what the guide asks for."""
    if not lesson.keep:
        return isinstance(command, Roll)
    if not isinstance(command, Keep) or command.then != lesson.then:
        return False
    shown = dict(zip(state.hand, state.faces, strict=True))
    return "".join(sorted(str(shown[die]) for die in command.dice)) == lesson.keep


class GuidedScreen(TableScreen):
    """The table with a guide above the tray. It is not kept: it is only for learning."""

    def __init__(self, seed: str = "first game") -> None:
        rules = load("playmonster", ["target=2000"])
        record = msgspec.structs.replace(new_record(rules, ["human", "cautious"], seed=seed), first=0)
        session = Session(record, dice=GuidedDice(seed), bots={1: make("cautious")})
        super().__init__(session)

    def _refresh(self) -> None:
        super()._refresh()
        lesson = lesson_at(self.session.state)
        box = self.query_one("#lesson", Static)
        turn = self.session.state.turn
        text = lesson.text if lesson else FREE if turn == 3 else ""
        box.display = bool(text)
        if text:
            box.update(text)

    def _do(self, command: Command) -> None:
        lesson = lesson_at(self.session.state)
        if lesson is None or not self._person_moves() or follows(self.session.state, lesson, command):
            super()._do(command)
            return
        key = "b" if lesson.then == "bank" else "r"
        wanted = f"choose {' '.join(lesson.keep)} and press {key}" if lesson.keep else "press r"
        self.note = f"For this lesson: {wanted}."
        if isinstance(command, Bank | Keep) and not lesson.keep:
            self.note = "Roll first: press r."
        self._refresh()
