"""Change a rule: a form over any sheet, with the fault shown where it is."""

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.suggester import SuggestFromList
from textual.widgets import Button, Input, Static

from hotdice.rules import RulesError, Ruleset, load
from hotdice.rules.keys import KEYS, Key
from hotdice.terminal.app.bindings import bound
from hotdice.terminal.app.text_screens import Line

FIELDS = tuple(key for key in KEYS if key.label)


def value_of(rules: Ruleset, key: str) -> str:
    """What the form shows of a key on a sheet.

    >>> rules = load("classic")
    >>> [value_of(rules, key) for key in ("scoring.straight", "piggyback", "ties")]
    ['1500', 'no', 'shared']
    """
    value: object = rules
    for part in key.split("."):
        value = getattr(value, part)
    return ("no", "yes")[value] if isinstance(value, bool) else str(value or 0)


def words_of(key: Key) -> tuple[str, ...]:
    """The words that a line of the form takes; none where it takes a number.

    >>> [words_of(key) for key in FIELDS if key.name in ("target", "bump")]
    [(), ('none', 'to_zero', 'swap')]
    """
    return tuple(_YES) if key.kind == "yes" else tuple(str(word) for word in key.words or ())


def changed(base: Ruleset, values: dict[str, str]) -> Ruleset | dict[str, str]:
    """The sheet with these values, or what is wrong with each key ("" is the form as a whole).

    >>> changed(load("classic"), {"target": "5000", "bump": "swap"}).target
    5000
    >>> changed(load("classic"), {"target": "far", "bump": "up"})
    {'target': 'a whole number, please', 'bump': 'one of none, to_zero, swap'}
    """
    known = {key.name: key for key in FIELDS}
    faults = {name: wrong for name, text in values.items() if (wrong := _wrong(known[name], text))}
    if faults:
        return faults
    other = {name: text for name, text in values.items() if text != value_of(base, name)}
    settings = [f"{name}={_YES.get(text, text)}" for name, text in other.items()]
    if not settings:
        return base
    try:
        return load(base.name, settings)
    except RulesError as error:
        for fault in error.faults:
            here = fault.key in values
            faults[fault.key if here else ""] = fault.message if here else str(fault)
        return faults


_YES = {"yes": "true", "no": "false"}


def _wrong(key: Key, text: str) -> str:
    words = words_of(key)
    if words:
        return "" if text in words else f"one of {', '.join(words)}"
    return "" if text.isascii() and text.isdigit() and len(text) < 8 else "a whole number, please"


class HouseRules(ModalScreen[Ruleset | None]):
    """The form; it gives the changed sheet, or nothing."""

    BINDINGS = bound("escape cancel Cancel")

    def __init__(self, rules: Ruleset) -> None:
        super().__init__()
        self.rules = rules
        end = "rounds" if rules.rounds else "target"
        self.fields = [key for key in FIELDS if key.end in ("", end)]

    def compose(self) -> ComposeResult:
        """A line for each rule, a fault under it where there is one."""
        with Vertical(classes="box"):
            yield Static(Text(f"Change a rule: {self.rules.title}"), classes="heading")
            with VerticalScroll():
                for key in self.fields:
                    with Horizontal(classes="field"):
                        yield Static(key.label, classes="label")
                        words = SuggestFromList(words_of(key)) if words_of(key) else None
                        yield Line(
                            value_of(self.rules, key.name), id=_id(key.name), compact=True, suggester=words
                        )
                    yield Static("", id=_id(key.name) + "-fault", classes="fault")
            yield Static("", id="fault", classes="fault")
            yield Button("Play by these rules", id="done", variant="primary")

    def _values(self) -> dict[str, str]:
        names = [key.name for key in self.fields]
        return {name: self.query_one(f"#{_id(name)}", Input).value.strip().lower() for name in names}

    def on_input_changed(self, event: Input.Changed) -> None:
        """Say at once what does not fit."""
        result = changed(self.rules, self._values())
        faults = result if isinstance(result, dict) else {}
        for key in self.fields:
            self._say(f"#{_id(key.name)}-fault", faults.get(key.name, ""))
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
