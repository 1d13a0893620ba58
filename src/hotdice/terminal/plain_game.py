"""The game in plain text: people at one keyboard and bots, one word a line, in a terminal or over a pipe."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from hotdice.game import (
    Command,
    Event,
    Phase,
    Refusal,
    Roll,
    State,
    Step,
    UseAdvice,
    print_position,
    print_record,
)
from hotdice.game import events as e
from hotdice.match import Waiting
from hotdice.terminal.farkle_words import (
    asked_lines,
    card_lines,
    is_letter,
    move_of,
    rules_lines,
)
from hotdice.terminal.plain_extras import Remembering, status, who_leads
from hotdice.terminal.plain_table import PlainTable, Quit, Screen
from hotdice.terminal.score_sheet import standings
from hotdice.terminal.session import Session
from hotdice.terminal.storage import save_fault
from hotdice.terminal.telling import need, spaced, tell_end, told
from hotdice.terminal.telling_cards import in_play_lines

_HELP = """Words, one a line:
  roll (r)           roll the dice; an empty line at the start of a turn does the same
  keep 145 (k 145)   set these faces aside; digits alone or an option's letter will do
  keep 145 roll      ... and roll on, or: keep 145 bank
  bank (b)           stop and record the turn
  take               go on with the dice and points that the player before has left (piggyback)
  undo (u)           take back what you decided since the dice fell
  score (s)          the totals           options (o)   the legal keeps again
  status             where we are         leads         who is ahead, and by how much
  repeat             the last lines again brief, full   fewer or all options
  advice             the best choices with their worth; the record says that you looked
  rules              the sheet in words   position      this position as one line
  card NAME          play a card; behind it a player (card jam Bob) or faces of the roll (card wobbly 34)
  cards (c)          your cards, in play, discarded  pass (p)   let a moment for a card go by
  save FILE          write the record     resign        leave the game
  quit (q)           stop; the game is kept if it has a file"""


class PlainGame(PlainTable):
    """Plays a session to its end, or until somebody quits."""

    def __init__(self, session: Session, screen: Screen) -> None:
        self.session: Session = session
        self.screen = Remembering(screen)
        self.names: Sequence[str] = session.record.names
        self._fault_told = ""
        self._turn_told = -1

    @property
    def state(self) -> State:
        """The state of the game."""
        return self.session.state

    def step(self) -> None:
        """Let dice fall, a bot decide, or a person type."""
        state = self.state
        self._announce_turn()
        if self.session.waiting_for is not Waiting.PERSON:
            events = self.session.step()
            for remark in self.session.remarks():
                self.screen.say(remark)
            self._tell(state, events)
        elif state.phase is Phase.ROLL_OFF:
            self._do(Roll(state.mover))
        else:
            self._human()

    def _announce_turn(self) -> None:
        state = self.state
        if state.phase is Phase.ROLL_OFF or state.turn == self._turn_told:
            return
        self._turn_told = state.turn
        seat = state.seats[state.mover]
        self.screen.say()
        title = f"Round {state.round}. {self.names[state.mover]}: {seat.total:,}."
        self.screen.say(" ".join(part for part in (title, need(state)) if part), strong=True)
        for line in in_play_lines(state, self.names):
            self.screen.say(f"  In play: {line}.")
        if state.faces:  # a resumed game: its dice fell before
            self._show_roll()

    def _do(self, command: Command) -> bool:
        before = self.state
        return self._tell(before, self.session.do(command))

    def _tell(self, before: State, result: tuple[Event, ...] | Refusal) -> bool:
        if isinstance(result, Refusal):
            self.screen.say(result.sentence)
            return False
        for event, _, text, _ in told(result, before, self.names):
            if text and not isinstance(event, e.GameEnded):
                self.screen.say(text)
        if self.session.save_fault and self.session.save_fault != self._fault_told:
            self.screen.say(self.session.save_fault + " You can play on; 'save FILE' tries another place.")
        self._fault_told = self.session.save_fault
        return True

    # What a person does

    def _human(self) -> None:
        state = self.state
        self._say(asked_lines(state, brief=self.screen.brief))
        while self.state is state:
            self._word(self.answer(self.screen, self._prompt()))

    def _say(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.screen.say(line)

    def _prompt(self) -> str:
        name = self.names[self.state.mover]
        what = {
            Step.ROLL: "roll or take?" if self.state.offer else "roll",
            Step.KEEP: "keep what?",
            Step.DECIDE: "roll or bank?",
            Step.FARKLE: "card or pass?",
            Step.STOP: "card or pass?",
        }[self.state.step]
        return f"{name}, {what} > "

    def _word(self, line: str) -> None:
        words = line.split()
        word = words[0].lower() if words else ""
        action = None if is_letter(self.state, word) else self._actions().get(word)
        try:
            if action is not None:
                action(words[1:])
            elif words == ["card"]:
                self._say(card_lines(self.state, self.state.mover, self.names))
            else:
                self._do(move_of(self.state, self.state.mover, words, self.names))
        except ValueError as error:
            self.screen.say(str(error))

    def _actions(self) -> dict[str, Callable[[list[str]], None]]:
        """Words that are no moves, and what they do."""
        actions: dict[str, Callable[[list[str]], None]] = {
            "cards": lambda _: self._say(card_lines(self.state, self.state.mover, self.names)),
            "undo": lambda _: self._undo(),
            "score": lambda _: self._say(standings(self.state, self.names)),
            "options": lambda _: self._say(
                asked_lines(self.state, brief=self.screen.brief) or ["Roll first."]
            ),
            "status": lambda _: self.screen.say(status(self.state, self.names)),
            "leads": lambda _: self.screen.say(who_leads(self.state, self.names)),
            "repeat": lambda _: self.screen.repeat(),
            "advice": lambda _: self._advice(),
            "brief": lambda _: self._set_brief(True),
            "full": lambda _: self._set_brief(False),
            "rules": lambda _: self._say(rules_lines(self.state.rules)),
            "position": lambda _: self.screen.say(print_position(self.state)),
            "save": self._save,
            "help": lambda _: self.screen.say(_HELP),
            "quit": lambda _: self._quit(),
        }
        short = {"u": "undo", "s": "score", "o": "options", "q": "quit", "c": "cards", "?": "help"}
        return actions | {letter: actions[word] for letter, word in short.items()}

    def _advice(self) -> None:
        from hotdice.coach.telling import hint_lines

        for row in hint_lines(self.state, 3 if self.screen.brief else 8, self.names):
            self.screen.say(row)
        self._do(UseAdvice(self.state.mover))

    def _set_brief(self, brief: bool) -> None:
        self.screen.brief = brief
        self.screen.say(f"{'Brief' if brief else 'Full'} from now on.")

    def _quit(self) -> None:
        raise Quit

    def _undo(self) -> None:
        refusal = self.session.undo()
        if refusal is not None:
            self.screen.say(refusal.sentence)
            return
        self.screen.say("Taken back.")
        self._show_roll()

    def _show_roll(self) -> None:
        turn = f" Turn {self.state.turn_total:,}." if self.state.turn_total else ""
        self.screen.say(f"On the table: {spaced(self.state.faces)}.{turn}")

    def _save(self, words: list[str]) -> None:
        if not words:
            self.screen.say("Say where: save FILE")
            return
        path = Path(" ".join(words))
        if fault := save_fault(path, print_record(self.session.record)):
            self.screen.say(fault)
            return
        self.session.file = path
        self.screen.say(f"Saved to {path}; from now on every step is saved there.")

    def end(self) -> None:
        """The places, and the winner."""
        state = self.state
        self.screen.say()
        self.screen.say("The game is over.", strong=True)
        width = max(len(name) for name in self.names)
        ranking = sorted(range(len(self.names)), key=lambda seat: -state.seats[seat].total)
        for seat in ranking:
            mark = "*" if seat in state.winners else " "
            gone = "  (left the game)" if state.seats[seat].gone else ""
            self.screen.say(f" {mark} {self.names[seat]:<{width}}  {state.seats[seat].total:>7,}{gone}")
        self.screen.say(tell_end(state, self.names), strong=True)
