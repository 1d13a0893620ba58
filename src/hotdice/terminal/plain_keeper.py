"""The scorekeeper in plain text: append-only lines, the prompt last, every entry saved."""

import shlex
from collections.abc import Callable
from pathlib import Path

from hotdice.game import Event, LiftRemark, MakeRemark, Phase, PlayOn, Refusal, State, Step
from hotdice.game import events as e
from hotdice.match import Corrected, Misfit
from hotdice.rules import describe, scoring_lines
from hotdice.terminal.exports import export_sheet
from hotdice.terminal.farkle_words import taking
from hotdice.terminal.keep_words import HELP, Entry, find_seat, number, read_entry
from hotdice.terminal.keeper import RULED, Keeper, Told
from hotdice.terminal.options_told import best_keeps
from hotdice.terminal.plain_extras import Remembering, Speaks, status, who_leads
from hotdice.terminal.plain_table import PlainTable, Quit
from hotdice.terminal.score_sheet import lines, sheet_text, standings
from hotdice.terminal.telling import counted, need, tell_end, told


class PlainKeeper(PlainTable):
    """Asks and answers until the table has had enough: what was typed may be mended after the end."""

    goes_on = True

    def __init__(self, keeper: Keeper, screen: Speaks) -> None:
        self.session = self.keeper = keeper
        self.screen = Remembering(screen)
        self._turn_told = -1
        self._fault_told = ""

    @property
    def state(self) -> State:
        """The state of the game."""
        return self.keeper.state

    def run(self) -> bool:
        """Keep the score; True when the game has ended and the table is done with it."""
        self._begun = False
        return super().run()

    def step(self) -> None:
        """Ask for one line, and do what it says."""
        if self.state.over and not self._begun:
            self._ending()
        self._begun = True
        self._announce()
        self._line(self.answer(self.screen, self._prompt()))

    def keep(self) -> None:
        """Every entry is saved when it is made."""

    def end(self) -> None:
        """The end is told by whoever typed it; a table goes on until somebody quits."""

    # What is said

    def _announce(self) -> None:
        state = self.state
        if state.phase is Phase.ROLL_OFF or state.over or state.turn == self._turn_told:
            return
        self._turn_told = state.turn
        self._where()

    def _where(self) -> None:
        state = self.state
        names = self.keeper.names
        if state.over:
            self._ending()
            return
        if state.phase is Phase.ROLL_OFF:
            self.screen.say("Roll off who begins: one die each, the highest begins. Or: first NAME.")
            return
        seat = state.seats[state.mover]
        self.screen.say()
        title = f"Round {state.round}, turn {state.turn}. {names[state.mover]}: {seat.total:,}."
        self.screen.say(" ".join(part for part in (title, need(state)) if part), strong=True)
        if state.turn_dice != state.rules.dice:
            self.screen.say(f"This turn has {counted(state.turn_dice, 'die', 'dice')}.")
        for place, remark in enumerate(state.remarks, 1):
            who = f"{names[remark.seat]}: " if remark.seat >= 0 else ""
            left = "stays" if remark.turns < 0 else f"{remark.turns} to go"
            self.screen.say(f"  note {place}  {who}{remark.text} ({left})")
        if state.offer:
            self.screen.say(f"  {taking(state)}")
        elif state.step is Step.ROLL and state.turn_total:
            dice = counted(len(state.dice_to_roll), "die", "dice")
            self.screen.say(f"  Taken over: {state.turn_total:,}, {dice} to roll.")
        if state.step is Step.KEEP:
            self._options()
        elif state.step is Step.DECIDE:
            self.screen.say(
                f"  Turn {state.turn_total:,}, {counted(len(state.dice_to_roll), 'die', 'dice')} to roll."
            )

    def _prompt(self) -> str:
        state = self.state
        if state.over:
            return "The game is over. undo, playon, export, or quit > "
        name = self.keeper.names[state.mover]
        if state.phase is Phase.ROLL_OFF:
            return f"{name}, which die? > "
        if state.step is Step.KEEP:
            return f"{name}, kept what? > "
        if state.step is Step.DECIDE:
            return f"{name}, next dice or bank? > "
        if state.step is Step.WAIT:
            return f"{name}, which dice? > "
        if state.offer:
            return f"{name}, take, points, dice or x? > "
        return f"{name}, points, dice or x? > "

    def _told(self, before: State, told: Told) -> bool:
        if isinstance(told, Refusal):
            self.screen.say(told.sentence)
            return False
        self._events(before, told)
        return True

    def _events(self, before: State, events: tuple[Event, ...]) -> None:
        entered: int | None = None
        for event, _, sentence, _ in told(events, before, self.keeper.names):
            text = sentence
            if isinstance(event, e.TurnEntered):
                entered = event.points
                text = "By ruling of the table:" if event.ruling else ""
            elif isinstance(event, e.Banked) and entered and not event.points:
                name = self.keeper.names[event.seat]
                text = f"{name} stops with {entered:,}, which does not count here. Total stays."
            if text and not isinstance(event, e.GameEnded):
                self.screen.say(text)
        self._save_fault()
        if self.state.over and not before.over:
            self._ending()

    def _save_fault(self) -> None:
        fault = self.keeper.save_fault
        if fault and fault != self._fault_told:
            self.screen.say(fault + " You can go on; nothing is kept until it works again.")
        self._fault_told = fault

    def _ending(self) -> None:
        if self.keeper.wants_gold:
            self._gold()
        if self.keeper.wants_gold:
            return  # somebody changed their mind about counting
        self.screen.say()
        self.screen.say("The game is over.", strong=True)
        for row in standings(self.keeper.state, self.keeper.names):
            self.screen.say(row)
        self.screen.say(tell_end(self.state, self.keeper.names), strong=True)

    def _gold(self) -> None:
        self.screen.say("The last turn is played. Now count the Gold Pieces on cards nobody has played.")
        points: list[int] = []
        for seat, name in enumerate(self.keeper.names):
            if self.state.seats[seat].gone:
                points.append(0)
                continue
            while True:
                line = self.answer(self.screen, f"{name}, Gold Pieces on unplayed cards? > ")
                if line.lower() in ("u", "undo"):
                    self._undo([])
                    return
                value = number(line) if line else 0
                if value is not None and value >= 0:
                    points.append(value)
                    break
                self.screen.say("A number, 0 or more; Enter is 0, undo goes back.")
        before = self.state
        self._told(before, self.keeper.gold(tuple(points)))

    # What people type

    def _line(self, line: str) -> None:
        if not line:
            self._where()
            return
        state = self.state
        entry = None if state.over else read_entry(line, state)
        words = self._split(line)
        word = words[0].lower() if words else ""
        action = self._actions().get(word)
        letter = self._letter(word) if state.step is Step.KEEP and len(word) == 1 else None
        if letter is not None:
            self._entry(Entry("keep", letter))
        elif entry is not None:
            self._entry(entry)
        elif action is not None:
            action(words[1:])
        elif ":" in line or (words and not state.over and read_entry(words[0], state) is not None):
            self._several(line)
        else:
            self.screen.say(f"I do not know {line[:40]!r}; help lists the words.")

    def _split(self, line: str) -> list[str]:
        try:
            return shlex.split(line)
        except ValueError:  # a lone quote, as in O'Brien
            return line.split()

    def _several(self, line: str) -> None:
        """A turn in one line: `114456 11 2345 5 bank`, or with colons as a record has it."""
        for word in line.replace(":", " ").replace("=", " bank ").split():
            entry = None if self.state.over else read_entry(word, self.state)
            if entry is None:
                self.screen.say(f"I stop at {word[:20]!r}; help lists the words.")
                return
            if not self._entry(entry):
                return
            if entry.kind == "bank":
                return

    def _actions(self) -> dict[str, Callable[[list[str]], None]]:
        actions: dict[str, Callable[[list[str]], None]] = {
            "score": lambda _: self._rows(standings(self.keeper.state, self.keeper.names)),
            "sheet": lambda _: self._rows(sheet_text(self.keeper.record)),
            "rules": lambda _: self._rules(),
            "status": lambda _: self.screen.say(status(self.state, self.keeper.names)),
            "leads": lambda _: self.screen.say(who_leads(self.state, self.keeper.names)),
            "repeat": lambda _: self.screen.repeat(),
            "undo": self._undo,
            "fix": self._fix,
            "adjust": self._adjust,
            "card": self._card,
            "join": self._join,
            "leave": self._leave,
            "rename": self._rename,
            "swap": self._swap,
            "dice": self._dice,
            "note": self._note,
            "lift": self._lift,
            "playon": self._play_on,
            "first": self._first,
            "export": self._export,
            "help": lambda _: self.screen.say(HELP),
            "quit": self._quit,
        }
        short = {"s": "score", "u": "undo", "?": "help", "q": "quit"}
        return actions | {letter: actions[word] for letter, word in short.items()}

    def _quit(self, words: list[str]) -> None:
        raise Quit

    def _rows(self, rows: object) -> None:
        for row in rows if isinstance(rows, list | tuple) else []:
            self.screen.say(row)

    def _rules(self) -> None:
        self.screen.say(self.state.rules.title)
        for sentence in describe(self.state.rules):
            self.screen.say(f"- {sentence}")
        for what, points in scoring_lines(self.state.rules):
            self.screen.say(f"  {what}: {points}")

    def _letter(self, letter: str) -> str | None:
        options = self.state.rules.table.options(self.state.faces).options
        place = ord(letter) - ord("a")
        return options[place].keep if 0 <= place < min(len(options), 26) else None

    def _options(self) -> None:
        for row in best_keeps(self.state):
            self.screen.say(row)

    def _entry(self, entry: Entry) -> bool:
        keeper, before = self.keeper, self.state
        match entry.kind:
            case "farkle":
                told = keeper.farkle()
            case "bank":
                told = keeper.bank()
            case "take":
                told = keeper.take()
            case "dice":
                told = keeper.roll(entry.value)
            case "keep":
                told = keeper.keep(entry.value)
            case _:
                told = self._points(int(entry.value))
        done = self._told(before, told)
        if done and self.state.step is Step.KEEP and entry.kind == "dice":
            self._options()
        return done

    def _points(self, points: int) -> Told:
        told = self.keeper.points(points)
        if isinstance(told, Refusal) and told.code in RULED:
            if self._really(points, told.sentence):
                return self.keeper.points(points, insist=True)
            return Refusal("not_entered", "Nothing is entered.")
        return told

    def _really(self, points: int, reason: str) -> bool:
        return self._yes(f"Really {points:,}? {reason} [y/N] ")

    def _yes(self, question: str) -> bool:
        answer = self.screen.ask(question)
        return answer is not None and answer.strip().lower() in ("y", "yes")

    # Mending

    def _undo(self, words: list[str]) -> None:
        if not self.keeper.undo():
            self.screen.say("Nothing is left to take back.")
            return
        self.screen.say("Taken back.")
        self._save_fault()
        self._turn_told = self.state.turn
        self._where()

    def _fix(self, words: list[str]) -> None:
        last = words[-1].lower() if len(words) > 1 else ""
        farkle = last in ("x", "f", "farkle")
        points = None if farkle else number(last)
        if (points is None and not farkle) or (points is not None and points < 0):
            self.screen.say("Say the turn and its points: fix 7 450, fix 7 x, or fix Ann 2 450 for round 2.")
            return
        turn = self._turn_of(words[:-1])
        if turn is None:
            return
        ruling = insist = False
        while True:
            result = self.keeper.correct(turn, points, ruling=ruling, insist=insist)
            if isinstance(result, Corrected):
                break
            if isinstance(result, Misfit):
                name = self.keeper.names[result.seat]
                told = "a farkle" if result.points is None else f"{result.points:,}"
                question = f"Then turn {result.turn} ({name}, {told}) does not fit: {result.refusal.sentence}"
                if not self._yes(f"{question} Keep the later turns as they stand? [y/N] "):
                    self.screen.say("Nothing is changed.")
                    return
                insist = True
            elif result.code in RULED and points is not None and not ruling:
                if not self._really(points, result.sentence):
                    return
                ruling = True
            else:
                self.screen.say(result.sentence)
                return
        self.screen.say(f"Turn {turn} is corrected.")
        if result.dropped:
            turns = ", ".join(map(str, result.dropped))
            self.screen.say(f"No longer part of the game: turn {turns}.")
        self._save_fault()
        self._turn_told = self.state.turn
        self._rows(standings(self.keeper.state, self.keeper.names))
        self._where()

    def _turn_of(self, words: list[str]) -> int | None:
        """The turn that a number means, or a name and a round."""
        value = number(words[-1])
        if value is None:
            self.screen.say(f"{words[-1][:20]!r} is not the number of a turn or a round.")
            return None
        if len(words) == 1:
            return value
        seat = self._seat(" ".join(words[:-1]))
        if seat is None:
            return None
        turns = [line.turn for line in lines(self.keeper.record) if (line.seat, line.round) == (seat, value)]
        if not turns:
            self.screen.say(f"{self.keeper.names[seat]} has no finished turn in round {value}.")
            return None
        return turns[-1]

    def _seat(self, text: str) -> int | None:
        found = find_seat(text, self.keeper.names)
        if isinstance(found, str):
            self.screen.say(found)
            return None
        return found

    def _pairs(self, words: list[str], usage: str) -> tuple[tuple[int, int], ...] | None:
        if not words or len(words) % 2:
            self.screen.say(usage)
            return None
        changes: list[tuple[int, int]] = []
        for who, text in zip(words[::2], words[1::2], strict=True):
            seat, points = self._seat(who), number(text)
            if seat is None:
                return None
            if points is None:
                self.screen.say(f"{text[:20]!r} is not a number of points. {usage}")
                return None
            changes.append((seat, points))
        return tuple(changes)

    def _adjust(self, words: list[str]) -> None:
        changes = self._pairs(words, "Say who and how much: adjust Ben -300")
        if changes is not None:
            self._told(self.state, self.keeper.adjust(changes))

    def _card(self, words: list[str]) -> None:
        usage = "Say who plays it, then who gains or loses what: card Ann Ben -300"
        player = self._seat(words[0]) if words else None
        if player is None:
            if not words:
                self.screen.say(usage)
            return
        before = self.state
        changes = self._pairs(words[1:], usage) if words[1:] else ()
        if changes is None:
            return
        text = "plays a card"
        capped = tuple((seat, max(points, -max(0, before.seats[seat].total))) for seat, points in changes)
        if any(more != less for more, less in zip(capped, changes, strict=True)):
            self.screen.say("A card takes no more than there is.")
        self._told(before, self.keeper.card(player, text, tuple(pair for pair in capped if pair[1])))

    # People

    def _join(self, words: list[str]) -> None:
        points = number(words[-1]) if len(words) > 1 else None
        name = " ".join(words[:-1] if points is not None else words)
        if not name:
            self.screen.say("Say who: join Dora, or join Dora 500")
            return
        self._told(self.state, self.keeper.join(name, points or 0))

    def _leave(self, words: list[str]) -> None:
        seat = self._seat(" ".join(words)) if words else None
        if not words:
            self.screen.say("Say who: leave Ben")
        elif seat is not None:
            self._told(self.state, self.keeper.leave(seat))

    def _rename(self, words: list[str]) -> None:
        seat = self._seat(words[0]) if len(words) > 1 else None
        if len(words) < 2:
            self.screen.say("Say whom and how: rename Ben Benno")
        elif seat is not None:
            old, new = self.keeper.names[seat], " ".join(words[1:])
            refusal = self.keeper.rename(seat, new)
            self.screen.say(refusal.sentence if refusal else f"{old} is now {new}.")

    def _swap(self, words: list[str]) -> None:
        seats = [self._seat(word) for word in words] if len(words) == 2 else []
        if len(seats) != 2:
            self.screen.say("Say who with whom: swap Ann Ben")
        elif seats[0] is not None and seats[1] is not None:
            self.keeper.swap(seats[0], seats[1])
            self.screen.say("They have changed places, each with the other's line.")
            self._rows(standings(self.keeper.state, self.keeper.names))

    def _dice(self, words: list[str]) -> None:
        count = number(words[-1]) if len(words) > 1 else None
        seat = self._seat(" ".join(words[:-1])) if count is not None else None
        if count is None:
            self.screen.say("Say who and how many: dice Ben 5")
        elif seat is not None:
            self._told(self.state, self.keeper.dice(seat, count))

    def _note(self, words: list[str]) -> None:
        seat, turns, rest = -1, 0, words
        if len(words) > 1 and isinstance(found := find_seat(words[0], self.keeper.names), int):
            seat, rest, turns = found, words[1:], -1
            if len(rest) > 1 and (count := number(rest[0])) is not None and count > 0:
                turns, rest = count, rest[1:]
        self._told(self.state, self.keeper.rule(MakeRemark(" ".join(rest), seat, turns)))

    def _lift(self, words: list[str]) -> None:
        place = number(words[0]) if words else None
        self._told(self.state, self.keeper.rule(LiftRemark(place or 0)))

    def _play_on(self, words: list[str]) -> None:
        goal = number(words[0]) if words else None
        if goal is None:
            self.screen.say("Say how far: playon 15000 (or the number of rounds)")
        else:
            self._told(self.state, self.keeper.rule(PlayOn(goal)))

    def _first(self, words: list[str]) -> None:
        seat = self._seat(" ".join(words)) if words else None
        if seat is None:
            return
        if not self.keeper.choose_first(seat):
            self.screen.say("The first turn has begun; undo goes back to it.")

    def _export(self, words: list[str]) -> None:
        if not words:
            self.screen.say("Say where: export game.txt, game.csv or game.html")
            return
        self.screen.say(export_sheet(self.keeper.record, Path(" ".join(words))).sentence)
