"""Change a rule: a form over any sheet, with the fault shown where it is."""

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Static

from hotdice.rules import RulesError, Ruleset, load
from hotdice.terminal.app.text_screens import Line

FIELDS: tuple[tuple[str, str], ...] = (
    ("target", "Play to"),
    ("rounds", "Rounds"),
    ("opening", "Needed to get on the board"),
    ("minimum", "Needed to bank each turn"),
    ("penalty.points", "Points lost for farkles in a row"),
    ("penalty.count", "Farkles in a row that cost"),
    ("scoring.straight", "Straight 1-6"),
    ("scoring.three_pairs", "Three pairs"),
    ("scoring.two_triplets", "Two triplets"),
    ("scoring.four_and_pair", "Four of a kind and a pair"),
)


def value_of(rules: Ruleset, key: str) -> int:
    """The number that a key of the form has on a sheet.

    >>> value_of(load("classic"), "scoring.straight")
    1500
    """
    value: object = rules
    for part in key.split("."):
        value = getattr(value, part)
    return value if isinstance(value, int) else 0


def changed(base: Ruleset, values: dict[str, str]) -> Ruleset | dict[str, str]:
    """The sheet with these values, or what is wrong with each key ("" is the form as a whole).

    >>> changed(load("classic"), {"target": "5000"}).target
    5000
    >>> changed(load("classic"), {"target": "far"})
    {'target': 'a whole number, please'}
    """
    faults = {key: "a whole number, please" for key, text in values.items() if not _whole(text)}
    if faults:
        return faults
    settings = [f"{key}={int(text)}" for key, text in values.items() if int(text) != value_of(base, key)]
    if not settings:
        return base
    try:
        return load(base.name, settings)
    except RulesError as error:
        for fault in error.faults:
            known = any(fault.key == key for key, _ in FIELDS)
            faults[fault.key if known else ""] = fault.message if known else str(fault)
        return faults


def _whole(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 8


class HouseRules(ModalScreen[Ruleset | None]):
    """The form; it gives the changed sheet, or nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", "Cancel")]

    def __init__(self, rules: Ruleset) -> None:
        super().__init__()
        self.rules = rules
        self.keys = [key for key, _ in FIELDS if key not in ("target", "rounds") or value_of(rules, key)]

    def compose(self) -> ComposeResult:
        """A line for each rule, a fault under it where there is one."""
        labels = dict(FIELDS)
        with Vertical(classes="box"):
            yield Static(Text(f"Change a rule: {self.rules.title}"), classes="heading")
            with VerticalScroll():
                for key in self.keys:
                    with Horizontal(classes="field"):
                        yield Static(labels[key], classes="label")
                        yield Line(str(value_of(self.rules, key)), id=_id(key), compact=True)
                    yield Static("", id=_id(key) + "-fault", classes="fault")
            yield Static("", id="fault", classes="fault")
            yield Button("Play by these rules", id="done", variant="primary")

    def _values(self) -> dict[str, str]:
        return {key: self.query_one(f"#{_id(key)}", Input).value.strip() for key in self.keys}

    def on_input_changed(self, event: Input.Changed) -> None:
        """Say at once what does not fit."""
        result = changed(self.rules, self._values())
        faults = result if isinstance(result, dict) else {}
        for key in self.keys:
            self._say(f"#{_id(key)}-fault", faults.get(key, ""))
        self._say("#fault", faults.get("", ""))
        self.query_one("#done", Button).disabled = bool(faults)

    def _say(self, where: str, text: str) -> None:
        line = self.query_one(where, Static)
        line.update(Text(text))
        line.set_class(bool(text), "-said")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Done."""
        self._finish()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter in a field is done, too."""
        self._finish()

    def _finish(self) -> None:
        result = changed(self.rules, self._values())
        if isinstance(result, Ruleset):
            self.dismiss(result)

    def action_cancel(self) -> None:
        """Leave the sheet as it is."""
        self.dismiss(None)


def _id(key: str) -> str:
    return "key-" + key.replace(".", "-").replace("_", "-")
