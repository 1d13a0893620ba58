"""The Munchkin Dice table in plain text: people at one keyboard and bots, a numbered list of moves."""

import asyncio
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Protocol

from msgspec.structs import replace

from hotdice.game import Refusal
from hotdice.munchkin import (
    Command,
    Event,
    Phase,
    Record,
    SeededChance,
    State,
    Story,
    legal,
    play,
    print_record,
    seen,
    view,
)
from hotdice.munchkin import commands as c
from hotdice.munchkin.events import TurnBegan
from hotdice.munchkin.notation import command_of
from hotdice.players.munchkin_registry import make_munchkin
from hotdice.terminal.munchkin_moves import Moves, card_line
from hotdice.terminal.munchkin_words import fight_line, table_lines, worth_lines, wrapped
from hotdice.terminal.plain_table import PlainTable, Quit, Screen
from hotdice.terminal.sitting import AnySitting
from hotdice.terminal.storage import save_fault

_HELP = """Type the number of a move, or its word, such as: roll, door, play=good-hammer
  moves   the list, all: whole    table   everybody's level and cards in play
  hand    your cards              card ID what a card does
  worth   what each face of the die would bring you now, in levels
  undo    take back what you decided since dice or cards fell
  save FILE   write the record    quit    stop; the game is kept if it has a file"""
_MOST_MOVES = 14


