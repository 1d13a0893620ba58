"""A recorded game, step by step: forward and back with the arrow keys."""

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from hotdice.game import Phase, Record, State, Step
from hotdice.game import events as e
from hotdice.terminal.app.bindings import bound
from hotdice.terminal.app.own_screen import Keys, OwnScreen
from hotdice.terminal.app.seats import ScoreGrid, SeatStrip, seats_and_goal, sheet_column
from hotdice.terminal.app.tray import Tray, kept_rows
from hotdice.terminal.telling import tell


class ReplayScreen(OwnScreen):
    """Shows the moment after each event that has something to tell."""

    BINDINGS = bound(
        "right,space,enter step(1) Forward | left,b step(-1) Back | down turn(1) Next turn",
        "up turn(-1) Turn before | home ends(0) (Start) | end ends(1) (End)",
        "escape,q app.pop_screen Leave",
    )

    def __init__(self, record: Record) -> None:
        super().__init__()
        self.record = record
        self.states: list[State] = list(record.states())
        self.texts = [
            tell(event, self.states[place], self.states[place + 1], record.names)
            for place, event in enumerate(record.events)
        ]
        self.moments = [0, *(place + 1 for place, text in enumerate(self.texts) if text)]
        self.place = 0

    def compose(self) -> ComposeResult:
        """The table without its dock."""
        yield Static(Text(self.record.rules.title), id="bar")
        with Horizontal(id="columns"):
            yield from sheet_column()
            with Vertical(id="middle"):
                yield from seats_and_goal()
                yield Tray(id="tray")
                yield Static(id="turn")
        yield Keys()

    def on_mount(self) -> None:
        """The first moment."""
        self._show()

    def _show(self) -> None:
        from msgspec.structs import replace

        moment = self.moments[self.place]
        state = self.states[moment]
        events = self.record.events[:moment]
        self.query_one(SeatStrip).show(self.record.names, state, self.record.players)
        self.query_one(ScoreGrid).show(replace(self.record, events=events))
        tray = self.query_one(Tray)
        tray.keep_rows(kept_rows(events))
        last = events[-1] if events else None
        if isinstance(last, e.Farkled):
            rolled = next((v for v in reversed(events) if isinstance(v, e.DiceRolled)), None)
            tray.show(rolled.faces if rolled else (), lost=True)
        elif state.step is Step.KEEP:
            tray.show(state.faces)
        elif isinstance(last, e.DiceRolled) and self.states[moment - 1].phase is Phase.ROLL_OFF:
            tray.show(last.faces)
        else:
            tray.show(())
        text = self.texts[moment - 1] if moment else "The game begins."
        self.query_one("#goal", Static).update(Text(text))
        total = f"This turn {state.turn_total:,}.  " if state.turn_total else ""
        where = f"{total}Step {self.place} of {len(self.moments) - 1}, round {state.round}."
        self.query_one("#turn", Static).update(Text(where))

    def action_step(self, step: int) -> None:
        """One moment forward or back."""
        self.place = max(0, min(len(self.moments) - 1, self.place + step))
        self._show()

    def action_turn(self, step: int) -> None:
        """To the next turn, or the one before."""
        turn = self.states[self.moments[self.place]].turn
        while 0 <= self.place + step < len(self.moments):
            self.place += step
            if self.states[self.moments[self.place]].turn != turn:
                break
        self._show()

    def action_ends(self, end: int) -> None:
        """To the start or the end."""
        self.place = len(self.moments) - 1 if end else 0
        self._show()
