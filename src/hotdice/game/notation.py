"""The notation of play: one line a turn, words that a person can read and type.

    3 Ann | 234566:5 14446:1444 1:1 233366:333 =950

Dice are digits in the order of their numbers, 7 a joker; behind the colon stand the faces that were kept (the
lowest-numbered dice that show them, or `:@25` for dice 2 and 5); `=950` is a stop that recorded 950 and
`x` a farkle (`x-500` with its penalty). Also: `*` dice asked for and not thrown yet, `hand=950` and
`hand=x` a turn told without dice (`hand=175!` by ruling), `take` the dice and points of the player before
taken over, `timeout`, `resign@2`, `advice@1`,
`correct@2=1200,y,0`. The other words of a real table are in `hotdice.game.ruling_words`.

With cards: `card=jam>2` is a card played on seat 2, `card=underside:@3` one played with die 3; the throw
that a card brings about stands behind it, and so does the `=950` or `x` that came of it. `stop` is a stop
in which a card was played before the turn was recorded; where no card is named, the moment was let go by
(`pass` says so where nothing else does).
"""

import re
from collections.abc import Iterable, Sequence

from hotdice.game import commands as c
from hotdice.game import events as e
from hotdice.game.choices import lowest_dice
from hotdice.game.evolving import evolve
from hotdice.game.frames import RecordError
from hotdice.game.referee import play
from hotdice.game.refusals import Refusal
from hotdice.game.ruling_words import print_ruling, read_ruling
from hotdice.game.state import Phase, State, Step
from hotdice.rules.deck import Window

_DIE = "0123456789a"
_DICE = re.compile(r"([1-7]{1,10})?(?::([1-7]{1,10}|@[1-9a]{1,10}))?")
_BANK = re.compile(r"=(\d{1,9})")
_FARKLE = re.compile(r"x(?:-(\d{1,9}))?")
_HAND = re.compile(r"hand=(?:x|(\d{1,9})(!?))")
_SEAT_WORD = re.compile(r"(resign|advice)@(\d{1,2})")
_CORRECT = re.compile(r"correct@(\d{1,2})=(-?\d{1,9}),([yn]),(\d{1,2})")
_CARD = re.compile(r"card=([a-z0-9-]{1,60})(?:>(\d{1,2}))?(?::@([1-9a]{1,10}))?")
_TOTAL = re.compile(r"-?\d{1,9}")
"""A comment that is a number is the total after the turn, and must be."""
_PREFIX = re.compile(r"(\d{1,9})(?:\s+(.*))?")


def print_turns(start: State, events: Sequence[e.Event], names: Sequence[str]) -> list[str]:
    """The lines of a game.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> start = new_game(load("busche-neller"), 2)
    >>> events = replay_turns(start, [(1, "112346:11 =200")], [])
    >>> print_turns(start, events, ["Ann", "Bob"])
    ['1 Ann | 112346:11 =200  # 200']
    """
    return _Printer(start, names).run(events)


