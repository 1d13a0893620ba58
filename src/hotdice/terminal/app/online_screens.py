"""Playing on a server in the app: the seats before the game, then the same tables as at one keyboard."""

import asyncio
from collections.abc import Callable

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.widgets import OptionList, RichLog, Static
from textual.widgets.option_list import Option

from hotdice.client.http import HttpClient, ServerRefused
from hotdice.client.links import Link
from hotdice.client.seat import Lost
from hotdice.match import Waiting, wire
from hotdice.match import table_commands as c
from hotdice.match.kinds import KINDS
from hotdice.terminal.app.bindings import bound
from hotdice.terminal.app.card_table import CardTableScreen
from hotdice.terminal.app.driven_screen import DrivenScreen
from hotdice.terminal.app.munchkin_table import MunchkinTableScreen
from hotdice.terminal.app.own_screen import Keys, OwnScreen
from hotdice.terminal.app.table_screen import TableScreen
from hotdice.terminal.app.text_screens import LineQuestion, Question, TextScreen
from hotdice.terminal.online_news import names_at
from hotdice.terminal.online_table import OnlineMunchkin, OnlineSitting, OnlineTable

SAID_MOST = 300
OWN_HELP = """m            say something to the table, where it has a chat
e            a reaction: nice, ouch, wow and so on
"""


class Online(OwnScreen):
    """What every page at a server's table has: chat, reactions, and an ear for what happens there."""

    BINDINGS = bound("m say Say | e react React")
    table: OnlineTable

    def tell(self, text: str) -> None:
        """Something that was said or happened beside the game."""
        self.query_one("#log", RichLog).write(Text(text))
        if not self.query_one("#log").region.width:  # there is no room for the log: say it over the table
            self.notify(text, markup=False, timeout=4)

    def action_say(self) -> None:
        """A line of chat."""

        def answered(line: str | None) -> None:
            if line:
                self.ask(c.Say(line[:SAID_MOST]))

        self.app.push_screen(LineQuestion("Say", "What do you say to the table?"), answered)

    def action_react(self) -> None:
        """One of a few reactions."""

        def answered(reaction: str | None) -> None:
            if reaction:
                self.ask(c.React(reaction))

        options = [(name, name.capitalize()) for name in c.REACTIONS]
        self.app.push_screen(Question("Reaction", "", options), answered)

    @work(group="table")
    async def ask(self, command: c.AnyTableCommand) -> None:
        """Have something done about the table; what is refused is said."""
        if fault := await self.table.do(command):
            self.notify(fault, severity="warning", markup=False)

    @work(group="rematch", exclusive=True)
    async def again(self) -> None:
        """Another game with the same people."""
        try:
            where, token = await self.table.rematch()
        except ServerRefused as error:
            self.notify(str(error), severity="error", markup=False)
            return
        client = self.table.client
        await self.table.close()
        self.app.switch_screen(LobbyScreen(OnlineTable(where, token, client)))

    @work(group="leave")
    async def go(self) -> None:
        """Leave the page; the seat is kept."""
        await self.table.close()
        self.hotdice.go_home()


