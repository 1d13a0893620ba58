"""A page on which a game goes on by itself until a person is asked."""

from hotdice.terminal.app.own_screen import OwnScreen
from hotdice.terminal.app.pace import Pace


class DrivenScreen(OwnScreen):
    """A table: what is noted under the game, whether it is being driven, and how fast."""

    def __init__(self) -> None:
        super().__init__()
        self.note = ""
        self.busy = True  # until the game has been driven to where a person is asked
        self.pace = Pace(lambda: self.hotdice.settings)

    def leave_table(self) -> None:
        """Go where one came from."""
        self.hotdice.go_home()
