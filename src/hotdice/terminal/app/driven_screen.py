"""A page on which a game goes on by itself until a person is asked."""

from collections.abc import Callable

from hotdice.terminal.app.card_screens import HandOver
from hotdice.terminal.app.own_screen import OwnScreen
from hotdice.terminal.app.pace import Pace


class DrivenScreen(OwnScreen):
    """A table: what is noted under the game, whether it is being driven, and how fast."""

    def __init__(self) -> None:
        super().__init__()
        self.note = ""
        self.busy = True  # until the game has been driven to where a person is asked
        self.pace = Pace(lambda: self.hotdice.settings)
        self.covered = False  # while one person makes room for another, whose hand nobody else may see
        self.looker = -1  # whose hand is shown

    def drive(self) -> object:
        """Let the table go on by itself until a person is asked; each game knows how."""
        raise NotImplementedError  # Textual's own metaclass leaves no room for an abstract class

    def cover(self, seat: int, name: str, show: Callable[[], None]) -> None:
        """Cover the table until the person of a seat looks at it, then show it."""
        self.covered = True

        def ready(_: None) -> None:
            self.covered = False
            self.looker = seat
            show()

        self.app.push_screen(HandOver(name), ready)

    def leave_table(self) -> None:
        """Go where one came from."""
        self.hotdice.go_home()
