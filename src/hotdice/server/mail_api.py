"""The HTTP part of mail: an address for a seat, the pages behind the links of letters, the pass of a letter.

A link that is only looked at changes nothing: programs that look at mail for people follow links too.
"""

import re
from html import escape

from starlette.responses import HTMLResponse, Response

from hotdice.game import Refusal
from hotdice.server import bodies as b
from hotdice.server.api import seated_body, slow_down
from hotdice.server.headers import CONTENT_POLICY
from hotdice.server.mail_writing import LANGUAGES, words
from hotdice.server.routes import Call, Endpoint, HttpProblem

_PAGE = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<link rel="icon" href="/icon.svg">
<title>{title} · Hotdice</title>
<main>
<h1>{title}</h1>
<p>{text}</p>
{form}<p><a href="/">Hotdice</a></p>
</main>
</html>
"""
_HEADERS = {
    "content-security-policy": CONTENT_POLICY.replace("form-action 'none'", "form-action 'self'"),
    "referrer-policy": "same-origin",  # without it the answer to our own form would come from nowhere
}


async def state(call: Call) -> b.MailState:
    """Whether this server sends mail, and whether it does for this person's seat."""
    post = call.context.post
    await call.context.host.look(call.match)  # whether there is such a match
    return b.MailState(post.offered, await post.state(call.match, call.who) if post.offered else "")


async def ask(call: Call) -> b.MailState | Refusal:
    """Give the own seat an address; it gets a letter that asks, unless it was confirmed already."""
    context = call.context
    if not context.may(context.mails_asked, call.address):
        raise HttpProblem(429, "too_many", "Too many addresses from your network; try again tomorrow.")
    hosted = await context.host.hosted(call.match)
    assert hosted.table is not None
    body: b.MailAddress = call.body
    found = await context.post.ask(hosted.table, call.match, call.who, body.address, body.language)
    return found if isinstance(found, Refusal) else b.MailState(True, found)


async def drop(call: Call) -> b.MailState:
    """No more mail for the own seat; its address is forgotten."""
    await call.context.host.look(call.match)
    await call.context.post.drop(call.match, call.who)
    return b.MailState(call.context.post.offered, "")


async def use_pass(call: Call) -> b.SeatedBody | Refusal:
    """Sit down by the link of a letter: it opens one seat, once, until its turn is over."""
    slow_down(call)
    body: b.Pass = call.body
    return seated_body(await call.context.post.use_pass(call.context.lobby, call.match, body.token))


async def look(call: Call) -> Response:
    """The page of a link, with a button that does what it says."""
    what, token = _link(call)
    slow_down(call)
    language = await call.context.post.language(what, token)
    return _page(call, what, language, "ask" if language else "nothing")


async def press(call: Call) -> Response:
    """The button was pressed, or a mail program did so for its reader (RFC 8058)."""
    what, token = _link(call)
    slow_down(call)
    post = call.context.post
    if what == "confirm":
        language = await post.confirm(token)
        return _page(call, what, language, "done" if language else "nothing")
    language = await post.language(what, token)
    await post.stop(token)
    return _page(call, what, language, "done")  # whoever asks twice gets the same answer


def _link(call: Call) -> tuple[str, str]:
    """What a link is for, and its token."""
    token = str(call.request.path_params["token"])
    if not re.fullmatch(r"[A-Za-z0-9_-]{43}", token):
        raise HttpProblem(404, "no_such_link", "This link leads nowhere.")
    return call.request.url.path.split("/")[2], token


def _page(call: Call, what: str, language: str, step: str) -> Response:
    language = language or _read_language(call.request.headers.get("accept-language", ""))
    done = {"confirm": "page.confirmed", "stop": "page.stopped"}[what]
    key = {"ask": f"page.{what}", "done": done, "nothing": "page.nothing"}[step]
    button = escape(words(language, f"page.{what}_yes"))
    form = f'<form method="post"><button>{button}</button></form>\n' if step == "ask" else ""
    title = escape(words(language, f"page.{what}_title"))
    page = _PAGE.format(language=language, title=title, text=escape(words(language, key)), form=form)
    return HTMLResponse(page, headers=_HEADERS)


def _read_language(accepted: str) -> str:
    """The first of our languages that a browser asks for.

    >>> _read_language("it, de-CH;q=0.8"), _read_language("")
    ('de', 'en')
    """
    asked = (part.strip()[:2].lower() for part in accepted.split(","))
    return next((one for one in asked if one in LANGUAGES), "en")


ENDPOINTS = (
    Endpoint("GET", "/api/matches/{match}/mail", state, "Mail for my seat.", b.MailState, who="person"),
    Endpoint(
        "POST", "/api/matches/{match}/mail", ask, "Mail me at my turn.", b.MailState, b.MailAddress, "person"
    ),
    Endpoint("POST", "/api/matches/{match}/mail/drop", drop, "No more mail.", b.MailState, who="person"),
    Endpoint("POST", "/api/matches/{match}/pass", use_pass, "Sit down by mail.", b.SeatedBody, b.Pass),
    Endpoint("GET", "/mail/confirm/{token}", look, "The page that asks for a yes.", str),
    Endpoint("POST", "/mail/confirm/{token}", press, "Say yes to mail.", str),
    Endpoint("GET", "/mail/stop/{token}", look, "The page that offers to stop.", str),
    Endpoint("POST", "/mail/stop/{token}", press, "No more mail.", str),
)
"""What players and readers of letters may ask for."""
