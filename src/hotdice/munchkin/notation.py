"""The notation of a Munchkin Dice game: one line a turn, a word for each command.

    4 Ann | play=good-hammer roll die=7 quiet die=1 quiet take=deck +loaded-die door +damp-sock fight quiet

Cards are named by id and seats by number. Who acts follows from the table; only the words of a window say
it (`pass@2`, `turn@2=reloaded-die:9`). `quiet`: everybody who is still asked passes, one after the other.
"""

import re
from collections.abc import Iterable, Sequence

from hotdice.game.frames import RecordError
from hotdice.game.refusals import Refusal
from hotdice.munchkin import commands as c
from hotdice.munchkin import tasks as t
from hotdice.munchkin.events import TurnBegan
from hotdice.munchkin.referee import play
from hotdice.munchkin.state import Phase, State
from hotdice.munchkin.story import Story
from hotdice.munchkin.wording import FACE, SEAT, Gap, Words

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
    word = _WORDS.word(command)
    if isinstance(command, c.Throw) and isinstance(state.task, t.RunAway):
        return word.replace("die", "run")
    return word


_GAPS = {
    **dict.fromkeys(("seat", "other", "target", "helper", "to"), SEAT),
    **dict.fromkeys(("card", "own", "theirs", "monster"), Gap(r"[a-z0-9-]{1,40}")),
    "cards": Gap(r"[a-z0-9+-]{1,900}", lambda text: tuple(text.split("+")), "+".join),
    "face": FACE,
    "few": Gap(r"\d{1,2}", int),
    "source": Gap("deck|discard"),
    "side": Gap("heroes|monsters"),
    "yes": Gap("yes|no", lambda text: text == "yes", lambda yes: "yes" if yes else "no"),
}
_WORDS: Words[c.Command] = Words(
    {
        c.Deadline: "deadline",
        c.RollDie: "roll",
        c.Decline: "decline",
        c.KickDoor: "door",
        c.LootRoom: "loot",
        c.EndTurn: "end",
        c.Claim: "fight",
        c.Flee: "flee",
        c.Trouble: "trouble={card}",
        c.PlayCard: "play={card}",
        c.Drop: "drop={card}",
        c.Lose: "lose={card}",
        c.Rob: "rob={card}",
        c.Shed: "shed={card}",
        c.Deal: "+{card}",
        c.Throw: "die={face}",
        c.Pass: "pass@{seat}",
        c.TurnDie: "turn@{seat}={card}:{face}",
        c.Pick: "pick={face:few}",
        c.Take: "take={source}",
        c.Choose: "on={other}",
        c.Swap: "swap={own}:{other}:{theirs}",
        c.Curse: "curse={card}:{target}",
        c.Sell: "sell={cards}",
        c.Boost: "boost={card}:{side}",
        c.Wander: "join={card}:{monster}",
        c.AskHelp: "ask={helper}:{treasures:few}",
        c.Answer: "{yes}",
        c.Give: "give={card}:{to}",
    },
    _GAPS,
)
"""The die that says whether somebody escapes is written as `run=4`, and is the same command."""
_RUN = re.compile(r"^run(?==)")


def command_of(word: str, seat: int) -> c.Command | None:
    """The command that a word names, done by a seat; None where it is no word of the notation.

    >>> command_of("on=2", 0), command_of("nonsense", 0)
    (Choose(seat=0, other=1), None)
    """
    return _WORDS.command(_RUN.sub("die", word, count=1), seat=seat)


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
