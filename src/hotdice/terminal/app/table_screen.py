"""The table: the game itself. Keys and clicks go to the session; what happened is shown event by event."""

import asyncio
import random
import time
from collections.abc import Callable
from typing import Literal

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, RichLog, Static

from hotdice.game import (
    Bank,
    Command,
    Event,
    Keep,
    Phase,
    Refusal,
    Resign,
    Roll,
    State,
    Step,
    TakeOver,
    UseAdvice,
)
from hotdice.game import events as e
from hotdice.match import Waiting
from hotdice.terminal.app.bindings import NUMBERS, bound
from hotdice.terminal.app.choosing import (
    bank_label,
    idle_places,
    judge,
    keep_of,
    may_bank,
    places_of,
    roll_label,
)
from hotdice.terminal.app.driven_screen import DrivenScreen
from hotdice.terminal.app.own_screen import Keys
from hotdice.terminal.app.palette import palette_for
from hotdice.terminal.app.seats import ScoreGrid, SeatStrip, seats_and_goal, sheet_column
from hotdice.terminal.app.text_screens import Question, TextScreen, help_text, rules_text
from hotdice.terminal.app.tray import KeptRow, Tray, kept_rows
from hotdice.terminal.app.turn_lines import goal_line, turn_lines
from hotdice.terminal.sitting import ELSEWHERE, Sitting
from hotdice.terminal.telling import tell_end, told

TYPED_AHEAD = 0.5
"""Seconds: a key that was meant for the last throw is no answer to the end of a game."""


