"""The Munchkin Dice table in the app: levels and cards above, what happened, and the moves to choose from."""

import random

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import OptionList, RichLog, Static
from textual.widgets.option_list import Option

from hotdice.game import Refusal
from hotdice.munchkin import Command, Event, State, Story, seen, view
from hotdice.munchkin.events import DieThrown, DieTurned, TurnBegan
from hotdice.munchkin.sheet import FACES
from hotdice.terminal.app.bindings import bound
from hotdice.terminal.app.companion_screen import results_text
from hotdice.terminal.app.die_ten import DieTen
from hotdice.terminal.app.driven_screen import DrivenScreen
from hotdice.terminal.app.own_screen import Keys
from hotdice.terminal.app.text_screens import Question, TextScreen
from hotdice.terminal.bot_faces import sign_of
from hotdice.terminal.munchkin_moves import Moves, card_line
from hotdice.terminal.munchkin_table import TableSession, TableSitting
from hotdice.terminal.munchkin_words import fight_line, pile_lines, seat_lines, story_lines, worth_lines

RETOLD = 12
HELP = """up, down     move through what you may do; Enter does it
c            your cards, and those in play, with what they do
w            what each face of the die would bring you now, in levels
d            both decks, and the top of their discards
t            what every face of the die means
u            take back what you decided since dice or cards fell
+ and -      faster or slower bots; any key hurries them once
z            compact, normal or large spacing
Escape, q    leave; the table is kept

The mouse works too: click a move."""


class MunchkinTableScreen(DrivenScreen):
    """One table from wherever it stands to its end."""

    BINDINGS = bound(
        "c cards Cards | w worth Worth of a roll | d piles Decks | t results Results",
        "u undo Undo | plus,equals_sign speed(1) | minus speed(-1) | space hurry",
        "escape,q leave Leave",
    )

    def __init__(self, session: TableSitting) -> None:
        super().__init__()
        self.session = session
        self.people = session.people
        self.story = Story(session.record.sheet, session.record.names)
        self.looker = self.people[0] if len(self.people) == 1 else -1
        self.moves: tuple[Command, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits where."""
        return self.session.record.names

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
        yield Keys()

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
        where = "over" if self.session.over else f"turn {state.turn}"
        self.query_one("#bar", Static).update(f"{state.sheet.title}  ·  {where}  ·  {level}")
        text = Text(overflow="ellipsis", no_wrap=True)
        signs = [sign_of(player) for player in self.session.record.players]
        for line, in_play in seat_lines(state, self.names, signs):
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
        if self.session.over:
            found.add_options([Option("Play again", id="again"), Option("Leave", id="leave")])
            prompt.update(Text(self._end(state)))
        elif self.busy or self.covered or self.session.asked < 0:
            prompt.update(Text(self.note))
            return
        else:
            seat = self.session.asked
            self.moves = self.session.moves()
            told = Moves(view(state, seat), seat, self.moves, self.names).told()
            found.add_options(Option(Text(text)) for text in told)
            words = [self.note, fight_line(state), f"{self.names[seat]}, your move:"]
            prompt.update(Text(" ".join(word for word in words if word)))
        found.highlighted = 0
        found.focus()
        log = self.query_one("#log", RichLog)
        self.call_after_refresh(log.scroll_end, animate=False)  # the list may have taken rows from it

    def _end(self, state: State) -> str:
        if not state.winners:
            return "The game is over."
        winners = " and ".join(self.names[seat] for seat in state.winners)
        return f"The game is over. {winners} {'win' if winners == 'You' or ' and ' in winners else 'wins'}."

    # What happens

    @work(exclusive=True)
    async def drive(self) -> None:
        """Let dice and cards fall and bots decide until a person is asked or the table is over."""
        self.busy = True
        while not self.session.over and self.session.asked < 0:
            state = self.session.state
            if not state.over and not state.waits_for_chance and state.asked[0] not in self.people:
                self.note = f"{self.names[state.asked[0]]} thinks."
                self._show()
                await self.pace.pause(0.5)
            await self._tell(await self.session.go_on())
        self.busy = False
        self._hand_over()
        self._show()

    async def _tell(self, events: tuple[Event, ...]) -> None:
        self.note = self.session.save_fault
        for remark in self.session.remarks():
            self.remark(remark)
        for event in events:
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
        seat = self.session.asked
        if len(self.people) < 2 or seat < 0 or seat == self.looker or self.covered:
            return
        self.cover(seat, self.names[seat], self._show)

    # Keys and clicks

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A move was chosen."""
        if event.option.id == "again":
            self.play_again()
        elif event.option.id == "leave":
            self.leave_table()
        elif not self.busy and event.option_index < len(self.moves):
            self._decide(self.moves[event.option_index])

    def _decide(self, command: Command) -> None:
        """What a person has decided is on the disk before its consequences are told."""
        self.busy = True
        self.go_on(command)

    @work(exclusive=True)
    async def go_on(self, command: Command) -> None:
        """Carry out a move, then let the table go on."""
        result = await self.session.move(command)
        if isinstance(result, Refusal):
            self.note, self.busy = result.sentence, False
            self._show()
            return
        await self._tell(result)
        self.drive()

    def remark(self, text: str) -> None:
        """Something beside the game."""
        self._log(text)

    def action_undo(self) -> None:
        """Take back what was decided since dice or cards fell."""
        if self.busy or self.covered:
            return
        self.note = self.session.undo()
        if not self.note:
            self.note = "Taken back."
            self._log(self.note)
        self._show()

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
        viewer = self.looker if len(self.people) == 1 or self.looker == self.session.asked else -1
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

    def help_text(self) -> str:
        """What `?` shows."""
        return HELP

    def action_speed(self, step: int) -> None:
        """Faster or slower bots."""
        self.notify(f"Speed: {self.hotdice.change_speed(step)}.")
        self.pace.hurry()

    def action_leave(self) -> None:
        """Back to the start; the table is kept."""
        if self.session.over:
            self.leave_table()
            return

        def answered(answer: str | None) -> None:
            if answer == "leave":
                self.leave_table()

        options = [("stay", "Stay"), ("leave", "Leave the table")]
        self.app.push_screen(Question("Leave the table?", self.session.kept, options), answered)