class TableSitting(AnySitting[Record, State, Command, Event, str], Protocol):
    """A table that somebody sits at, here or on a server."""

    @property
    def asked(self) -> int:
        """The seat here that has something to decide, or -1."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    def moves(self) -> tuple[Command, ...]:
        """What the seat that is asked may do."""


class TableSession:
    """A game that is played here; saved whenever somebody has decided."""

    kept = "The table is kept; you can go on with it later."

    def __init__(self, record: Record, file: Path | None = None) -> None:
        self.record = record
        self.file = file
        self.state: State = record.state()
        self.save_fault = ""
        self.bots = {seat: make_munchkin(who) for seat, who in enumerate(record.players) if who != "human"}
        self.people = tuple(seat for seat in range(len(record.names)) if seat not in self.bots)
        self.chance = SeededChance(record.dice.removeprefix("seeded "))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.over

    @property
    def asked(self) -> int:
        """The person who has something to decide; -1 where nobody has, or only one thing can be said."""
        if self.state.over or self.state.waits_for_chance or self.state.asked[0] in self.bots:
            return -1
        seat = self.state.asked[0]
        return -1 if self._legal(seat) == (c.Pass(seat),) else seat

    def _legal(self, seat: int) -> tuple[Command, ...]:
        return legal(view(self.state, seat), seat)

    def moves(self) -> tuple[Command, ...]:
        """What the person who is asked may do."""
        return self._legal(self.asked) if self.asked >= 0 else ()

    def step(self) -> tuple[Event, ...]:
        """Let dice or cards fall, a bot decide, or somebody with nothing to answer with say so."""
        if self.state.waits_for_chance:
            command: Command = self.chance.bring(self.state)
        else:
            seat = self.state.asked[0]
            bot = self.bots.get(seat)
            command = bot.choose(view(self.state, seat), seat) if bot else c.Pass(seat)
        result = self.do(command)
        if isinstance(result, Refusal):
            raise RuntimeError(result.sentence)
        return result

    async def go_on(self) -> tuple[Event, ...]:
        """One step without a person; a bot may take its time."""
        events = await asyncio.to_thread(self.step)
        if self.state.over:
            self.save()
        return events

    async def move(self, command: Command) -> tuple[Event, ...] | Refusal:
        """Carry out what a person decided, and keep it."""
        result = self.do(command)
        if not isinstance(result, Refusal):
            self.save()
        return result

    def remarks(self) -> list[str]:
        """Nothing: here everything is the game."""
        return []

    def undo(self) -> str:
        """Take back what a person decided since dice or cards fell, or a bot decided; why not, or nothing."""
        commands = self.record.commands
        for place in range(len(commands) - 1, -1, -1):
            command = commands[place]
            seat = getattr(command, "seat", -1)
            if isinstance(command, c.Deal | c.Throw | c.Deadline) or seat not in self.people:
                break
            earlier = replace(self.record, commands=commands[:place])
            before = earlier.state()
            if legal(view(before, seat), seat) != (c.Pass(seat),):
                self.record, self.state = earlier, before
                self.save()
                return ""
        return "Nothing can be taken back: dice or cards have fallen, or a bot has decided."

    def do(self, command: Command) -> tuple[Event, ...] | Refusal:
        """Carry out a command: its events, or the reason why it is refused."""
        result = play(self.state, command)
        if isinstance(result, Refusal):
            return result
        self.state, events = result
        self.record = replace(self.record, commands=(*self.record.commands, command))
        return events

    def save(self) -> None:
        """Write the record to its file; a fault is remembered and the game goes on."""
        if self.file is not None:
            self.save_fault = save_fault(self.file, print_record(self.record))


class TableGame(PlainTable):
    """Plays a session to its end, or until somebody quits."""

    def __init__(self, session: TableSession, screen: Screen) -> None:
        self.session: TableSession = session
        self.screen = screen
        self.names: Sequence[str] = session.record.names
        self.story = Story(session.record.sheet, self.names)
        self.people = session.people
        self._looking: int | None = None
        self._turn_shown = -1

    @property
    def state(self) -> State:
        """The state of the game."""
        return self.session.state

    def step(self) -> None:
        """Let dice and cards fall, a bot decide, or a person type."""
        if self.session.asked < 0:
            self._tell(self.session.step())
        else:
            self._human(self.session.asked, self.session.moves())

    def _do(self, command: Command) -> None:
        """Carry out and tell; what a person has decided is on the disk before its consequences are told."""
        result = self.session.do(command)
        if isinstance(result, Refusal):
            self.screen.say(result.sentence)
            return
        self.session.save()
        if self.session.save_fault:
            self.screen.say(f"{self.session.save_fault} Play on; 'save FILE' tries another place.")
        self._tell(result)

    def _tell(self, events: Iterable[Event]) -> None:
        viewer = self.people[0] if len(self.people) == 1 else None
        for event in events:
            sentence = self.story.tell(seen(event, viewer))
            if not sentence:
                continue
            begins = isinstance(event, TurnBegan)
            if begins:
                self.screen.say()
            self.screen.say(sentence, strong=begins)

    # What a person does

    def _human(self, seat: int, moves: tuple[Command, ...]) -> None:
        self._hand_over(seat)
        before = self.state
        shown = Moves(view(before, seat), seat, moves, self.names)
        just_sat_down = self._turn_shown < 0
        if just_sat_down or (self._turn_shown != before.turn and before.phase is Phase.BEFORE_DOOR):
            self._turn_shown = before.turn
            self._show_table(seat)
        self._show_moves(shown)
        while self.state is before:
            self._word(self.answer(self.screen, f"{self.names[seat]}, your move > "), seat, shown)

    def _hand_over(self, seat: int) -> None:
        """With several people at one keyboard, nobody sees the hand of the one before."""
        if len(self.people) > 1 and self.screen.drawn and seat != self._looking:
            self.screen.say("\n" * 40)
            self.answer(self.screen, f"{self.names[seat]}, press Enter when only you look. ")
        self._looking = seat

    def _word(self, line: str, seat: int, shown: Moves) -> None:
        words = line.split()
        word = words[0].lower() if words else ""
        if word in ("quit", "q"):
            raise Quit
        if word in ("help", "?"):
            self.screen.say(_HELP)
        elif word in ("moves", "all", ""):
            self._show_moves(shown, whole=word == "all")
        elif word == "table":
            self._show_table(seat)
        elif word == "hand":
            self._show_hand(seat)
        elif word == "card":
            self._show_card(words[1:])
        elif word == "worth":
            self._show_worth(seat)
        elif word == "save":
            self._save_to(words[1:])
        elif word in ("undo", "u"):
            self.screen.say(self.session.undo() or "Taken back.")
        else:
            self._move(words, seat, shown)

    def _move(self, words: list[str], seat: int, shown: Moves) -> None:
        word = "=".join(words).lower()
        if word.isascii() and word.isdigit() and len(word) < 4:
            command = shown.numbered(int(word))
            if command is None:
                self.screen.say(f"The moves are 1 to {len(shown.commands)}.")
                return
        else:
            command = command_of(word, seat)
            if command is None or isinstance(command, c.Deal | c.Throw | c.Deadline):
                self.screen.say("I do not know that word; help lists them, moves the moves.")
                return
            if isinstance(command, c.Pass | c.TurnDie) and command.seat != seat:
                self.screen.say("That is not your seat.")
                return
        self._do(command)

    def _save_to(self, words: list[str]) -> None:
        if not words:
            self.screen.say("Say where: save FILE")
            return
        self.session.file = Path(" ".join(words))
        self.session.save()
        self.screen.say(self.session.save_fault or f"Saved in {self.session.file}.")

    # What a person sees

    def _show_moves(self, shown: Moves, *, whole: bool = False) -> None:
        if fight := fight_line(self.state):
            self.screen.say(f"  {fight}")
        lines = shown.lines()
        most = len(lines) if whole or len(lines) <= _MOST_MOVES + 1 else _MOST_MOVES
        for line in lines[:most]:
            self.screen.say(line)
        if len(lines) > most:
            self.screen.say(f"  and {len(lines) - most} more, up to {len(lines)}: type all to see them")

    def _show_table(self, seat: int) -> None:
        for line in table_lines(view(self.state, seat), self.names):
            self.screen.say(line)
        self._show_hand(seat)

    def _show_hand(self, seat: int) -> None:
        hand = self.state.seats[seat].hand
        self.screen.say(wrapped(f"Your hand: {', '.join(hand) if hand else 'empty'}", indent="  "))

    def _show_card(self, words: list[str]) -> None:
        card = self.state.sheet.by_id.get("-".join(words).lower())
        self.screen.say(card_line(card) if card else "Say which: card good-hammer")

    def _show_worth(self, seat: int) -> None:
        for line in worth_lines(view(self.state, seat), seat):
            self.screen.say(f"  {line}")

    def end(self) -> None:
        """Who has won, and the levels."""
        state = self.state
        self.screen.say()
        width = max(len(name) for name in self.names)
        for seat in sorted(range(len(self.names)), key=lambda seat: -state.seats[seat].level):
            mark = "*" if seat in state.winners else " "
            self.screen.say(f" {mark} {self.names[seat]:<{width}}  level {state.seats[seat].level:>2}")
