"""A new game: the sheet, with its table beside it, then who plays."""

from collections.abc import Callable, Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from hotdice.rules import Ruleset, load, shipped
from hotdice.terminal.app.bindings import bound
from hotdice.terminal.app.house_rules import HouseRules
from hotdice.terminal.app.line_up_screen import LineUpScreen
from hotdice.terminal.app.own_screen import Keys, OwnScreen
from hotdice.terminal.app.text_screens import Question, TextScreen, rules_text
from hotdice.terminal.sheet_choice import FIRST, QUESTIONS, matching
from hotdice.terminal.starting import default_names, line_up, minutes, opponents, shorter


def facts(rules: Ruleset) -> str:
    """Three facts that tell sheets apart.

    >>> facts(load("classic"))
    'three 1s 300 · straight 1,500 · 500 to start'
    """
    start = rules.opening or rules.minimum
    needs = f"{start:,} to start" if rules.opening else f"{start:,} a turn" if start else "any stop counts"
    straight = f"straight {rules.scoring.straight:,}" if rules.scoring.straight else "no straight"
    return f"three 1s {rules.scoring.triples[0]:,} · {straight} · {needs}"


class SheetScreen(OwnScreen):
    """Choose a sheet; the panel beside the list explains the one under the cursor."""

    BINDINGS = bound(
        "t table Scoring table | w which Which is ours? | c change Change a rule",
        "escape,q app.pop_screen Back",
    )

    def __init__(
        self, heading: str = "Which sheet?", then: Callable[[Ruleset], Screen[None]] | None = None
    ) -> None:
        super().__init__()
        self.heading = heading
        self.then = then or PlayersScreen
        self.sheets = list(FIRST)

    def compose(self) -> ComposeResult:
        """A list and an explanation."""
        yield Static(self.heading, classes="heading")
        with Horizontal(classes="sides"):
            yield OptionList(id="sheets")
            with VerticalScroll(id="explained"):
                yield Static(id="about")
        yield Keys()

    def on_mount(self) -> None:
        """The sheets of boxes first."""
        self.query_one("#explained").can_focus = False
        self._fill()

    def _fill(self) -> None:
        found = self.query_one("#sheets", OptionList)
        found.clear_options()
        for name in self.sheets:
            found.add_option(Option(load(name).title, id=name))
        if len(self.sheets) <= len(FIRST):
            found.add_option(Option("More tables", id="more"))
        found.highlighted = 0
        found.focus()

    def _sheet(self) -> Ruleset | None:
        found = self.query_one("#sheets", OptionList)
        place = found.highlighted
        name = found.get_option_at_index(place).id if place is not None else None
        return load(name) if name in shipped() else None

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Explain the sheet under the cursor."""
        rules = self._sheet()
        about = self.query_one("#about", Static)
        if rules is None:
            about.update("Other tables: online games, tavern dice, family versions.")
            return
        text = Text(rules.title + "\n", style="bold")
        text.append(rules.summary + "\n\n", "not bold").append(facts(rules) + "\n\n", "not bold")
        about.update(text.append(rules_text(rules), "not bold"))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A sheet was picked."""
        if event.option.id == "more":
            self.sheets = [*FIRST, *(name for name in shipped() if name not in FIRST)]
            self._fill()
            return
        rules = self._sheet()
        if rules is not None:
            self.app.push_screen(self.then(rules))

    def action_table(self) -> None:
        """The scoring table on a page of its own."""
        rules = self._sheet()
        if rules is not None:
            self.app.push_screen(TextScreen(rules.title, rules_text(rules)))

    def action_change(self) -> None:
        """A form over the sheet under the cursor."""
        rules = self._sheet()
        if rules is not None:
            self.app.push_screen(HouseRules(rules), self._changed)

    def _changed(self, rules: Ruleset | None) -> None:
        if rules is not None:
            self.app.push_screen(self.then(rules))

    def action_which(self) -> None:
        """Three questions find the sheet."""
        self._ask([])

    def _ask(self, answers: list[int | None]) -> None:
        if len(answers) == len(QUESTIONS):
            self.sheets = matching(answers) or list(FIRST)
            self._fill()
            return
        question = QUESTIONS[len(answers)]
        choices = question.choices(matching(answers))
        if len(choices) < 2:
            self._ask([*answers, None])
            return

        def answered(answer: str | None) -> None:
            if answer is None:  # Escape leaves the questions, and the list as it was
                return
            value = int(answer) if answer.isdigit() else None
            self._ask([*answers, value])

        options = [(str(value), f"{value:,}") for value in choices] + [("unknown", "I do not know")]
        self.app.push_screen(Question(question.text, "", options), answered)


class PlayersScreen(LineUpScreen):
    """Who plays a game of Farkle, how long, and with cards of which colours."""

    BINDINGS = bound("k colour Colour")

    def __init__(self, rules: Ruleset) -> None:
        count = max(rules.min_players, min(2, rules.seats_allowed[-1]))
        bots = opponents(cards=rules.deck is not None)
        super().__init__(rules.title, line_up(rules, count), bots, rules.seats_allowed)
        self.normal = rules
        self.rules = rules
        self.palette = [colour.name for colour in rules.deck.colours] if rules.deck else []
        self.chosen: dict[int, str] = {}

    def default_names(self, who: Sequence[str]) -> tuple[str, ...]:
        """The names of such seats."""
        return default_names(who)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Colours are for sheets with cards."""
        return bool(self.palette) if action == "colour" else super().check_action(action, parameters)

    def colours(self) -> tuple[str, ...]:
        """The colour of each seat: those that were chosen, and for the others the next that is free."""
        free = iter([name for name in self.palette if name not in self.chosen.values()])
        return tuple(self.chosen.get(seat) or next(free, "") for seat in range(len(self.who)))

    def note(self, seat: int) -> str:
        """The colour of a seat's cards."""
        return self.colours()[seat] if self.palette and len(self.who) <= len(self.palette) else ""

    def action_colour(self) -> None:
        """The next colour for the seat under the cursor; who has it gets the other one."""
        place = self.query_one("#seats-list", OptionList).highlighted or 0
        seat = place if place < len(self.who) else 0
        before = list(self.colours())
        wanted = self.palette[(self.palette.index(before[seat]) + 1) % len(self.palette)]
        self.chosen = dict(enumerate(before)) | {seat: wanted}
        if wanted in before:
            self.chosen[before.index(wanted)] = before[seat]
        self.fill(place)

    def about(self) -> str:
        """The length of the game."""
        length = "short" if self.rules is not self.normal else "normal"
        return f"Length: {length}, about {minutes(self.rules, len(self.who))} minutes with real dice."

    def action_length(self) -> None:
        """A game of about half the length, or the normal one."""
        if self.rules is self.normal:
            self.rules = self.hotdice.changed_rules(self.normal, shorter(self.normal))
        else:
            self.rules = self.normal
        self.fill()

    def action_start(self) -> None:
        """Sit down."""
        colours = self.colours() if self.chosen else ()
        self.hotdice.start(self.rules, self.who, self.names(), colours)
