"""The page: what `npm run build` left in the folder `static`, held in memory.

Names in `assets/` carry a hash of their content and may be kept for ever; everything else is asked for again
each time, and answered with 304 where it has not changed. Without a built page a browser is told how to join
from a terminal.
"""

import gzip
import hashlib
import mimetypes
from collections.abc import Mapping
from importlib import resources
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from hotdice.frozen import Frozen

STATIC = Path(__file__).parent / "static"
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
_TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".html": "text/html",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
_SHORT = {"index.html": "/", "tv.html": "/tv"}
"""What is typed by hand has a short address."""
_PACKED = {".js", ".css", ".html", ".svg", ".webmanifest", ".json"}

_NO_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Hotdice</title>
<main>
<h1>Hotdice</h1>
<p>A Hotdice server is running here, but its page has not been built.
In the source folder, <code>make play</code> builds it.</p>
<p>If somebody sent you a link to this page, copy the whole link, install Hotdice and run:</p>
<pre>hotdice join LINK</pre>
<p>To set up a table of your own on this server:</p>
<pre>hotdice join {address}</pre>
</main>
</html>
"""


class File(Frozen):
    """One file of the page, ready to be sent; `packed` is the same in gzip, if that gains anything."""

    content: bytes
    packed: bytes
    media: str
    cache: str
    tag: str


def read_files(folder: Path = STATIC) -> Mapping[str, File]:
    """Every file of a built page by its path in the address; none where there is no page.

    >>> read_files(Path("no such folder"))
    {}
    """
    files: dict[str, File] = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            name = path.relative_to(folder).as_posix()
            files[_SHORT.get(name, f"/{name}")] = _read(path, name)
    return files | (_tables() if files else {})


def _tables() -> dict[str, File]:
    """The solved tables that the page's own coach and champion play from while the network is gone.

    That of three is packed as browsers cannot unpack, and who plays alone needs none.
    """
    tables = Path(str(resources.files("hotdice.odds") / "tables"))
    found = [*tables.glob("race-*.table"), *tables.glob("rounds-*.table")]
    return {f"/tables/{path.name}": _read(path, path.name) for path in sorted(found)}


def _read(path: Path, name: str) -> File:
    content = path.read_bytes()
    packed = gzip.compress(content, mtime=0) if path.suffix in _PACKED else b""
    media = _TYPES.get(path.suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    cache = FOR_EVER if name.startswith("assets/") else ASK_AGAIN
    return File(content, packed, media, cache, f'"{hashlib.sha256(content).hexdigest()[:32]}"')


class Page:
    """Answers for the files of the page."""

    def __init__(self, folder: Path = STATIC) -> None:
        self.files = read_files(folder)

    @property
    def paths(self) -> tuple[str, ...]:
        """The paths that are answered; the start is one of them, with a page or without."""
        return tuple({"/": None, **dict.fromkeys(self.files)})

    async def answer(self, request: Request) -> Response:
        """The file of a path."""
        file = self.files.get(request.url.path)
        if file is None:
            return _no_page(request)
        headers = {"cache-control": file.cache, "etag": file.tag, "vary": "accept-encoding"}
        if request.headers.get("if-none-match") == file.tag:
            return Response(status_code=304, headers=headers)
        content = file.content
        if file.packed and "gzip" in request.headers.get("accept-encoding", ""):
            content, headers["content-encoding"] = file.packed, "gzip"
        return Response(content, media_type=file.media, headers=headers)

    def missing(self, request: Request) -> Response:
        """A path at which there is nothing: the page says so, in the language of who looks."""
        file = self.files.get("/")
        content = _NOTHING.encode() if file is None else file.content
        return HTMLResponse(content, 404, headers={"cache-control": "no-store"})


_NOTHING = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Hotdice</title>
<main><h1>Nothing is here.</h1><p><a href="/">To the start</a></p></main>
</html>
"""


def _no_page(request: Request) -> Response:
    """How to join without the page; the address is the Host that the gate has checked."""
    address = f"{request.url.scheme}://{request.headers['host']}/"
    safe = "".join(letter for letter in address if letter.isalnum() or letter in ".:/-[]")
    return HTMLResponse(_NO_PAGE.format(address=safe))
