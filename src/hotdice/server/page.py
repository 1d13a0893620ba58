"""What a browser gets as long as there is no page to play on: how to join from a terminal."""

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Hotdice</title>
<link rel="stylesheet" href="/style.css">
<main>
<h1>Hotdice</h1>
<p>A Hotdice server is running here. It has no page to play on yet; games are played from a terminal.</p>
<p>If somebody sent you a link to this page, copy the whole link, install Hotdice and run:</p>
<pre>hotdice join LINK</pre>
<p>To set up a table of your own on this server:</p>
<pre>hotdice join {address}</pre>
</main>
</html>
"""
_STYLE = """body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem; color: #222; background: #fff; }
main { max-width: 40rem; margin: auto; }
pre { padding: .75rem 1rem; background: #eee; overflow: auto; }
@media (prefers-color-scheme: dark) { body { color: #eee; background: #111; } pre { background: #222; } }
"""


async def page(request: Request) -> Response:
    """The start page; its address is the Host that the gate has checked."""
    address = f"{request.url.scheme}://{request.headers['host']}/"
    safe = "".join(letter for letter in address if letter.isalnum() or letter in ".:/-[]")
    return HTMLResponse(_PAGE.format(address=safe))


async def style(request: Request) -> Response:
    """The style of the start page."""
    return Response(_STYLE, media_type="text/css", headers={"cache-control": "max-age=3600"})
