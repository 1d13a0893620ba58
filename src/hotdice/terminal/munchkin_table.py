"""The Munchkin Dice table in plain text: people at one keyboard and bots, a numbered list of moves."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from hotdice.game import Refusal
from hotdice.match.saving import write_atomically
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
from hotdice.players.munchkin_player import MunchkinPlayer
from hotdice.terminal.munchkin_moves import Moves, card_line
from hotdice.terminal.munchkin_words import fight_line, table_lines, worth_lines, wrapped
from hotdice.terminal.plain_game import Screen

_HELP = """Type the number of a move, or its word, such as: roll, door, play=good-hammer
  moves   the list, all: whole    table   everybody's level and cards in play
  hand    your cards              card ID what a card does
  worth   what each face of the die would bring you now, in levels
  save FILE   write the record    quit    stop; the game is kept if it has a file"""
_MOST_MOVES = 14


class TableSession:
    """A game that is being played; saved whenever somebody has decided."""

    def __init__(self, record: Record, file: Path | None = None) -> None:
        self.record = record
        self.file = file
        self.state: State = record.state()
        self.save_fault = ""

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
        if self.file is None:
            return
        try:
            write_atomically(self.file, print_record(self.record))
            self.save_fault = ""
        except OSError as error:
            self.save_fault = f"The game could not be saved to {self.file}: {error.strerror or error}."


class Quit(Exception):  # noqa: N818 - somebody wants to stop; nothing is wrong
    """Somebody wants to stop."""


class TableGame:
    """Plays a session to its end, or until somebody quits."""

    def __init__(self, session: TableSession, bots: Mapping[int, MunchkinPlayer], screen: Screen) -> None:
        self.session = session
        self.bots = bots
        self.screen = screen
        self.names: Sequence[str] = session.record.names
        self.chance = SeededChance(session.record.dice.removeprefix("seeded "))
        self.story = Story(session.record.sheet, self.names)
        self.people = [seat for seat in range(len(self.names)) if seat not in bots]
        self._looking: int | None = None
        self._turn_shown = -1

    @property
    def state(self) -> State:
        """The state of the game."""
        return self.session.state

    def run(self) -> bool:
        """Play on; True when the game has ended, False when somebody has quit."""
        try:
            while not self.state.over:
                self._step()
        except Quit:
            self.session.save()
            return False
        self.session.save()
        self._end()
        return True

    def _step(self) -> None:
        state = self.state
        if state.waits_for_chance:
            self._do(self.chance.bring(state))
            return
        seat = state.asked[0]
        if seat in self.bots:
            self._do(self.bots[seat].choose(view(state, seat), seat))
            return
        moves = legal(view(state, seat), seat)
        if moves == (c.Pass(seat),):
            self._do(moves[0])  # nothing to answer with
        else:
            self._human(seat, moves)

    def _do(self, command: Command, *, by_hand: bool = False) -> None:
        """Carry out and tell; what a person has decided is on the disk before its consequences are told."""
        result = self.session.do(command)
        if isinstance(result, Refusal):
            self.screen.say(result.sentence)
            return
        if by_hand:
            self.session.save()
            if self.session.save_fault:
                self.screen.say(f"{self.session.save_fault} Play on; 'save FILE' tries another place.")
        viewer = self.people[0] if len(self.people) == 1 else None
        for event in result:
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
            line = self.screen.ask(f"{self.names[seat]}, your move > ")
            if line is None:
                raise Quit
            self._word(line.strip(), seat, shown)

    def _hand_over(self, seat: int) -> None:
        """With several people at one keyboard, nobody sees the hand of the one before."""
        if len(self.people) > 1 and self.screen.drawn and seat != self._looking:
            self.screen.say("\n" * 40)
            if self.screen.ask(f"{self.names[seat]}, press Enter when only you look. ") is None:
                raise Quit
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
        self._do(command, by_hand=True)

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

    def _end(self) -> None:
        state = self.state
        self.screen.say()
        width = max(len(name) for name in self.names)
        for seat in sorted(range(len(self.names)), key=lambda seat: -state.seats[seat].level):
            mark = "*" if seat in state.winners else " "
            self.screen.say(f" {mark} {self.names[seat]:<{width}}  level {state.seats[seat].level:>2}")
