"""The app: its pages, its colours, and the way from one to the next."""

import gc
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace
from textual.app import App
from textual.events import Resize

from hotdice.coach.background import Background
from hotdice.game import Record
from hotdice.players import UnknownBot
from hotdice.rules import Ruleset, load
from hotdice.terminal.app.bindings import bound
from hotdice.terminal.app.home_screen import HomeScreen
from hotdice.terminal.app.palette import themes
from hotdice.terminal.app.too_small import SMALLEST, TooSmall
from hotdice.terminal.settings import SPEEDS, TEXTS, load_settings, save_settings
from hotdice.terminal.sitting import Sitting
from hotdice.terminal.starting import new_record, seated
from hotdice.terminal.storage import new_file, waiting_games

if TYPE_CHECKING:
    from hotdice.client.http import HttpClient
    from hotdice.client.links import Link
    from hotdice.munchkin import Record as TableRecord

ROOMY = 60, 22
"""Columns and rows from which the chosen size of text is shown; below them everything is compact."""


class HotdiceApp(App[str]):
    """Farkle in a terminal. It returns "plain" where the person wants to go on in plain text."""

    TITLE = "Hotdice"
    CSS_PATH = "styles.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = bound("z text (Text)")
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (70, "-medium"), (120, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-low"), (34, "-tall")]  # noqa: RUF012

    def __init__(
        self,
        *,
        keep: bool = False,
        table: tuple[Path | None, Record] | None = None,
        online: "tuple[Link, str, HttpClient] | None" = None,
    ) -> None:
        super().__init__()
        self.online = online
        self.settings = load_settings()
        self.keep = keep
        self.table = table
        self.solving = Background()
        for theme in themes():
            self.register_theme(theme)
        self.theme = "hotdice-dark" if self.settings.dark else "hotdice-light"
        self._size_text()

    def on_mount(self) -> None:
        """The first page, or the table that somebody asked for."""
        self.push_screen(HomeScreen())
        self.call_after_refresh(_collect_garbage_again)
        if self.table is not None:
            self.go_on(*self.table)
            return
        if self.online is not None:
            from hotdice.terminal.app.online_screens import lobby

            self.push_screen(lobby(*self.online))
            return
        if self.keep and not any(record.dice == "real" for _, record in waiting_games()):
            self.choose("keep")

    def on_resize(self, event: Resize) -> None:
        """A small window is compact by itself; one that is too small for anything says so."""
        self._size_text(event.size.width, event.size.height)
        small = event.size.width < SMALLEST[0] or event.size.height < SMALLEST[1]
        if small and not isinstance(self.screen, TooSmall):
            self.push_screen(TooSmall())
        elif not small and isinstance(self.screen, TooSmall):
            self.pop_screen()

    def _size_text(self, width: int = ROOMY[0], height: int = ROOMY[1]) -> None:
        """The class of the chosen size, or of the compact one where there is no room for it."""
        roomy = width >= ROOMY[0] and height >= ROOMY[1]
        size = self.settings.text if roomy else "compact"
        for name in TEXTS:
            self.set_class(name == size, f"-text-{name}")

    def on_unmount(self) -> None:
        """Nothing goes on behind a closed app."""
        self.solving.close()

    # From page to page

    def choose(self, name: str) -> None:
        """Go where a line of the first page leads."""
        match name:
            case "now":
                self.start(load("playmonster"), ["human", "greedy"])
            case "new":
                from hotdice.terminal.app.new_game_screen import SheetScreen

                self.push_screen(SheetScreen())
            case "join":
                from hotdice.terminal.app.joining import join

                join(self)
            case "keep":
                from hotdice.terminal.app.keeper_screen import KeeperSetup
                from hotdice.terminal.app.new_game_screen import SheetScreen

                self.push_screen(SheetScreen("Keep score: which sheet?", KeeperSetup))
            case "munchkin":
                from hotdice.terminal.app.munchkin_screens import MunchkinScreen

                self.push_screen(MunchkinScreen())
            case "learn":
                from hotdice.terminal.app.guided_screen import GuidedScreen

                self.push_screen(GuidedScreen())
            case "train":
                from hotdice.terminal.app.trainer_screen import TrainerScreen

                self.push_screen(TrainerScreen(load("playmonster")))
            case "saved":
                from hotdice.terminal.app.saved_screen import SavedScreen

                self.push_screen(SavedScreen())
            case "plain":
                self.settings = replace(self.settings, plain=True)
                save_settings(self.settings)
                self.exit("plain")
            case _:
                self.exit()

    def start(
        self,
        rules: Ruleset,
        who: Sequence[str],
        names: Sequence[str] | None = None,
        colours: Sequence[str] = (),
    ) -> None:
        """A new game at the table, kept from its first moment; `colours` are those of the cards."""
        record = replace(new_record(rules, who, names), colours=tuple(colours))
        self.sit_down(record, new_file(rules), new=True)

    def play_again(self, record: Record) -> None:
        """The same table with new dice."""
        self.pop_screen()
        fresh = new_record(record.rules, record.players, record.names)
        fresh = replace(fresh, colours=record.colours)
        self.sit_down(fresh, new_file(record.rules), new=True)

    def sit_down(self, record: Record, file: Path | None, *, new: bool = False) -> None:
        """Open the table for a game."""
        try:
            session = seated(record, file)
        except UnknownBot as error:
            self.notify(str(error), severity="error", markup=False)
            return
        if new:
            session.save()
        self.show_table(session)

    def show_table(self, session: Sitting) -> None:
        """The table of a game, wherever it is played, with cards where the sheet has some."""
        if session.state.rules.deck is None:
            from hotdice.terminal.app.table_screen import TableScreen

            self.push_screen(TableScreen(session))
        else:
            from hotdice.terminal.app.card_table import CardTableScreen

            self.push_screen(CardTableScreen(session))

    def go_on(self, file: Path | None, record: Record) -> None:
        """Open a saved game where it stopped."""
        kind = record.dice.split(" ")[0]
        if kind == "real":
            from hotdice.terminal.app.keeper_screen import KeeperScreen
            from hotdice.terminal.keeper import Keeper

            self.push_screen(KeeperScreen(Keeper(record, file)))
        elif kind == "seeded":
            self.sit_down(record, file)
        else:
            self.notify("The dice of this game are not here.", severity="error", markup=False)

    def go_on_munchkin(self, file: Path, record: "TableRecord") -> None:
        """Open a table of Munchkin Dice where it stopped."""
        from hotdice.terminal.app.munchkin_table import MunchkinTableScreen
        from hotdice.terminal.munchkin_table import TableSession

        try:
            self.push_screen(MunchkinTableScreen(TableSession(record, file)))
        except UnknownBot as error:
            self.notify(str(error), severity="error", markup=False)

    def go_home(self) -> None:
        """Back to the first page."""
        while not isinstance(self.screen, HomeScreen):
            self.pop_screen()

    # Choices

    def change_speed(self, step: int) -> str:
        """Faster or slower; the name of the speed."""
        place = SPEEDS.index(self.settings.speed) + step
        self.settings = replace(self.settings, speed=SPEEDS[max(0, min(len(SPEEDS) - 1, place))])
        save_settings(self.settings)
        return self.settings.speed

    def action_text(self) -> None:
        """Compact, normal or large dice and spacing."""
        size = TEXTS[(TEXTS.index(self.settings.text) + 1) % len(TEXTS)]
        self.settings = replace(self.settings, text=size)
        save_settings(self.settings)
        self._size_text(self.size.width, self.size.height)
        self.refresh_css()
        self.refresh(layout=True)
        small = size != "compact" and self.has_class("-text-compact")
        self.notify(f"Text: {size}.{' This window has room for compact only.' if small else ''}", timeout=2)

    def action_toggle_dark(self) -> None:
        """Light or dark."""
        self.settings = replace(self.settings, dark=not self.settings.dark)
        self.theme = "hotdice-dark" if self.settings.dark else "hotdice-light"
        save_settings(self.settings)
        self.refresh(layout=True)

    def changed_rules(self, rules: Ruleset, settings: list[str]) -> Ruleset:
        """A sheet with differences, also where it is a house's own."""
        from hotdice.rules import from_raw, to_raw

        if load_name := (rules.name if not rules.base else ""):
            return load(load_name, settings)
        raw = to_raw(rules) | {key: int(value) for key, _, value in (s.partition("=") for s in settings)}
        return from_raw(raw | {"title": f"{rules.title}, short"})


def _collect_garbage_again() -> None:
    """The first page is there: what was loaded stays, so that later searches for garbage are short."""
    gc.freeze()
    gc.enable()
