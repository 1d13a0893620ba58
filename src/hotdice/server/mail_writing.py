"""What a letter says: its words in four languages, its headers, its links."""

import json
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from email import policy
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid
from functools import cache
from importlib.resources import files

from hotdice.frozen import Frozen

LONGEST_ADDRESS = 254
_ADDRESS = re.compile(
    r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
    r"@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)*[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
)
LANGUAGES = ("en", "de", "fr", "es")
_GROUPS = {"en": ",", "de": ".", "fr": "\u202f", "es": "."}


def read_address(text: str) -> str:
    r"""An address as it is used, empty where it is none: one person at one host, and no line that goes on.

    >>> read_address(" ann@example.org "), read_address("ann@example.org, bob@example.org")
    ('ann@example.org', '')
    >>> read_address("ann@example.org\nBcc: bob@example.org")
    ''
    """
    text = text.strip(" ")
    if len(text) > LONGEST_ADDRESS or len(text.partition("@")[0]) > 64 or not _ADDRESS.fullmatch(text):
        return ""
    local, _, host = text.rpartition("@")
    return f"{local}@{host.lower()}"


def counted_as(address: str) -> str:
    """What an address counts as where it is limited: neither capitals nor a tag make it another one.

    >>> counted_as("Ann+dice@example.org")
    'ann@example.org'
    """
    local, _, host = address.lower().rpartition("@")
    return f"{local.partition('+')[0] or local}@{host}"


@cache
def _texts() -> Mapping[str, Mapping[str, str]]:
    found: Mapping[str, Mapping[str, str]] = json.loads(
        (files("hotdice.server") / "mail_words.json").read_text("utf-8")
    )
    return found


def number(value: int, language: str) -> str:
    """A number as people write it.

    >>> number(12500, "en"), number(12500, "de")
    ('12,500', '12.500')
    """
    return f"{value:,}".replace(",", _GROUPS[language])


def words(language: str, key: str, **values: str | int) -> str:
    """The words of a key, in English where the language is none of ours.

    >>> words("de", "say.banked", name="Bea", points=1250)
    'Bea sichert 1.250.'
    """
    language = language if language in LANGUAGES else "en"
    text = _texts()[language][key]
    filled = {
        name: number(value, language) if isinstance(value, int) else value for name, value in values.items()
    }
    return re.sub(r"\{(\w+)\}", lambda gap: filled.get(gap[1], gap[0]), text)


class Links(Frozen):
    """Where a letter leads: `go` is what it asks for, `stop` ends all mail to its address."""

    go: str
    stop: str


def compose(
    what: str,
    *,
    sender: str,
    recipient: str,
    language: str,
    links: Links,
    told: Sequence[str] = (),
    title: str = "",
) -> bytes:
    """A letter as it is sent. Names of people stand in the body only, and in one that asks nobody's at all.

    Raises:
        ValueError: something that belongs on one line has several.
    """
    message = EmailMessage(policy=policy.SMTP)
    message["From"] = f"Hotdice <{sender}>"
    message["To"] = recipient
    message["Subject"] = words(language, f"mail.{what}_subject", title=title)
    message["Date"] = format_datetime(datetime.now(UTC))
    message["Message-ID"] = make_msgid("hotdice", sender.rpartition("@")[2] or "localhost")
    message["Auto-Submitted"] = "auto-generated"
    message["List-Unsubscribe"] = f"<{links.stop}>"
    message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    parts = [words(language, f"mail.{what}", title=title), "\n".join(told), links.go]
    if what == "turn":
        parts.append(words(language, "mail.keep"))
    parts.append(words(language, "mail.stop", link=links.stop))
    message.set_content("\n\n".join(part for part in parts if part) + "\n", cte="quoted-printable")
    message["Content-Language"] = language
    return message.as_bytes()
