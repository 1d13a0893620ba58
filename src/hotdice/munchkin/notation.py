"""The notation of a Munchkin Dice game: one line a turn, a word for each command.

    4 Ann | play=good-hammer roll die=7 quiet die=1 quiet take=deck +loaded-die door +damp-sock fight quiet

Cards are named by id and seats by number. Who acts follows from the table; only the words of a window say
it (`pass@2`, `turn@2=reloaded-die:9`). `quiet`: everybody who is still asked passes, one after the other.
"""

import re
from collections.abc import Callable, Iterable, Sequence

from hotdice.game.frames import RecordError
from hotdice.game.refusals import Refusal
from hotdice.munchkin import commands as c
from hotdice.munchkin import tasks as t
from hotdice.munchkin.events import TurnBegan
from hotdice.munchkin.referee import play
from hotdice.munchkin.sheet import PICTURE
from hotdice.munchkin.state import Phase, State
from hotdice.munchkin.story import Story

_CARD = r"([a-z0-9-]{1,40})"
_SEAT = r"(\d{1,2})"
_FACE = r"(\d{1,2}|head)"
_LEVELS = re.compile(r"levels (\d{1,3}(?: \d{1,3})*)")


def print_turns(
    start: State, commands: Sequence[c.Command], names: Sequence[str], *, story: bool = False
) -> list[str]:
    """The lines of a game; with `story` also what happened, as comments.

    >>> from hotdice.munchkin import load, new_game
    >>> print_turns(new_game(load(), 2), [c.Deal("cyborg")], ["Ann", "Bob"])
    ['deal | +cyborg']
    """
    teller = Story(start.sheet, names) if story else None
    lines: list[str] = []
    line, told = _Line(), list[str]()
    state, prefix = start, _prefix(start, names)
    for command in commands:
        line.add(state, command)
        result = play(state, command)
        if isinstance(result, Refusal):
            raise ValueError(f"{command}: {result.sentence}")
        turn = state.turn
        state, events = result
        if teller:
            said = [teller.tell(event) for event in events if not isinstance(event, TurnBegan)]
            told += [f"#   {sentence}" for sentence in said if sentence]
        if state.turn != turn or state.over:
            note = f"  # levels {' '.join(map(str, state.levels))}"
            lines += [f"{prefix} {line}{note}", *told]
            line, told, prefix = _Line(), [], _prefix(state, names)
    if line.words:
        lines += [f"{prefix} {line}", *told]
    return lines


