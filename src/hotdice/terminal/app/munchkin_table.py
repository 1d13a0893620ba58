"""The Munchkin Dice table in the app: levels and cards above, what happened, and the moves to choose from."""

import asyncio
import random
from typing import ClassVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Footer, OptionList, RichLog, Static
from textual.widgets.option_list import Option

from hotdice.game import Refusal
from hotdice.munchkin import Command, Event, SeededChance, State, Story, legal, seen, view
from hotdice.munchkin import commands as c
from hotdice.munchkin.events import DieThrown, DieTurned, TurnBegan
from hotdice.munchkin.sheet import FACES
from hotdice.players.munchkin_registry import make_munchkin
from hotdice.terminal.app.card_screens import HandOver
from hotdice.terminal.app.companion_screen import results_text
from hotdice.terminal.app.die_ten import DieTen
from hotdice.terminal.app.own_screen import OwnScreen
from hotdice.terminal.app.pace import Pace
from hotdice.terminal.app.text_screens import Question, TextScreen
from hotdice.terminal.munchkin_moves import Moves, card_line
from hotdice.terminal.munchkin_table import TableSession
from hotdice.terminal.munchkin_words import fight_line, pile_lines, seat_lines, story_lines, worth_lines

RETOLD = 12
HELP = """up, down     move through what you may do; Enter does it
c            your cards, and those in play, with what they do
w            what each face of the die would bring you now, in levels
d            both decks, and the top of their discards
t            what every face of the die means
+ and -      faster or slower bots; any key hurries them once
z            compact, normal or large spacing
Escape, q    leave; the table is kept

The mouse works too: click a move."""


