"""What every page of the app has: the app itself, the line of its keys, and `?` that explains them."""

from typing import TYPE_CHECKING, cast

from textual.screen import Screen
from textual.widgets import Footer
from textual.widgets._footer import FooterKey

from hotdice.terminal.app.bindings import bound

if TYPE_CHECKING:
    from hotdice.terminal.app.application import HotdiceApp

HELP_KEY = "question_mark"
MORE = "More keys"


class Keys(Footer):
    """The keys of a page in its last line. Those without room are left out, and Help says so."""

    def __init__(self) -> None:
        super().__init__(show_command_palette=False)

    def on_resize(self) -> None:
        """Another width has room for other keys."""
        self.call_after_refresh(self.fit)

    async def recompose(self) -> None:
        """The keys have changed."""
        await super().recompose()
        self.call_after_refresh(self.fit)

    def fit(self) -> None:
        """Show as many keys as there is room for, Help and the way out always."""
        keys = list(self.query(FooterKey))
        words = {key: MORE if HELP_KEY in key.key else key.description for key in keys}
        widths = {key: len(key.key_display) + len(words[key]) + 3 for key in keys}
        must = [key for key in keys if HELP_KEY in key.key or key.key.startswith("escape")]
        room = self.size.width - sum(widths[key] for key in must)
        left_out = False
        for key in keys:
            if key not in must:
                left_out = left_out or widths[key] > room
                key.display = not left_out
                room -= widths[key]
        for key in must:
            if HELP_KEY in key.key:
                key.description = MORE if left_out else "Help"
                key.refresh(layout=True)


class OwnScreen(Screen[None]):
    """A page of this app, and of no other."""

    BINDINGS = bound("question_mark help Help")
    guide = ""
    """A sentence or two about the page, above its keys."""

    @property
    def hotdice(self) -> "HotdiceApp":
        """The app."""
        return cast("HotdiceApp", self.app)

    def action_help(self) -> None:
        """What the keys of this page do."""
        from hotdice.terminal.app.text_screens import TextScreen

        self.app.push_screen(TextScreen("Keys", self.help_text()))

    def help_text(self) -> str:
        """The page in a sentence, and its keys, as they are bound."""
        rows: dict[str, list[str]] = {}
        for active in self.active_bindings.values():
            binding = active.binding
            if binding.description and not binding.system:
                rows.setdefault(binding.description, []).append(self.app.get_key_display(binding))
        lines = [f"{', '.join(dict.fromkeys(keys)):<12} {what}" for what, keys in rows.items()]
        moves = f"{'up, down':<12} move; Enter chooses, and so does a click"
        return "\n".join([*([self.guide, ""] if self.guide else []), moves, *lines])