class _Line:
    """The words of a turn; a window that everybody let go by in order is one word."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self._order: tuple[int, ...] = ()
        self._passed: list[int] = []

    def add(self, state: State, command: c.Command) -> None:
        self.words.append(word_of(state, command))
        task = state.task
        if not isinstance(command, c.Pass) or not isinstance(task, t.AnswerRoll | t.AnswerFight):
            self._passed = []
            return
        if not self._passed:
            self._order = task.asked
        self._passed.append(command.seat)
        if len(task.asked) == 1:
            if tuple(self._passed) == self._order and len(self._order) > 1:
                del self.words[-len(self._passed) :]
                self.words.append("quiet")
            self._passed = []

    def __str__(self) -> str:
        return " ".join(self.words)


def _prefix(state: State, names: Sequence[str]) -> str:
    return "deal |" if state.phase is Phase.SETUP else f"{state.turn} {names[state.mover]} |"


def word_of(state: State, command: c.Command) -> str:
    """The word for a command that is played in this state.

    >>> from hotdice.munchkin import load, new_game
    >>> word_of(new_game(load(), 2), c.Choose(0, 1))
    'on=2'
    """
    match command:
        case c.Deal():
            return f"+{command.card}"
        case c.Throw():
            return f"{'run' if isinstance(state.task, t.RunAway) else 'die'}={_face(command.face)}"
        case c.Pass():
            return f"pass@{command.seat + 1}"
        case c.TurnDie():
            return f"turn@{command.seat + 1}={command.card}:{_face(command.face)}"
        case c.Pick():
            return f"pick={command.face}"
        case c.Take():
            return f"take={command.source}"
        case c.Choose():
            return f"on={command.other + 1}"
        case c.Swap():
            return f"swap={command.own}:{command.other + 1}:{command.theirs}"
        case c.Curse():
            return f"curse={command.card}:{command.target + 1}"
        case c.Sell():
            return f"sell={'+'.join(command.cards)}"
        case c.Boost():
            return f"boost={command.card}:{command.side}"
        case c.Wander():
            return f"join={command.card}:{command.monster}"
        case c.AskHelp():
            return f"ask={command.helper + 1}:{command.treasures}"
        case c.Answer():
            return "yes" if command.yes else "no"
        case c.Give():
            return f"give={command.card}:{command.to + 1}"
    if type(command) in _PLAIN:
        return _PLAIN[type(command)]
    return f"{_WITH_CARD[type(command)]}={command.card}"  # type: ignore[attr-defined]


def _face(face: int) -> str:
    return "head" if face == PICTURE else str(face)


def _number(text: str) -> int:
    return PICTURE if text == "head" else int(text)


_PLAIN: dict[type[c.Command], str] = {
    c.Deadline: "deadline",
    c.RollDie: "roll",
    c.Decline: "decline",
    c.KickDoor: "door",
    c.LootRoom: "loot",
    c.EndTurn: "end",
    c.Claim: "fight",
    c.Flee: "flee",
}
_WITH_CARD: dict[type[c.Command], str] = {
    c.Trouble: "trouble",
    c.PlayCard: "play",
    c.Drop: "drop",
    c.Lose: "lose",
    c.Rob: "rob",
    c.Shed: "shed",
}
_MAKERS: list[tuple[re.Pattern[str], Callable[[int, re.Match[str]], c.Command]]] = [
    (re.compile(pattern), maker)
    for pattern, maker in [
        (rf"\+{_CARD}", lambda seat, m: c.Deal(m[1])),
        (rf"(?:die|run)={_FACE}", lambda seat, m: c.Throw(_number(m[1]))),
        (rf"pass@{_SEAT}", lambda seat, m: c.Pass(int(m[1]) - 1)),
        (rf"turn@{_SEAT}={_CARD}:{_FACE}", lambda seat, m: c.TurnDie(int(m[1]) - 1, m[2], _number(m[3]))),
        (r"pick=(\d{1,2})", lambda seat, m: c.Pick(seat, int(m[1]))),
        (r"take=deck", lambda seat, m: c.Take(seat, "deck")),
        (r"take=discard", lambda seat, m: c.Take(seat, "discard")),
        (rf"on={_SEAT}", lambda seat, m: c.Choose(seat, int(m[1]) - 1)),
        (rf"swap={_CARD}:{_SEAT}:{_CARD}", lambda seat, m: c.Swap(seat, m[1], int(m[2]) - 1, m[3])),
        (rf"curse={_CARD}:{_SEAT}", lambda seat, m: c.Curse(seat, m[1], int(m[2]) - 1)),
        (r"sell=([a-z0-9+-]{1,900})", lambda seat, m: c.Sell(seat, tuple(m[1].split("+")))),
        (rf"boost={_CARD}:heroes", lambda seat, m: c.Boost(seat, m[1], "heroes")),
        (rf"boost={_CARD}:monsters", lambda seat, m: c.Boost(seat, m[1], "monsters")),
        (rf"join={_CARD}:{_CARD}", lambda seat, m: c.Wander(seat, m[1], m[2])),
        (rf"ask={_SEAT}:(\d{{1,2}})", lambda seat, m: c.AskHelp(seat, int(m[1]) - 1, int(m[2]))),
        (r"yes", lambda seat, m: c.Answer(seat, True)),
        (r"no", lambda seat, m: c.Answer(seat, False)),
        (rf"give={_CARD}:{_SEAT}", lambda seat, m: c.Give(seat, m[1], int(m[2]) - 1)),
    ]
]
_CARD_WORD = re.compile(rf"([a-z]+)={_CARD}")


def command_of(word: str, seat: int) -> c.Command | None:
    """The command that a word names, done by a seat; None where it is no word of the notation.

    >>> command_of("on=2", 0), command_of("nonsense", 0)
    (Choose(seat=0, other=1), None)
    """
    for kind, name in _PLAIN.items():
        if word == name:
            return c.Deadline() if kind is c.Deadline else kind(seat)
    if match := _CARD_WORD.fullmatch(word):
        for kind, name in _WITH_CARD.items():
            if match[1] == name:
                return kind(seat, match[2])
    for pattern, maker in _MAKERS:
        if match := pattern.fullmatch(word):
            return maker(seat, match)
    return None


def replay_turns(
    start: State, lines: Iterable[tuple[int, str]], names: Sequence[str]
) -> tuple[c.Command, ...]:
    """The commands of numbered lines, each played by the referee.

    >>> from hotdice.munchkin import load, new_game
    >>> replay_turns(new_game(load(), 2), [(1, "deal | +cyborg")], ["Ann", "Bob"])
    (Deal(card='cyborg'),)

    Raises:
        RecordError: a line is not of the notation, or not of a game that the rules allow.
    """
    state = start
    commands: list[c.Command] = []
    for number, line in lines:
        before, bar, rest = line.partition("|")
        if not bar:
            raise RecordError("before the words stand the number of the turn, a name and a bar", number)
        wanted = _prefix(state, names)[:-1].strip()
        if before.strip() != wanted:
            raise RecordError(f"this line must begin with {wanted!r}", number)
        words, _, comment = rest.partition("#")
        for word in words.split():
            for command in _commands(state, word, number):
                result = play(state, command)
                if isinstance(result, Refusal):
                    raise RecordError(f"{word[:60]}: {result.sentence}", number)
                state = result[0]
                commands.append(command)
        levels = " ".join(map(str, state.levels))
        said = _LEVELS.fullmatch(comment.strip())
        if said and said[1] != levels:
            raise RecordError(f"the levels are {levels} after this turn, not {said[1]}", number)
    return tuple(commands)


def _commands(state: State, word: str, number: int) -> list[c.Command]:
    if word == "quiet":
        task = state.task
        if not isinstance(task, t.AnswerRoll | t.AnswerFight):
            raise RecordError("quiet: no window is open", number)
        return [c.Pass(seat) for seat in task.asked]
    command = command_of(word, state.asked[0] if state.asked else state.mover)
    if command is None:
        raise RecordError(f"{word[:30]!r} is not a word of the notation", number)
    return [command]
