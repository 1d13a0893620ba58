"""Opening the app from the command line, as fast as can be."""

import gc
from pathlib import Path

from hotdice.game import Record


def open_app(*, keep: bool = False, table: tuple[Path | None, Record] | None = None) -> bool:
    """Open the app, at the scorekeeper or at a table; True where the person wants to go on in plain text.

    Nothing is thrown away while it starts, so nobody looks for garbage until the first page is there.
    """
    gc.disable()
    try:
        from hotdice.terminal.app.application import HotdiceApp

        return HotdiceApp(keep=keep, table=table).run() == "plain"
    finally:
        gc.enable()
