"""The line protocol between Hotdice and a bot that is a program: questions, answers, and nothing else.

`docs/bot-protocol.md` describes it for those who write such a bot in any language.
"""

from collections.abc import Sequence
from typing import Literal

from hotdice.frozen import Frozen
from hotdice.game import Bank, Command, Keep, Phase, Roll, State, Step, can, print_position
from hotdice.game.choices import lowest_dice

GREETING = "hotdice 1"
READY = "ready"
GOODBYE = "bye"
NOTHING_KEPT = "-"


class Choice(Frozen):
    """One thing a bot may do: keep these faces for these points, then roll that many dice, or bank.

    `keep` is empty where the dice have been set aside already. `dice` is what the next roll would throw.
    """

    keep: str
    then: Literal["roll", "bank"]
    points: int
    dice: int


class Question(Frozen):
    """What a bot is asked: who it is, how the game stands, what it may do, most points first."""

    number: int
    seat: int
    scores: tuple[int, ...]
    turn: int
    roll: str
    phase: str
    position: str
    choices: tuple[Choice, ...]

    def find(self, keep: str, then: str) -> Choice | None:
        """The choice with this keep and this continuation, or None where it is not allowed.

        >>> question = parse_question("choose 1 seat=1 scores=0,0 turn=0 roll=15 choices=1:roll:100:1")
        >>> question.find("1", "roll").points, question.find("1", "bank")
        (100, None)
        """
        found = (choice for choice in self.choices if (choice.keep, choice.then) == (keep, then))
        return next(found, None)


class ProtocolError(ValueError):
    """A line that does not follow the protocol."""


def question_of(state: State, number: int) -> Question:
    """The question that a state puts to its mover.

    >>> from hotdice.game import parse_position
    >>> state = parse_position("classic~r1~s1~m1~n~900.0.y_0.0.n~t0.6.234566")
    >>> [choice.then for choice in question_of(state, 1).choices]
    ['roll', 'bank']
    """
    return Question(
        number=number,
        seat=state.mover + 1,
        scores=state.totals,
        turn=state.turn_total,
        roll="".join(map(str, state.faces)),
        phase=str(state.phase),
        position=print_position(state),
        choices=_choices(state),
    )


def _choices(state: State) -> tuple[Choice, ...]:
    everything = state.turn_dice
    found: list[Choice] = []
    if state.step is Step.KEEP:
        for option in state.rules.table.options(state.faces).options:
            left = option.dice_left or everything
            found.append(Choice(option.keep, "roll", option.points, left))
            if can(state, Keep(state.mover, lowest_dice(state, option.keep), "bank")):
                found.append(Choice(option.keep, "bank", option.points, left))
    elif state.step is Step.DECIDE:
        left = len(state.dice_to_roll)
        found.append(Choice("", "roll", 0, left))
        if can(state, Bank(state.mover)):
            found.append(Choice("", "bank", 0, left))
    return tuple(found)


def command_of(state: State, choice: Choice) -> Command:
    """What the referee is asked to do when a bot has chosen."""
    if choice.keep:
        return Keep(state.mover, lowest_dice(state, choice.keep), choice.then)
    return Roll(state.mover) if choice.then == "roll" else Bank(state.mover)


def print_question(question: Question) -> str:
    """The line of a question.

    >>> from hotdice.game import parse_position
    >>> state = parse_position("classic~r1~s1~m1~n~900.0.y_0.0.n~t0.6.234566")
    >>> print_question(question_of(state, 1)).partition(" position=")[0]
    'choose 1 seat=1 scores=900,0 turn=0 roll=234566 phase=normal'
    """
    choices = ",".join(
        f"{choice.keep or NOTHING_KEPT}:{choice.then}:{choice.points}:{choice.dice}"
        for choice in question.choices
    )
    return (
        f"choose {question.number} seat={question.seat} scores={','.join(map(str, question.scores))} "
        f"turn={question.turn} roll={question.roll or NOTHING_KEPT} phase={question.phase} "
        f"position={question.position} choices={choices}"
    )


def parse_question(line: str) -> Question:
    """The question in a line; fields that this version does not know are passed over.

    >>> parse_question("choose 7 seat=2 scores=0,350 turn=50 roll=1 choices=1:roll:100:6").scores
    (0, 350)

    Raises:
        ProtocolError: it is not a question.
    """
    words = line.split()
    try:
        if words[0] != "choose":
            raise ProtocolError(f"a question begins with choose, not {words[0][:20]!r}")
        fields = dict(word.split("=", 1) for word in words[2:])
        return Question(
            number=int(words[1]),
            seat=int(fields["seat"]),
            scores=tuple(int(score) for score in fields["scores"].split(",")),
            turn=int(fields["turn"]),
            roll=fields["roll"].replace(NOTHING_KEPT, ""),
            phase=fields.get("phase", str(Phase.NORMAL)),
            position=fields.get("position", ""),
            choices=tuple(_parse_choice(part) for part in fields["choices"].split(",")),
        )
    except (IndexError, KeyError, ValueError) as error:
        if isinstance(error, ProtocolError):
            raise
        raise ProtocolError(f"not a question: {line[:60]!r}") from None


def _parse_choice(text: str) -> Choice:
    keep, then, points, dice = text.split(":")
    if then not in ("roll", "bank"):
        raise ProtocolError(f"after a keep comes roll or bank, not {then[:20]!r}")
    return Choice(
        keep.replace(NOTHING_KEPT, ""), "roll" if then == "roll" else "bank", int(points), int(dice)
    )


def print_answer(question: Question, choice: Choice) -> str:
    """The line with which a bot answers.

    >>> question = parse_question("choose 7 seat=1 scores=0,0 turn=0 roll=1 choices=1:roll:100:6")
    >>> print_answer(question, question.choices[0])
    '7 1 roll'
    """
    return f"{question.number} {choice.keep or NOTHING_KEPT} {choice.then}"


def parse_answer(line: str, questions: Sequence[Question]) -> tuple[Question, Choice]:
    """Which question a line answers, and how. The dice of a keep may stand in any order.

    >>> question = parse_question("choose 7 seat=1 scores=0,0 turn=0 roll=51 choices=15:roll:150:6")
    >>> parse_answer("7 51 roll", [question])[1].points
    150

    Raises:
        ProtocolError: it answers none of these questions, or with what is not allowed.
    """
    words = line.split()
    if len(words) != 3:
        raise ProtocolError(f"an answer is NUMBER KEEP roll|bank, not {line[:60]!r}")
    number, keep, then = words
    question = next((question for question in questions if str(question.number) == number), None)
    if question is None:
        raise ProtocolError(f"there is no question {number[:20]}")
    choice = question.find("" if keep == NOTHING_KEPT else "".join(sorted(keep)), then)
    if choice is None:
        raise ProtocolError(f"{keep[:20]} {then[:20]} is not one of the choices")
    return question, choice
