"""Opening the app from the command line, as fast as can be."""

import gc
from pathlib import Path
from typing import TYPE_CHECKING

from hotdice.game import Record

if TYPE_CHECKING:
    from hotdice.client.http import HttpClient
    from hotdice.client.links import Link


def open_app(
    *,
    keep: bool = False,
    table: tuple[Path | None, Record] | None = None,
    online: "tuple[Link, str, HttpClient] | None" = None,
) -> bool:
    """Open the app, at the scorekeeper or at a table, here or on a server.

    True where the person wants to go on in plain text.

    Nothing is thrown away while it starts, so nobody looks for garbage until the first page is there.
    """
    gc.disable()
    try:
        from hotdice.terminal.app.application import HotdiceApp

        return HotdiceApp(keep=keep, table=table, online=online).run() == "plain"
    finally:
        gc.enable()