class _Printer:
    def __init__(self, start: State, names: Sequence[str]) -> None:
        self.state = start
        self.names = names
        self.lines: list[str] = []
        self.words: list[str] = []
        self.prefix = self._prefix(start)
        self.note = ""

    def _prefix(self, state: State) -> str:
        if state.phase is Phase.ROLL_OFF:
            return "off |"
        return f"{state.turn} {self.names[state.mover]} |"

    def run(self, events: Sequence[e.Event]) -> list[str]:
        told = False  # the last word already says that the turn ended
        for index, event in enumerate(events):
            match event:
                case e.RollAsked():
                    following = events[index + 1] if index + 1 < len(events) else None
                    by_card = bool(self.state.faces)  # the card's own word asks for these dice
                    if not isinstance(following, e.DiceRolled) and not by_card:
                        self.words.append("*")
                case e.DiceRolled():
                    self.words.append("".join(map(str, event.faces)))
                case e.DiceKept():
                    self._keep(event)
                case e.Banked():
                    if not told:
                        self.words.append(f"={event.points}")
                case e.Farkled():
                    if not told:
                        self.words.append(f"x-{event.penalty}" if event.penalty else "x")
                case e.TookOver():
                    self.words.append("take")
                case e.TurnEntered():
                    points = "x" if event.points is None else str(event.points)
                    self.words.append(f"hand={points}{'!' if event.ruling else ''}")
                case e.TurnTimedOut():
                    self.words.append("timeout")
                case e.Resigned():
                    self.words.append(f"resign@{event.seat + 1}")
                case e.AdviceUsed():
                    self.words.append(f"advice@{event.seat + 1}")
                case e.Corrected():
                    opened = "y" if event.opened else "n"
                    self.words.append(f"correct@{event.seat + 1}={event.total},{opened},{event.farkles}")
                case e.CardPlayed():
                    self.words.append(_card_word(event))
                case e.WindowOpened() if event.window == Window.ON_STOP:
                    if not (index + 1 < len(events) and isinstance(events[index + 1], e.WindowPassed)):
                        self.words.append("stop")
                case _ if word := print_ruling(event):
                    self.words.append(word)
            told = isinstance(event, e.TurnEntered | e.TurnTimedOut)
            self.state = evolve(self.state, event)
            if isinstance(event, e.Banked | e.Farkled):
                self.note = f"  # {self.state.seats[event.seat].total}"
            if isinstance(event, e.TurnBegan | e.FirstPlayerSet | e.RollOffTied):
                self._flush()
        self._flush()
        return self.lines

    def _keep(self, event: e.DiceKept) -> None:
        faces = "".join(map(str, sorted(event.faces)))
        dice = "@" + "".join(_DIE[die] for die in event.dice)
        kept = ":" + (faces if lowest_dice(self.state, faces) == event.dice else dice)
        if self.words and re.fullmatch(r"[1-7]+", self.words[-1]):
            self.words[-1] += kept
        else:
            self.words.append(kept)

    def _flush(self) -> None:
        if self.words:
            self.lines.append(f"{self.prefix} {' '.join(self.words)}{self.note}")
        self.words, self.note = [], ""
        if not self.state.over:
            self.prefix = self._prefix(self.state)


def _card_word(event: e.CardPlayed) -> str:
    """A card as a word: what was played, on whom, with which dice."""
    target = f">{event.target + 1}" if event.target >= 0 else ""
    dice = ":@" + "".join(_DIE[die] for die in event.dice) if event.dice else ""
    return f"card={event.card}{target}{dice}"


def replay_turns(start: State, lines: Iterable[tuple[int, str]], names: Sequence[str]) -> tuple[e.Event, ...]:
    """The events of a game from its lines, each word played by the referee.

    >>> from hotdice.game import fold, new_game
    >>> from hotdice.rules import load
    >>> start = new_game(load("playmonster"), 2, first=0)
    >>> fold(start, replay_turns(start, [(1, "234566:5 14446:1444 =550")], [])).totals
    (550, 0)

    Raises:
        RecordError: a word is not of the notation, or the referee refuses it.
    """
    player = _Player(start, names)
    for number, line in lines:
        player.line = number
        player.run(line)
    return tuple(player.events)


