"""Invitation links: the server's address, and behind the # what the server itself is never told."""

from urllib.parse import urlsplit

from hotdice.frozen import Frozen


class Link(Frozen):
    """Where a link leads: a server, perhaps a table with the secret of an invitation, or its owner's key."""

    server: str
    match: str = ""
    invite: str = ""
    admin: str = ""

    def __str__(self) -> str:
        if self.admin:
            return f"{self.server}/#admin={self.admin}"
        if self.match:
            return f"{self.server}/#join={self.match}" + (f".{self.invite}" if self.invite else "")
        return f"{self.server}/"


def parse_link(text: str) -> Link:
    """The link that a text is.

    >>> parse_link("http://127.0.0.1:8000/#join=abc.SECRET")
    Link(server='http://127.0.0.1:8000', match='abc', invite='SECRET', admin='')
    >>> str(parse_link("127.0.0.1:8000"))
    'http://127.0.0.1:8000/'
    >>> parse_link("there:soon")
    Traceback (most recent call last):
    ValueError: 'there:soon' is no link to a server; it looks like http://192.168.1.5:8000/#join=...

    Raises:
        ValueError: it is no link to a Hotdice server.
    """
    text = text.strip()
    try:
        parts = urlsplit(text if "://" in text else f"http://{text}")
        good = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
        (parts.hostname or "").encode("idna")
        parts.netloc.encode("latin-1")  # it is sent as it is, too
    except ValueError:  # brackets that do not fit, a port that is no number, a name that no server can have
        good = False
    if not good:
        raise ValueError(
            f"{text[:60]!r} is no link to a server; it looks like http://192.168.1.5:8000/#join=..."
        )
    key, _, value = parts.fragment.partition("=")
    server = f"{parts.scheme}://{parts.netloc}"
    if key == "join":
        match, _, invite = value.partition(".")
        return Link(server, match, invite)
    return Link(server, admin=value if key == "admin" else "")