class LobbyScreen(Online):
    """Who sits where before the game; the owner puts bots on seats and begins."""

    guide = "The game begins when its owner says so. Friends come in by the link above."
    BINDINGS = bound("s start Start | o bot Bot | x,delete remove Empty the seat | escape,q leave Leave")

    def __init__(self, table: OnlineTable) -> None:
        super().__init__()
        self.table = table
        self.opened = False

    def compose(self) -> ComposeResult:
        """What is played, the link, the seats, what is said."""
        yield Static("Coming in ...", id="title", classes="heading", markup=False)
        yield Static(
            Text(f"Friends join with:  hotdice join '{self.table.where}'"), id="link", classes="quiet"
        )
        yield OptionList(id="seats-list")
        yield Static("", id="about-table", classes="quiet")
        yield RichLog(id="log", wrap=True, markup=False, min_width=20)
        yield Keys()

    def on_mount(self) -> None:
        """Come in."""
        self.query_one("#log", RichLog).can_focus = False
        self.query_one(OptionList).focus()
        self.table.on_change = self.news
        self.come_in()

    @work(group="connection")
    async def come_in(self) -> None:
        """Open the connection; where that is not possible, say why and go back."""
        try:
            await self.table.open()
        except Lost as lost:
            self.notify(f"The connection is gone: {lost}.", severity="error", markup=False, timeout=10)
            self.hotdice.go_home()
            return
        self.news()

    def news(self) -> None:
        """Something has happened at the table."""
        if self.opened or not self.is_mounted or self.table.seat.view is None:
            return
        for remark in self.table.remarks:
            self.tell(remark)
        self.table.remarks.clear()
        view = self.table.view
        if view.phase == "open":
            self.fill(view)
        else:
            self.opened = True
            self.app.switch_screen(table_screen(self.table))

    def fill(self, view: wire.TableView) -> None:
        """The seats as they are now."""
        self.query_one("#title", Static).update(Text(view.title))
        found = self.query_one(OptionList)
        place = found.highlighted or 0
        found.clear_options()
        for seat, (name, chair) in enumerate(zip(names_at(view), view.chairs, strict=True)):
            owner = "  owner" if seat == view.owner else ""
            here = "" if chair.empty or chair.bot or chair.online else "  away"
            who = "empty" if chair.empty else f"{name}  bot" if chair.bot else name
            found.add_option(Option(Text(f"{seat + 1}  {who}{owner}{here}")))
        found.highlighted = min(place, found.option_count - 1)
        empty = sum(chair.empty for chair in view.chairs)
        mine = view.seat is not None and view.seat == view.owner
        said = "Everybody is here" if not empty else f"{empty} empty"
        more = "s begins." if mine and not empty else "o puts a bot on an empty seat." if mine else ""
        self.query_one("#about-table", Static).update(Text(f"{said}. {more}".strip()))

    def _place(self) -> int:
        return self.query_one(OptionList).highlighted or 0

    def action_start(self) -> None:
        """Begin the game."""
        self.ask(c.Begin())

    def action_remove(self) -> None:
        """Empty the seat under the cursor."""
        self.ask(c.Remove(self._place()))

    def action_bot(self) -> None:
        """A bot on the seat under the cursor, or on the first empty one."""
        chairs = self.table.view.chairs
        place = self._place()
        if not chairs[place].empty:
            place = next((seat for seat, chair in enumerate(chairs) if chair.empty), place)

        def answered(bot: str | None) -> None:
            if bot:
                self.ask(c.SeatBot(place, bot))

        options = [(bot, bot) for bot in KINDS[self.table.view.kind].bots]
        self.app.push_screen(Question(f"Which bot on seat {place + 1}?", "", options), answered)

    def action_leave(self) -> None:
        """Back to the start; the seat is kept, or given up."""

        def answered(answer: str | None) -> None:
            if answer == "up":
                self.ask(c.Leave())
            if answer in ("leave", "up"):
                self.go()

        options = [("stay", "Stay"), ("leave", "Leave, and keep the seat"), ("up", "Get up for good")]
        self.app.push_screen(Question("Leave?", "The same link brings you back.", options), answered)


class Seated(Online, DrivenScreen):
    """A page on which somebody sits at a table that is played."""

    def listen(self, session: OnlineSitting | OnlineMunchkin, idle: Callable[[], bool]) -> None:
        """While somebody here thinks, what is said is shown; what is played makes the table go on."""
        self.table = session.table

        def news() -> None:
            if self.busy or not self.is_mounted:
                return
            if idle():
                for text in session.remarks():
                    self.remark(text)
            else:
                self.drive()

        self.table.on_change = news

    def remark(self, text: str) -> None:
        """What is said and done round the table."""
        self.tell(text)

    def leave_table(self) -> None:
        """The seat is kept; the connection is not."""
        self.go()

    def help_text(self) -> str:
        """The keys, those of a table online first."""
        return OWN_HELP + super().help_text()


class OnlineFarkle(Seated, TableScreen):
    """Farkle on a server."""

    def __init__(self, session: OnlineSitting) -> None:
        super().__init__(session)
        self.listen(session, lambda: session.waiting_for in (Waiting.PERSON, Waiting.NOBODY))

    def action_advice(self) -> None:
        """What the server's coach would do, where the table allows it."""
        self.ask_coach()

    @work(group="advice", exclusive=True)
    async def ask_coach(self) -> None:
        """Ask the server, which notes in the record that somebody looked; what it refuses is said."""
        try:
            rows = await asyncio.to_thread(self.table.advice, self.names)
        except ServerRefused as refused:
            self.notify(str(refused), severity="warning", markup=False)
            return
        self.app.push_screen(TextScreen("Advice", "\n".join(rows)))

    def action_again(self) -> None:
        """Another game with the same people."""
        self.again()


class OnlineCards(OnlineFarkle, CardTableScreen):
    """Munchkin Farkle on a server."""


class OnlineTableOfMunchkins(Seated, MunchkinTableScreen):
    """Munchkin Dice on a server."""

    def __init__(self, session: OnlineMunchkin) -> None:
        super().__init__(session)
        self.listen(session, lambda: session.asked >= 0 or session.over)

    def play_again(self) -> None:
        """Another game with the same people."""
        self.again()


def table_screen(table: OnlineTable) -> Online:
    """The page on which a server's table is played."""
    if table.view.kind == "munchkin":
        return OnlineTableOfMunchkins(OnlineMunchkin(table))
    sitting = OnlineSitting(table)
    return OnlineFarkle(sitting) if sitting.state.rules.deck is None else OnlineCards(sitting)


def lobby(where: Link, token: str, client: HttpClient) -> LobbyScreen:
    """The page that leads to a server's table."""
    return LobbyScreen(OnlineTable(where, token, client))
