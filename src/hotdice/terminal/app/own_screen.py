"""What every page of the app has: the app itself, with its settings and saved games."""

from typing import TYPE_CHECKING, cast

from textual.screen import Screen

if TYPE_CHECKING:
    from hotdice.terminal.app.application import HotdiceApp


class OwnScreen(Screen[None]):
    """A page of this app, and of no other."""

    @property
    def hotdice(self) -> "HotdiceApp":
        """The app."""
        return cast("HotdiceApp", self.app)
