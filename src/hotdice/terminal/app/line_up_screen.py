"""Who plays: people at this keyboard and bots with their characters, for any kind of table."""

from collections.abc import Mapping, Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from hotdice.game.record import check_name
from hotdice.terminal.app.bindings import bound
from hotdice.terminal.app.own_screen import Keys, OwnScreen
from hotdice.terminal.app.text_screens import LineQuestion, Question
from hotdice.terminal.bot_faces import sign_of
from hotdice.terminal.telling import counted


class LineUpScreen(OwnScreen):
    """The seats of a table that is about to begin. Subclasses say what they mean by names and by start."""

    BINDINGS = bound(
        "p person Person | o bot Bot | x,delete remove Remove | n name Name",
        "l length Short, normal | s start Start | escape,q app.pop_screen Back",
    )

    def __init__(
        self, title: str, who: list[str], opponents: Sequence[tuple[str, str]], allowed: Sequence[int]
    ) -> None:
        super().__init__()
        self.heading = title
        self.who = who
        self.given = [""] * len(who)
        self.opponents = list(opponents)
        self.allowed = allowed

    def names(self) -> tuple[str, ...]:
        """The names of the seats: those that were given, and for the others what they are."""
        defaults = self.default_names(self.who)
        return tuple(given or default for given, default in zip(self.given, defaults, strict=True))

    # What subclasses say

    def default_names(self, who: Sequence[str]) -> tuple[str, ...]:
        """The names of such seats where nobody gives them any."""
        raise NotImplementedError  # Textual's own metaclass leaves no room for an abstract class

    def characters(self) -> Mapping[str, str]:
        """What there is to say about each bot, by its name without an argument."""
        return {bot.partition(":")[0]: character for bot, character in self.opponents}

    def about(self) -> str:
        """What there is to say about the table, after the number of players."""
        return ""

    def action_length(self) -> None:
        """A shorter or longer game."""

    def action_start(self) -> None:
        """Sit down."""
        raise NotImplementedError  # Textual's own metaclass leaves no room for an abstract class

    # The page

    def compose(self) -> ComposeResult:
        """The seats, and what there is to say about the table."""
        yield Static(Text(self.heading), classes="heading")
        with Vertical(classes="sides"):
            yield OptionList(id="seats-list")
            yield Static(id="about-table", classes="quiet")
        yield Keys()

    def on_mount(self) -> None:
        """Show the seats."""
        self.fill()

    def note(self, seat: int) -> str:
        """What a seat has besides its name, such as a colour."""
        return ""

    def fill(self, place: int | None = None) -> None:
        """The seats, and Start under the cursor, unless another place is."""
        found = self.query_one("#seats-list", OptionList)
        found.clear_options()
        characters = self.characters()
        for seat, (name, player) in enumerate(zip(self.names(), self.who, strict=True)):
            note = self.note(seat)
            about = "at this keyboard" if player == "human" else characters.get(player.split(":")[0], "")
            called = f"{sign_of(player)} {name}".strip()
            found.add_option(
                Option(Text("  ".join(part for part in (called, note, about) if part), overflow="ellipsis"))
            )
        found.add_option(Option("Start", id="start"))
        found.highlighted = len(self.who) if place is None else place
        found.focus()
        text = f"{counted(len(self.who), 'player')}; the sheet is for {self.allowed[0]}"
        text += f" to {self.allowed[-1]}" if self.allowed[-1] > self.allowed[0] else ""
        self.query_one("#about-table", Static).update(f"{text}. {self.about()}".strip())

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Start, or change who sits there."""
        if event.option.id == "start":
            self.action_start()
        else:
            place = event.option_index
            bot = next((player for player in self.who if player != "human"), self.opponents[0][0])
            self.who[place] = "human" if self.who[place] != "human" else bot
            self.fill()

    def _add(self, player: str) -> None:
        if len(self.who) + 1 in self.allowed and len(self.who) < 12:
            self.who.append(player)
            self.given.append("")
            self.fill()
        else:
            self.notify("The table is full.")

    def action_person(self) -> None:
        """One more person."""
        self._add("human")

    def action_bot(self) -> None:
        """One more bot, chosen by character."""

        def answered(answer: str | None) -> None:
            if answer:
                self._add(self.opponents[int(answer)][0])

        names = (self.default_names([text])[0] for text, _ in self.opponents)
        pairs = zip(names, self.opponents, strict=True)
        options = [
            (str(i), f"{sign_of(bot)} {name}. {character}".strip())
            for i, (name, (bot, character)) in enumerate(pairs)
        ]
        self.app.push_screen(Question("Which bot?", "", options), answered)

    def action_name(self) -> None:
        """Another name for the seat under the cursor; on Start it is the first person's."""
        place = self.query_one("#seats-list", OptionList).highlighted or 0
        place = place if place < len(self.who) else 0

        def answered(name: str | None) -> None:
            if name is None:
                return
            others = [other.lower() for seat, other in enumerate(self.names()) if seat != place]
            fault = check_name(name) or ("two seats have the same name" if name.lower() in others else "")
            if fault:
                self.notify(f"{fault[0].upper()}{fault[1:]}.", severity="error", markup=False)
                return
            self.given[place] = name
            self.fill()

        self.app.push_screen(LineQuestion("Name", f"Who is {self.names()[place]}?"), answered)

    def action_remove(self) -> None:
        """One seat less."""
        found = self.query_one("#seats-list", OptionList)
        place = found.highlighted if found.highlighted is not None else len(self.who)
        if len(self.who) - 1 in self.allowed:
            place = min(place, len(self.who) - 1)
            del self.who[place], self.given[place]
            self.fill()
        else:
            self.notify(f"The sheet needs {counted(self.allowed[0], 'player')}.")