class _Player:
    def __init__(self, start: State, names: Sequence[str]) -> None:
        self.state = start
        self.names = names
        self.events: list[e.Event] = []
        self.latest: tuple[e.Event, ...] = ()
        self.recorded = False
        self.totals: list[int] = []  # of those who have ended a turn in this line
        self.line = 0

    def fail(self, message: str) -> RecordError:
        return RecordError(message, self.line)

    def run(self, line: str) -> None:
        before, bar, rest = line.partition("|")
        if bar:
            self._check_prefix(before.strip())
        else:
            rest = line
        words, _, comment = rest.partition("#")
        self.totals = []
        for word in words.split():
            self._word(word)
        said = _TOTAL.fullmatch(comment.strip())
        if said and self.totals and int(said[0]) != self.totals[-1]:
            raise self.fail(f"the total is {self.totals[-1]} after this turn, not {said[0]}")

    def _check_prefix(self, prefix: str) -> None:
        if prefix == "off":
            if self.state.phase is not Phase.ROLL_OFF:
                raise self.fail("the first player is already known")
            return
        match = _PREFIX.fullmatch(prefix)
        if match is None:
            raise self.fail("before the bar stand the number of the turn and a name")
        if self.state.phase is Phase.ROLL_OFF:
            raise self.fail("the first player is not known yet")
        if int(match[1]) != self.state.turn:
            raise self.fail(f"this is turn {self.state.turn}, not {match[1]}")
        name = self.names[self.state.mover] if self.names else None
        if match[2] and name is not None and match[2] != name:
            raise self.fail(f"it is the turn of {name}")

    def _play(self, command: c.Command) -> None:
        result = play(self.state, command)
        if isinstance(result, Refusal):
            raise self.fail(result.sentence)
        for event in result[1]:
            self.state = evolve(self.state, event)
            if isinstance(event, e.Banked | e.Farkled):
                self.totals.append(self.state.seats[event.seat].total)
        self.state, self.latest = result
        self.events += self.latest

    def _word(self, word: str) -> None:
        seat = self.state.mover
        recorded = False  # whether this word recorded the turn and the next one only says how much
        if word == "*":
            self._play(c.Roll(seat))
        elif word == "timeout":
            self._play(c.TimeOut(seat))
        elif word == "take":
            self._play(c.TakeOver(seat))
        elif match := _BANK.fullmatch(word):
            if not self.recorded and self.state.step is not Step.STOP:
                self._play(c.Bank(seat))
            if self.state.step is Step.STOP:
                self._play(c.PassWindow(seat))
            self._check_points(int(match[1]))
        elif word == "stop":
            self._play(c.Bank(seat))
            if self.state.step is not Step.STOP:
                raise self.fail("nobody holds a card for this stop: write the points that it recorded")
        elif word == "pass":
            self._play(c.PassWindow(seat))
            recorded = self._has_recorded()
        elif match := _CARD.fullmatch(word):
            target = int(match[2]) - 1 if match[2] else -1
            dice = tuple(_DIE.index(letter) for letter in match[3] or "")
            self._play(c.PlayCard(seat, match[1], target, dice))
            recorded = self._has_recorded()
        elif match := _FARKLE.fullmatch(word):
            if self.state.step is Step.FARKLE:
                self._play(c.PassWindow(seat))
            self._check_farkle(int(match[1] or 0))
        elif match := _HAND.fullmatch(word):
            points = None if match[1] is None else int(match[1])
            self._play(c.EnterTurn(seat, points, bool(match[2])))
        elif match := _SEAT_WORD.fullmatch(word):
            index = int(match[2]) - 1
            self._play(c.Resign(index) if match[1] == "resign" else c.UseAdvice(index))
        elif match := _CORRECT.fullmatch(word):
            index, total, opened, farkles = int(match[1]) - 1, int(match[2]), match[3] == "y", int(match[4])
            self._play(c.Correct(index, total, opened, farkles))
        elif (match := _DICE.fullmatch(word)) and word:
            self._dice(match[1], match[2])
        elif (ruling := read_ruling(word)) is not None:
            self._play(ruling)
        else:
            raise self.fail(f"{word[:30]!r} is not a word of the notation")
        self.recorded = recorded

    def _has_recorded(self) -> bool:
        return any(isinstance(event, e.Banked) for event in self.latest)

    def _dice(self, faces: str | None, kept: str | None) -> None:
        if faces:
            if self.state.step is not Step.WAIT:
                self._play(c.Roll(self.state.mover))
            self._play(c.Throw(tuple(int(face) for face in faces)))
        if kept:
            if kept.startswith("@"):
                dice = tuple(_DIE.index(letter) for letter in kept[1:])
            else:
                dice = lowest_dice(self.state, kept)
                if len(dice) != len(kept):
                    raise self.fail(f"{kept} is not in the roll")
            self._play(c.Keep(self.state.mover, dice))

    def _check_points(self, points: int) -> None:
        recorded = next((event.points for event in self.latest if isinstance(event, e.Banked)), None)
        if recorded != points:
            raise self.fail(f"this turn records {recorded}, not {points}")

    def _check_farkle(self, penalty: int) -> None:
        farkle = next((event for event in self.latest if isinstance(event, e.Farkled)), None)
        if farkle is None:
            raise self.fail("this roll is not a farkle")
        if farkle.penalty != penalty:
            raise self.fail(f"this farkle costs {farkle.penalty}, not {penalty}")
