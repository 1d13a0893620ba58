"""The game in plain text: people at one keyboard and bots, one word a line, in a terminal or over a pipe."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from hotdice.game import (
    Bank,
    Command,
    DiceSource,
    Event,
    Keep,
    PassWindow,
    Phase,
    PlayCard,
    Refusal,
    Resign,
    Roll,
    State,
    Step,
    UseAdvice,
    can,
    card_plays,
    evolve,
    keep_faces,
    print_position,
    print_record,
)
from hotdice.game import events as e
from hotdice.match import write_atomically
from hotdice.players import Player
from hotdice.rules import Option, describe, scoring_lines
from hotdice.terminal.plain_extras import Remembering, left_words, options_sentence, status, who_leads
from hotdice.terminal.session import Session
from hotdice.terminal.telling import need, spaced, tell, tell_end
from hotdice.terminal.telling_cards import card_name, describe_card, find_plays, holding_lines, in_play_lines

_HELP = """Words, one a line:
  roll (r)           roll the dice; an empty line at the start of a turn does the same
  keep 145 (k 145)   set these faces aside; digits alone or an option's letter will do
  keep 145 roll      ... and roll on, or: keep 145 bank
  bank (b)           stop and record the turn
  undo (u)           take back what you decided since the dice fell
  score (s)          the totals           options (o)   the legal keeps again
  status             where we are         leads         who is ahead, and by how much
  repeat             the last lines again brief, full   fewer or all options
  advice             the best choices with their worth; the record says that you looked
  rules              the sheet in words   position      this position as one line
  card NAME          play a card; behind it a player (card jam Bob) or faces of the roll (card wobbly 34)
  cards (c)          your cards and those in play    pass (p)   let a moment for a card go by
  save FILE          write the record     resign        leave the game
  quit (q)           stop; the game is kept if it has a file"""


class Screen(Protocol):
    """Where the game is told: `drawn` asks for drawn dice and colour."""

    drawn: bool

    def say(self, text: str = "", *, strong: bool = False) -> None:
        """One paragraph."""

    def ask(self, prompt: str) -> str | None:
        """The next line that somebody types, or None when there is no more."""


class Quit(Exception):  # noqa: N818 - somebody wants to stop; nothing is wrong
    """Somebody wants to stop."""


class PlainGame:
    """Plays a session to its end, or until somebody quits."""

    def __init__(
        self, session: Session, bots: Mapping[int, Player], dice: DiceSource, screen: Screen
    ) -> None:
        self.session = session
        self.bots = dict(bots)
        self.dice = dice
        self.screen = Remembering(screen)
        self.names: Sequence[str] = session.record.names
        self._fault_told = ""
        self._turn_told = -1

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
            return False
        self._end_screen()
        return True

    def _step(self) -> None:
        state = self.state
        self._announce_turn()
        if state.step is Step.WAIT:
            self._tell(state, self.session.throw(self.dice))
        elif state.phase is Phase.ROLL_OFF:
            self._do(Roll(state.mover))
        elif state.mover in self.bots:
            self._bot_moves(state)
        else:
            self._human()

    def _bot_moves(self, state: State) -> None:
        """A bot decides; one that fails, or wants what the referee refuses, is replaced."""
        seat = state.mover
        try:
            result = self.session.do(self.bots[seat].choose(state))
        except Exception as error:  # whatever a bot does, the game goes on
            self._sit_in(seat, str(error) or type(error).__name__)
            return
        if isinstance(result, Refusal):
            self._sit_in(seat, result.sentence)
        else:
            self._tell(state, result)

    def _sit_in(self, seat: int, reason: str) -> None:
        self.screen.say(self.session.sit_in(seat, reason))
        self.bots[seat] = self.session.match.bots[seat]

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
        state = before
        for event in result:
            following = evolve(state, event)
            text = "" if isinstance(event, e.GameEnded) else tell(event, state, following, self.names)
            if text:
                self.screen.say(text)
            state = following
        if self.session.save_fault and self.session.save_fault != self._fault_told:
            self.screen.say(self.session.save_fault + " You can play on; 'save FILE' tries another place.")
        self._fault_told = self.session.save_fault
        return True

    # What a person does

    def _human(self) -> None:
        state = self.state
        if state.step is Step.KEEP:
            self._show_options()
        elif state.step is Step.DECIDE:
            self._show_decision()
        self._show_playable()
        while self.state is state:
            line = self.screen.ask(self._prompt())
            if line is None:
                raise Quit
            self._word(line.strip())

    def _prompt(self) -> str:
        name = self.names[self.state.mover]
        what = {
            Step.ROLL: "roll",
            Step.KEEP: "keep what?",
            Step.DECIDE: "roll or bank?",
            Step.FARKLE: "card or pass?",
            Step.STOP: "card or pass?",
        }[self.state.step]
        return f"{name}, {what} > "

    def _options(self) -> Sequence[Option]:
        return self.state.rules.table.options(self.state.faces).options

    def _show_options(self) -> None:
        self.screen.say(options_sentence(self.state, brief=self.screen.brief))

    def _show_decision(self) -> None:
        state = self.state
        bank = can(state, Bank(state.mover))
        stop = "" if bank else " You cannot stop yet."
        left = left_words(state, len(state.hand))
        self.screen.say(f"  Turn {state.turn_total:,}; {left}.{stop}")

    def _word(self, line: str) -> None:
        words = line.split()
        word = words[0].lower() if words else ""
        action = self._actions().get(word)
        if not words:
            if self.state.step is Step.ROLL:
                self._do(Roll(self.state.mover))
            else:
                self.screen.say("Type a word; help lists them.")
        elif action is not None:
            action(words[1:])
        elif self.state.step is Step.KEEP and self._is_letter(word):
            self._keep(self._options()[ord(word) - ord("a")].keep, words[1:])
        elif set(word) <= set("123456"):
            self._keep_words(words)
        else:
            self.screen.say(f"I do not know {line[:40]!r}; help lists the words.")

    def _actions(self) -> dict[str, Callable[[list[str]], None]]:
        """Words and what they do; a letter that names an option is not among them while one is asked for."""
        actions: dict[str, Callable[[list[str]], None]] = {
            "roll": lambda _: self._done(Roll(self.state.mover)),
            "bank": lambda _: self._done(Bank(self.state.mover)),
            "keep": self._keep_words,
            "card": self._card,
            "cards": lambda _: self._show_cards(),
            "pass": lambda _: self._done(PassWindow(self.state.mover)),
            "undo": lambda _: self._undo(),
            "score": lambda _: self._show_totals(),
            "options": lambda _: self._show_again(),
            "status": lambda _: self.screen.say(status(self.state, self.names)),
            "leads": lambda _: self.screen.say(who_leads(self.state, self.names)),
            "repeat": lambda _: self.screen.repeat(),
            "advice": lambda _: self._advice(),
            "brief": lambda _: self._set_brief(True),
            "full": lambda _: self._set_brief(False),
            "rules": lambda _: self._show_rules(),
            "position": lambda _: self.screen.say(print_position(self.state)),
            "save": self._save,
            "resign": lambda _: self._done(Resign(self.state.mover)),
            "help": lambda _: self.screen.say(_HELP),
            "?": lambda _: self.screen.say(_HELP),
            "quit": lambda _: self._quit(),
        }
        short = {
            "r": "roll",
            "k": "keep",
            "u": "undo",
            "s": "score",
            "o": "options",
            "q": "quit",
            "b": "bank",
            "c": "cards",
            "p": "pass",
        }
        choosing = self.state.step is Step.KEEP
        actions |= {
            letter: actions[word]
            for letter, word in short.items()
            if not (choosing and self._is_letter(letter))
        }
        return actions

    def _advice(self) -> None:
        from hotdice.coach.telling import hint_lines

        for row in hint_lines(self.state, 3 if self.screen.brief else 8, self.names):
            self.screen.say(row)
        self._do(UseAdvice(self.state.mover))

    def _set_brief(self, brief: bool) -> None:
        self.screen.brief = brief
        self.screen.say(f"{'Brief' if brief else 'Full'} from now on.")

    def _is_letter(self, word: str) -> bool:
        return len(word) == 1 and "a" <= word <= "z" and ord(word) - ord("a") < len(self._options())

    def _done(self, command: Command) -> None:
        self._do(command)

    def _quit(self) -> None:
        raise Quit

    def _keep_words(self, words: list[str]) -> None:
        """`145`, `1 4 5`, `145 roll`: faces, then perhaps what follows."""
        rest = list(words)
        follow = [rest.pop()] if rest and rest[-1].lower() in ("roll", "bank", "r", "b") else []
        self._keep("".join(rest).replace(",", ""), follow)

    def _keep(self, faces: str, follow: Iterable[str]) -> None:
        then = {"r": "roll", "b": "bank"}.get("".join(follow)[:1].lower(), "")
        if self.state.step is not Step.KEEP:
            self._do(Keep(self.state.mover, (1,)))  # the referee says why not
            return
        try:
            command = keep_faces(self.state, faces)
        except ValueError as error:
            self.screen.say(f"{error}.")
            return
        if then == "roll":
            self._do(Keep(command.seat, command.dice, "roll"))
        elif then == "bank":
            self._do(Keep(command.seat, command.dice, "bank"))
        else:
            self._do(command)

    def _card(self, words: list[str]) -> None:
        """`card NAME`, with a player or faces behind it where the card asks for them."""
        state = self.state
        if not words:
            self._show_cards()
            return
        plays = find_plays(state, card_plays(state), words, self.names)
        if len(plays) == 1:
            self._do(plays[0])
        elif plays:
            name = card_name(state, plays[0].card)
            asked = "whom: a player's name" if plays[0].target >= 0 else "which dice: faces of the roll"
            self.screen.say(f"{name} asks {asked} behind the card.")
        else:  # the referee says why not
            known = find_plays(state, self._any_card(), words[:1], self.names)
            self._do(known[0] if known else PlayCard(state.mover, " ".join(words)[:60]))

    def _any_card(self) -> list[PlayCard]:
        deck = self.state.rules.deck
        return [PlayCard(self.state.mover, card.id) for card in deck.cards] if deck is not None else []

    def _show_playable(self) -> None:
        state, deck = self.state, self.state.rules.deck
        if deck is None:
            return
        playable = list(dict.fromkeys(play.card for play in card_plays(state)))
        if state.step in (Step.FARKLE, Step.STOP):
            for card in playable:
                self.screen.say(f"  You hold {deck.by_id[card].name}. Play it?")
                self.screen.say(f"    {deck.by_id[card].text}")
        elif playable:
            self.screen.say(f"  Cards: {', '.join(deck.by_id[card].name for card in playable)}.")

    def _show_cards(self) -> None:
        state, deck = self.state, self.state.rules.deck
        if state.cards is None or deck is None:
            self.screen.say("This sheet is played without cards.")
            return
        playable = {play.card for play in card_plays(state)}
        for card in state.cards.hands[state.mover]:
            mark = "*" if card in playable else " "
            self.screen.say(f" {mark} {describe_card(deck.by_id[card])}")
        if playable:
            self.screen.say("  * may be played now.")
        for line in in_play_lines(state, self.names):
            self.screen.say(f"  In play: {line}.")
        for line in holding_lines(state, self.names):
            self.screen.say(f"  Still in hand, by what was played: {line}.")

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

    def _show_again(self) -> None:
        if self.state.step is Step.KEEP:
            self._show_options()
        elif self.state.step is Step.DECIDE:
            self._show_decision()
        else:
            self.screen.say("Roll first.")

    def _show_rules(self) -> None:
        self.screen.say(self.state.rules.title)
        for sentence in describe(self.state.rules):
            self.screen.say(f"- {sentence}")
        for what, points in scoring_lines(self.state.rules):
            self.screen.say(f"  {what}: {points}")

    def _save(self, words: list[str]) -> None:
        if not words:
            self.screen.say("Say where: save FILE")
            return
        path = Path(" ".join(words))
        try:
            write_atomically(path, print_record(self.session.record))
        except (OSError, ValueError) as error:
            self.screen.say(
                f"The game could not be saved to {path}: {getattr(error, 'strerror', '') or error}."
            )
            return
        self.session.file = path
        self.screen.say(f"Saved to {path}; from now on every step is saved there.")

    def _show_totals(self) -> None:
        width = max(len(name) for name in self.names)
        for seat, (name, line) in enumerate(zip(self.names, self.state.seats, strict=True)):
            mark = ">" if seat == self.state.mover and not self.state.over else " "
            notes = []
            if line.gone:
                notes.append("left the game")
            elif not line.opened:
                notes.append("not on the board")
            if line.farkles and self.state.rules.penalty.points:
                notes.append(f"{line.farkles} farkles in a row")
            if seat == self.state.trigger:
                notes.append("reached the target first")
            note = f"  ({', '.join(notes)})" if notes else ""
            self.screen.say(f" {mark} {name:<{width}}  {line.total:>7,}{note}")

    def _end_screen(self) -> None:
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