class MunchkinTableScreen(OwnScreen):
    """One table from wherever it stands to its end."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c", "cards", "Cards"),
        Binding("w", "worth", "Worth of a roll"),
        Binding("d", "piles", "Decks"),
        Binding("t", "results", "Results"),
        Binding("question_mark", "help", "Help"),
        Binding("plus,equals_sign", "speed(1)", "", show=False),
        Binding("minus", "speed(-1)", "", show=False),
        Binding("space", "hurry", "", show=False),
        Binding("escape,q", "leave", "Leave"),
    ]

    def __init__(self, session: TableSession) -> None:
        super().__init__()
        self.session = session
        record = session.record
        self.bots = {seat: make_munchkin(who) for seat, who in enumerate(record.players) if who != "human"}
        self.people = [seat for seat in range(len(record.names)) if seat not in self.bots]
        self.chance = SeededChance(record.dice.removeprefix("seeded "))
        self.story = Story(record.sheet, record.names)
        self.looker = self.people[0] if len(self.people) == 1 else -1
        self.covered = False
        self.moves: tuple[Command, ...] = ()
        self.note = ""
        self.busy = True  # until the table has been driven to where a person is asked
        self.pace = Pace(lambda: self.hotdice.settings)

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits where."""
        return self.session.record.names

    @property
    def asked(self) -> int:
        """The seat that is to decide; -1 where nobody is."""
        state = self.session.state
        return -1 if state.over or state.waits_for_chance else state.asked[0]

    def compose(self) -> ComposeResult:
        """The table, what happened, the moves."""
        yield Static(id="bar")
        with Horizontal(id="munchkin-top"):
            yield Static(id="munchkin-seats")
            yield DieTen(id="die-ten")
        with Vertical(id="munchkin-middle"):
            yield RichLog(id="log", wrap=True, markup=False, min_width=20)
        yield Static(id="munchkin-prompt")
        yield OptionList(id="moves")
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Tell how the table stands, then let it go on."""
        self.query_one("#log", RichLog).can_focus = False
        self.query_one(DieTen).show(0)
        self._retell()
        self._show()
        self.drive()

    def _retell(self) -> None:
        """The last moments in the log, for a table that was left and opened again."""
        for text in story_lines(self.session.record)[-RETOLD:]:
            self._log(text)

    def _sentence(self, event: Event) -> str:
        viewer = self.people[0] if len(self.people) == 1 else None
        return self.story.tell(seen(event, viewer)) or ""

    def _log(self, text: str, *, strong: bool = False) -> None:
        self.query_one("#log", RichLog).write(Text(text, style="bold" if strong else ""))

    # Showing

    def _show(self) -> None:
        state = self.session.state
        level = f"level {state.sheet.winning_level} wins"
        where = "over" if state.over else f"turn {state.turn}"
        self.query_one("#bar", Static).update(f"{state.sheet.title}  ·  {where}  ·  {level}")
        text = Text(overflow="ellipsis", no_wrap=True)
        for line, in_play in seat_lines(state, self.names):
            text.append(line + "\n", "bold" if line.startswith(">") else "")
            if in_play:
                text.append(f"    {in_play}\n", "italic")
        text.rstrip()
        self.query_one("#munchkin-seats", Static).update(text)
        self._show_moves(state)

    def _show_moves(self, state: State) -> None:
        prompt = self.query_one("#munchkin-prompt", Static)
        found = self.query_one("#moves", OptionList)
        found.clear_options()
        self.moves = ()
        if state.over:
            found.add_options([Option("Play again", id="again"), Option("Leave", id="leave")])
            prompt.update(Text(self._end(state)))
        elif self.busy or self.covered:
            prompt.update(Text(self.note))
            return
        else:
            seat = self.asked
            self.moves = legal(view(state, seat), seat)
            told = Moves(view(state, seat), seat, self.moves, self.names).told()
            found.add_options(Option(Text(text, overflow="ellipsis", no_wrap=True)) for text in told)
            words = [self.note, fight_line(state), f"{self.names[seat]}, your move:"]
            prompt.update(Text(" ".join(word for word in words if word)))
        found.highlighted = 0
        found.focus()
        log = self.query_one("#log", RichLog)
        self.call_after_refresh(log.scroll_end, animate=False)  # the list may have taken rows from it

    def _end(self, state: State) -> str:
        winners = " and ".join(self.names[seat] for seat in state.winners)
        return f"The game is over. {winners} {'win' if winners == 'You' or ' and ' in winners else 'wins'}."

    # What happens

    @work(exclusive=True)
    async def drive(self) -> None:
        """Let dice and cards fall and bots decide until a person is asked or the table is over."""
        self.busy = True
        while not self.session.state.over:
            command = await self._without_a_person(self.session.state)
            if command is None:
                break
            await self._carry_out(command)
        self.busy = False
        if self.session.state.over:
            self.session.save()
        self._hand_over()
        self._show()

    async def _without_a_person(self, state: State) -> Command | None:
        """What happens next where no person decides it; None where one is asked."""
        if state.waits_for_chance:
            return self.chance.bring(state)
        seat = self.asked
        if seat in self.bots:
            self.note = f"{self.names[seat]} thinks."
            await self.pace.pause(0.5)
            return await asyncio.to_thread(self.bots[seat].choose, view(state, seat), seat)
        moves = legal(view(state, seat), seat)
        return moves[0] if moves == (c.Pass(seat),) else None  # nothing to answer with

    async def _carry_out(self, command: Command) -> None:
        result = self.session.do(command)
        self.note = ""
        if isinstance(result, Refusal):
            raise RuntimeError(result.sentence)
        for event in result:
            if isinstance(event, DieThrown):
                await self._roll_die(event.face)
            elif isinstance(event, DieTurned):
                self.query_one(DieTen).show(event.face)
            elif isinstance(event, TurnBegan):
                self.query_one(DieTen).show(0)
            if text := self._sentence(event):
                self._log(text, strong=isinstance(event, TurnBegan))
        self._show()

    async def _roll_die(self, face: int) -> None:
        """The die tumbles for a moment."""
        die = self.query_one(DieTen)
        async for _ in self.pace.tumble():
            die.show(random.randint(1, FACES))
        die.show(face)

    def _hand_over(self) -> None:
        """With several people at one keyboard, nobody sees the hand of the one before."""
        seat = self.asked
        if len(self.people) < 2 or seat < 0 or seat == self.looker or self.covered:
            return
        self.covered = True

        def ready(_: None) -> None:
            self.covered = False
            self.looker = seat
            self._show()

        self.app.push_screen(HandOver(self.names[seat]), ready)

    # Keys and clicks

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A move was chosen."""
        if event.option.id == "again":
            self.play_again()
        elif event.option.id == "leave":
            self.hotdice.go_home()
        elif not self.busy and event.option_index < len(self.moves):
            self._decide(self.moves[event.option_index])

    def _decide(self, command: Command) -> None:
        """What a person has decided is on the disk before its consequences are told."""
        self.busy = True
        self.go_on(command)

    @work(exclusive=True)
    async def go_on(self, command: Command) -> None:
        """Carry out a move, then let the table go on."""
        await self._carry_out(command)
        self.session.save()
        if self.session.save_fault:
            self._log(self.session.save_fault)
        self.drive()

    def play_again(self) -> None:
        """The same table with new cards."""
        from hotdice.terminal.munchkin_saved import TABLE_SUFFIX, new_file, new_table

        record = self.session.record
        fresh = TableSession(new_table(record.sheet, record.players, record.names), new_file(TABLE_SUFFIX))
        fresh.save()
        self.app.switch_screen(MunchkinTableScreen(fresh))

    def action_hurry(self) -> None:
        """Do not wait for the bots."""
        self.pace.hurry()

    def action_cards(self) -> None:
        """Every card that the one at the keyboard may see, with what it does."""
        state = self.session.state
        rows: list[str] = []
        viewer = self.looker if len(self.people) == 1 or self.looker == self.asked else -1
        if viewer >= 0 and not self.covered:
            rows += [f"In the hand of {self.names[viewer]}"]
            rows += [f"  {card_line(state.sheet.by_id[card])}" for card in state.seats[viewer].hand]
            rows += ["" if state.seats[viewer].hand else "  nothing"]
        for name, seat in zip(self.names, state.seats, strict=True):
            if seat.play:
                rows += [f"In play before {name}"]
                rows += [f"  {card_line(state.sheet.by_id[card])}" for card in seat.play] + [""]
        self.app.push_screen(TextScreen("Cards", "\n".join(rows).rstrip() or "No card lies open."))

    def action_worth(self) -> None:
        """What a roll would bring."""
        seat = self.looker
        if seat < 0:
            return
        rows = worth_lines(view(self.session.state, seat), seat)
        self.app.push_screen(TextScreen(f"A roll of the die for {self.names[seat]}", "\n".join(rows)))

    def action_piles(self) -> None:
        """Both decks and the card on top of each discard pile; what lies under it is not seen."""
        self.app.push_screen(TextScreen("Decks", "\n".join(pile_lines(self.session.state))))

    def action_results(self) -> None:
        """What every face means."""
        self.app.push_screen(TextScreen("Results of the die", results_text()))

    def action_help(self) -> None:
        """The keys."""
        self.app.push_screen(TextScreen("Keys", HELP))

    def action_speed(self, step: int) -> None:
        """Faster or slower bots."""
        self.notify(f"Speed: {self.hotdice.change_speed(step)}.")
        self.pace.hurry()

    def action_leave(self) -> None:
        """Back to the start; the table is kept."""
        if self.session.state.over:
            self.hotdice.go_home()
            return

        def answered(answer: str | None) -> None:
            if answer == "leave":
                self.session.save()
                self.hotdice.go_home()

        options = [("stay", "Stay"), ("leave", "Leave the table")]
        kept = "The table is kept; you can go on with it later."
        self.app.push_screen(Question("Leave the table?", kept, options), answered)