class TableScreen(DrivenScreen):
    """One game from wherever it stands to its end."""

    BINDINGS = bound(
        "r roll Roll | b bank Bank | a,down best Best | up best(-1) | k keep (Keep) | enter go",
        "space choose | left move(-1) | right move(1)",
        NUMBERS,
        "0 pick(9) | h advice Advice | v review (Review) | u undo Undo | s sheet Sheet",
        "t rules Rules | plus,equals_sign speed(1) | minus speed(-1) | escape,q leave Leave",
    )

    def __init__(self, session: Sitting) -> None:
        super().__init__()
        self.session = session
        self.shown: State = session.state
        self.chosen: frozenset[int] = frozenset()
        self.cursor = -1
        self.option = -1
        self.ended: float | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits where."""
        return self.session.record.names

    def compose(self) -> ComposeResult:
        """Bar, seats, goal, tray, turn, dock; the sheet and the log where there is room."""
        yield Static(id="bar")
        yield Static(id="lesson")
        with Horizontal(id="columns"):
            yield from sheet_column()
            with Vertical(id="middle"):
                yield from seats_and_goal()
                yield Static(id="in-play")
                yield Tray(id="tray")
                yield Static(id="turn")
                yield Static(id="hand")
                with Horizontal(id="dock"):
                    yield Button("Roll", id="roll", variant="primary")
                    yield Button("Bank", id="bank")
            with Vertical(id="right"):
                yield Static("What happened", classes="heading")
                yield RichLog(id="log", wrap=True, markup=False, min_width=20)
        yield Keys()

    def on_mount(self) -> None:
        """Tell how the game stands, then let it go on."""
        for button in self.query(Button):
            button.can_focus = False
        self.query_one("#log", RichLog).can_focus = False
        self._retell()
        self.query_one(Tray).keep_rows(kept_rows(self.session.record.events))
        self._refresh()
        self.drive()

    def _retell(self) -> None:
        """The last turns in the log, for a game that was left and opened again."""
        record = self.session.record
        lines = [text for _, _, text, _ in told(record.events, record.opening_state(), self.names) if text]
        for text in lines[-12:]:
            self._log(text)

    def _log(self, text: str) -> None:
        self.query_one("#log", RichLog).write(text)

    def remark(self, text: str) -> None:
        """Something beside the game, such as who sits in for whom."""
        self._log(text)

    # Showing

    def _person_moves(self) -> bool:
        return not self.busy and self.session.waiting_for is Waiting.PERSON

    def _refresh(self) -> None:
        state = self.shown
        mine = self._person_moves()
        choice = judge(state, self.chosen) if state.step is Step.KEEP else judge(state, frozenset())
        bar = f"{state.rules.title}  ·  " + ("over" if state.over else f"round {state.round}")
        if state.rules.rounds and not state.over:
            bar += f" of {state.rules.rounds}"
        self.query_one("#bar", Static).update(Text(bar, overflow="ellipsis", no_wrap=True))
        self.query_one(SeatStrip).show(self.names, state, self.session.record.players)
        self.query_one(ScoreGrid).show(self.session.record)
        self.query_one("#goal", Static).update(Text(goal_line(state, self.names, mine=mine)))
        palette = palette_for(dark=self.app.current_theme.dark)
        self.query_one("#turn", Static).update(turn_lines(state, choice, self.note, palette, mine=mine))
        roll, bank = self.query_one("#roll", Button), self.query_one("#bank", Button)
        if state.over:
            self.ended = self.ended or time.monotonic()
            roll.label, bank.label = "Play again", "Leave"
            roll.disabled = bank.disabled = False
        else:
            roll.label = roll_label(state, choice) if mine else f"{self.names[state.mover]} is rolling"
            roll.disabled = not mine or (state.step is Step.KEEP and not choice.points)
            bank.label = bank_label(state, choice) if mine else "Bank"
            bank.disabled = not mine or not may_bank(state, self.chosen)
        if state.step is Step.ROLL and mine:
            count = len(state.dice_to_roll)
            self.query_one(Tray).show(
                (), message="r rolls the die." if count == 1 else f"r rolls {count} dice."
            )
        if state.step is Step.KEEP and not self.busy:
            idle = idle_places(state)
            self.query_one(Tray).show(
                state.faces, chosen=self.chosen, idle=idle, cursor=self.cursor if mine else -1
            )

    # What happens

    @work(exclusive=True)
    async def drive(self) -> None:
        """Let dice fall and bots decide until a person is to move or the game is over."""
        self.busy = True
        while self.session.waiting_for in ELSEWHERE:
            self._refresh()
            if self.session.waiting_for is Waiting.BOT:
                await self.pace.pause(0.6)
            before = self.shown
            events = await self.session.go_on()
            for remark in self.session.remarks():
                self.remark(remark)
            await self._show_events(before, events)
        self.busy = False
        self.shown = self.session.state
        self.cursor = -1
        self.chosen = self._only_choice()
        self._refresh()
        if self.shown.over:
            self._log(tell_end(self.shown, self.names))
            self.note = "v: what the coach says to this game."
            self._refresh()

    def _only_choice(self) -> frozenset[int]:
        """Where a roll allows a single keep it is chosen already."""
        self.option = -1
        state = self.shown
        if state.step is not Step.KEEP:
            return frozenset()
        options = state.rules.table.options(state.faces).options
        return places_of(state, options[0]) if len(options) == 1 else frozenset()

    async def _show_events(self, before: State, events: tuple[Event, ...]) -> None:
        tray = self.query_one(Tray)
        after = before
        for event, state, text, after in told(events, before, self.names):
            match event:
                case e.GameEnded():
                    pass  # the page says so
                case e.DiceRolled():
                    lying = after.faces or event.faces  # a card may have thrown only some of them again
                    await self._roll_dice(lying)
                    self._log(text)
                    tray.show(lying)
                    if state.phase is Phase.ROLL_OFF:
                        await self.pace.pause(1)
                case e.DiceKept():
                    self._log(text)
                    tray.keep_rows([*tray.kept, KeptRow(tuple(sorted(event.faces)), event.points)])
                    rest = [face for die, face in zip(state.hand, state.faces, strict=True)
                            if die not in event.dice]  # fmt: skip
                    tray.show(rest, message="Hot dice! All of them again." if not rest else "")
                    self.shown = after
                    self._refresh()
                    if state.mover not in self.session.people:
                        await self.pace.pause(0.6)
                case e.Farkled():
                    self._log(text)
                    lost = f"Farkle. {event.lost:,} gone." if event.lost else "Farkle."
                    if event.penalty:
                        lost += f" And {event.penalty:,} for too many in a row."
                    tray.show(tray.faces, lost=True, message=lost)
                    who = self.names[event.seat]
                    self.note = lost if who == "You" else f"{who}: {lost}"
                    await self.pace.pause(1.5)
                case e.TurnBegan() | e.FirstPlayerSet():
                    if text:
                        self._log(text)
                    tray.keep_rows([])
                    tray.show(())
                case e.RollAsked():
                    pass
                case _:
                    if text:
                        self._log(text)
                    if isinstance(event, e.DiceTurned):
                        tray.show(after.faces)
                    if isinstance(event, e.Banked | e.CardPlayed | e.GoldCounted):
                        self.note = text
                        self.shown = after
                        self._refresh()
                        await self.pace.pause(0.8)
        self.shown = after
        self._save_fault()

    async def _roll_dice(self, faces: tuple[int, ...]) -> None:
        """Dice tumble for a moment and come to rest one after the other."""
        tray = self.query_one(Tray)
        async for left in self.pace.tumble():
            still = max(0, len(faces) - left)
            tray.show((*faces[:still], *(random.randint(1, 6) for _ in faces[still:])))

    def _save_fault(self) -> None:
        if self.session.save_fault:
            self.note = self.session.save_fault

    def _do(self, command: Command) -> None:
        """Carry out what a person decided, show it, and let the game go on."""
        if not self._person_moves():
            self.pace.hurry()
            return
        self.note = ""
        self.busy = True  # at once: the next key must not find the old moment
        self.carry_out(command)

    @work(exclusive=True)
    async def carry_out(self, command: Command) -> None:
        """Have a person's command carried out, show what it led to, then drive on."""
        before = self.session.state
        result = await self.session.move(command)
        if isinstance(result, Refusal):
            self.busy = False
            self.note = result.sentence
            self._refresh()
            return
        self.chosen = frozenset()
        await self._show_events(before, result)
        self.drive()

    # Keys and clicks

    def action_roll(self) -> None:
        """Keep the chosen dice, if there are any to choose, and roll."""
        if not self._after_the_end(self.action_again):
            self._do(self._kept("roll") or Roll(self.session.state.mover))

    def action_bank(self) -> None:
        """Keep the chosen dice, if there are any to choose, and stop."""
        if not self._after_the_end(self.action_leave):
            state = self.session.state
            stop = TakeOver(state.mover) if state.offer else Bank(state.mover)
            self._do(self._kept("bank") or stop)

    def _after_the_end(self, act: Callable[[], None]) -> bool:
        """Whether the game is over; then a key does this, once the end was seen for long enough."""
        over = self.session.state.over
        if over and self.ended is not None and time.monotonic() - self.ended >= TYPED_AHEAD:
            act()
        return over

    def _kept(self, then: Literal["roll", "bank"]) -> Keep | None:
        """The chosen dice set aside with what follows, where dice are to be set aside."""
        if self.session.state.step is not Step.KEEP:
            return None
        keep = keep_of(self.session.state, self.chosen)
        return Keep(keep.seat, keep.dice, then)

    def action_keep(self) -> None:
        """Set the chosen dice aside and think."""
        if self.session.state.step is Step.KEEP:
            self._do(keep_of(self.session.state, self.chosen))

    def action_go(self) -> None:
        """The next obvious thing: roll, or set aside what is chosen."""
        state = self.session.state
        if state.over or state.step is Step.ROLL:
            self.action_roll()
        elif state.step is Step.KEEP:
            self.action_keep()
        else:
            self.note = "Roll on with r, or stop with b."
            self._refresh()

    def action_pick(self, place: int) -> None:
        """Choose a die, or put it back."""
        if not self._person_moves():
            self.pace.hurry()
            return
        state = self.session.state
        if state.step is Step.KEEP and place < len(state.faces):
            self.cursor = place
            self.note = ""
            self.option = -1
            self.chosen = self.chosen ^ {place}
            self._refresh()

    def action_choose(self) -> None:
        """Choose the die under the cursor; while others play, hurry them."""
        if self.cursor >= 0 and self._person_moves():
            self.action_pick(self.cursor)
        else:
            self.pace.hurry()

    def action_move(self, step: int) -> None:
        """Move the cursor."""
        count = len(self.session.state.faces)
        if self._person_moves() and count:
            self.cursor = (self.cursor + step) % count if self.cursor >= 0 else (0 if step > 0 else count - 1)
            self._refresh()

    def action_best(self, step: int = 1) -> None:
        """Choose the best keep; again for the next one."""
        state = self.session.state
        if self._person_moves() and state.step is Step.KEEP:
            options = state.rules.table.options(state.faces).options
            self.option = (self.option + step) % len(options) if self.option >= 0 or step > 0 else -1
            self.option %= len(options)
            self.chosen = places_of(state, options[self.option])
            self.note = ""
            self._refresh()

    def action_undo(self) -> None:
        """Take back what was decided since the dice fell."""
        if not self._person_moves():
            return
        refusal = self.session.undo()
        self.note = refusal.sentence if refusal else "Taken back."
        if refusal is None:
            self.shown = self.session.state
            self.chosen = frozenset()
            self.query_one(Tray).keep_rows(kept_rows(self.session.record.events))
        self._refresh()

    def action_speed(self, step: int) -> None:
        """Faster or slower bots."""
        self.note = f"Speed: {self.hotdice.change_speed(step)}."
        self.pace.hurry()
        self._refresh()

    def action_rules(self) -> None:
        """The sheet in words, with its scoring table."""
        self.app.push_screen(TextScreen(self.session.state.rules.title, rules_text(self.session.state.rules)))

    def action_sheet(self) -> None:
        """The score sheet on a page of its own."""
        from hotdice.terminal.score_sheet import sheet_text

        self.app.push_screen(TextScreen("Score sheet", "\n".join(sheet_text(self.session.record))))

    def action_advice(self) -> None:
        """What the solver would do."""
        self.advise()

    @work(exclusive=True, group="advice")
    async def advise(self) -> None:
        """Ask the coach; that somebody looked goes into the record."""
        state = self.session.state
        if not self._person_moves() or state.phase is Phase.ROLL_OFF:
            return
        from hotdice.coach.telling import hint_lines

        rows = await asyncio.to_thread(hint_lines, state, 8, self.names, short=True)
        if rows[-1].startswith("(exact for this turn only"):
            solving = await asyncio.to_thread(self.hotdice.solving.start, state.rules, len(state.active))
            if solving:
                rows.append("The whole game is being solved beside you; ask again later for chances to win.")
        if self.session.state is state:
            await self.session.move(UseAdvice(state.mover))
            self.shown = self.session.state
            self.app.push_screen(TextScreen("Advice", "\n".join(rows)))

    def action_review(self) -> None:
        """What the coach says to the game, once it is over."""
        if not self.session.state.over:
            self.note = "The review comes when the game is over; h gives advice."
            self._refresh()
            return
        from hotdice.terminal.app.review_screen import ReviewScreen

        self.app.push_screen(ReviewScreen(self.session.record))

    def help_text(self) -> str:
        """What `?` shows."""
        return help_text(kept=self.session.file is not None)

    def action_again(self) -> None:
        """The same players, the same sheet, new dice."""
        self.hotdice.play_again(self.session.record)

    def action_leave(self) -> None:
        """Back to the start; the game is kept."""
        state = self.session.state
        if state.over:
            self.leave_table()
            return

        def answered(answer: str | None) -> None:
            if answer == "leave":
                self.leave_table()
            elif answer == "resign" and self._person_moves():
                self._do(Resign(state.mover))

        options = [("stay", "Stay"), ("leave", "Leave the table")]
        if self._person_moves():
            options.append(("resign", "Resign"))
        self.app.push_screen(Question("Leave the table?", self.session.kept, options), answered)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Clicks on the dock."""
        if event.button.id == "roll":
            self.action_roll()
        elif event.button.id == "bank":
            self.action_bank()

    def on_tray_picked(self, event: Tray.Picked) -> None:
        """A click on a die."""
        self.action_pick(event.place)
