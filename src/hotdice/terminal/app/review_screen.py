"""The coach's report on a game: how it went, what it cost, and from there into training."""

import asyncio
from typing import TYPE_CHECKING

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from hotdice.game import Record
from hotdice.match import write_atomically
from hotdice.terminal.app.bindings import bound
from hotdice.terminal.app.own_screen import Keys, OwnScreen
from hotdice.terminal.storage import home

if TYPE_CHECKING:
    from hotdice.coach.forms import Review


class ReviewScreen(OwnScreen):
    """Shows the report as soon as it is worked out."""

    guide = "What every decision cost against the best play, and how lucky the dice were."

    BINDINGS = bound(
        "a everything Decisions | w write Page | i what_if What if | t train Train",
        "escape,q app.pop_screen Leave",
    )

    def __init__(self, record: Record) -> None:
        super().__init__()
        self.record = record
        self.report: Review | None = None
        self.everything = False

    def compose(self) -> ComposeResult:
        """A heading, and a page to scroll."""
        yield Static(f"Review: {self.record.rules.title}", classes="heading", markup=False)
        with VerticalScroll(id="report"):
            yield Static("The coach looks at the game.", id="lines")
        yield Keys()

    def on_mount(self) -> None:
        """Work it out beside the screen."""
        self.query_one("#report", VerticalScroll).focus()
        self.work_out()

    @work(exclusive=True)
    async def work_out(self) -> None:
        """Ask the coach."""
        from hotdice.coach.reviewing import review

        try:
            self.report = await asyncio.to_thread(review, self.record)
        except ValueError as error:
            self.query_one("#lines", Static).update(Text(f"No review: {error}."))
            return
        self._show()

    def _show(self) -> None:
        from hotdice.coach.sparks import course
        from hotdice.coach.telling import review_lines

        if self.report is None:
            return
        lines = review_lines(self.report, everything=self.everything)[1:]  # the heading says the rest
        width = max(20, min(self.size.width - 14, 90))
        what = f"{self.record.names[0]}, from the first roll to the end:"
        chart = course(self.report, width=width)
        at = lines.index("") if "" in lines else 0
        shown = [*lines[: at + 3], what, *chart, "", *lines[at + 3 :]] if chart else lines
        self.query_one("#lines", Static).update(Text("\n".join(shown)))

    def action_everything(self) -> None:
        """All decisions, or only the costliest."""
        self.everything = not self.everything
        self._show()

    def action_write(self) -> None:
        """The report as a page with charts, in the folder of the games."""
        from hotdice.coach.report import review_page

        if self.report is None:
            return
        path = home() / f"review-{self.record.rules.name}.html"
        number = 2
        while path.exists():
            path = home() / f"review-{self.record.rules.name}-{number}.html"
            number += 1
        try:
            write_atomically(path, review_page(self.report, date=self.record.date))
        except OSError as error:
            self.notify(f"It could not be written: {error.strerror}.", severity="error", markup=False)
            return
        self.notify(f"Written: {path}", timeout=15, markup=False)

    def action_what_if(self) -> None:
        """Other choices and other dice, from the costliest moment on or from any other."""
        from hotdice.terminal.app.what_if_screen import WhatIfScreen

        if self.report is None:
            return
        worst = self.report.decisions[self.report.worst[0]].step if self.report.worst else 0
        self.app.push_screen(WhatIfScreen(self.report, worst))

    @work(exclusive=True, group="train")
    async def action_train(self) -> None:
        """The mistakes of this game as exercises."""
        from hotdice.terminal.app.trainer_screen import TrainerScreen
        from hotdice.terminal.training import mistakes_of

        if self.report is None:
            return
        tasks = await asyncio.to_thread(mistakes_of, self.record, "this game")
        if not tasks:
            self.notify("There is nothing to train: no mistakes of people here.", markup=False)
            return
        self.app.push_screen(TrainerScreen(self.record.rules, own=tasks))
