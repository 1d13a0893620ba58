"""What `hotdice serve` is told about mail; the password comes from the environment alone."""

import ipaddress
import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import click

from hotdice.terminal.options import fail

if TYPE_CHECKING:
    from hotdice.server.settings import Smtp

PASSWORD = "HOTDICE_SMTP_PASSWORD"  # nosec B105 - the name of a variable
_PORTS = {"starttls": 587, "tls": 465, "none": 25}


def mail_options(command: Callable[..., None]) -> Callable[..., None]:
    """The options, on a command."""
    for option in (
        click.option(
            "--mail-pause", envvar="HOTDICE_MAIL_PAUSE", type=click.FloatRange(0, 86_400), default=60.0,
            show_default=True, metavar="SECONDS", help="How long a turn lasts before a mail tells of it.",
        ),
        click.option(
            "--mail-from", envvar="HOTDICE_MAIL_FROM", metavar="ADDRESS", default="",
            help="The address that mail comes from.",
        ),
        click.option(
            "--smtp-user", envvar="HOTDICE_SMTP_USER", metavar="NAME", default="",
            help=f"Who logs in there; the password comes from {PASSWORD}.",
        ),
        click.option(
            "--smtp-security", envvar="HOTDICE_SMTP_SECURITY", type=click.Choice(list(_PORTS)),
            default="starttls", show_default=True, help="none: for a mail server on this machine.",
        ),
        click.option(
            "--smtp", envvar="HOTDICE_SMTP", metavar="HOST[:PORT]", default="",
            help="A mail server: players may be told by mail that it is their turn.",
        ),
    ):  # fmt: skip
        command = option(command)
    return command


def smtp_of(mail: Mapping[str, Any], public_url: str) -> "Smtp | None":
    """The settings of mail, None where no server for it was named; a sentence where they do not fit."""
    from hotdice.server.mail_writing import read_address
    from hotdice.server.settings import Smtp

    where, security, user = mail["smtp"], mail["smtp_security"], mail["smtp_user"]
    if not where:
        if user or mail["mail_from"]:
            fail("mail is sent by a mail server: give --smtp too")
        return None
    if "@" in where or "/" in where:
        fail(f"--smtp is HOST or HOST:PORT; the name goes to --smtp-user, the password into {PASSWORD}")
    try:
        import aiosmtplib  # noqa: F401 - whether it is here
    except ImportError:
        fail("mail needs a package that is not here (aiosmtplib): pip install 'hotdice[server]'")
    host, port = _host_and_port(where, _PORTS[security])
    if not public_url:
        fail("the links in a mail need the address of this server: give --public-url")
    sender = read_address(mail["mail_from"])
    if not sender:
        fail("--mail-from is the address that mail comes from, such as dice@example.org")
    if security == "none" and not _is_here(host):
        fail("without encryption mail goes to this machine only; take --smtp-security starttls or tls")
    password = os.environ.get(PASSWORD, "")
    if user and not password:
        fail(f"the password of {user[:60]!r} comes from {PASSWORD}")
    if password and not user:
        fail(f"{PASSWORD} is set: give --smtp-user too")
    return Smtp(
        host=host, port=port, security=security, user=user, password=password, sender=sender,
        pause=mail["mail_pause"],
    )  # fmt: skip


def _host_and_port(where: str, default: int) -> tuple[str, int]:
    host, colon, port = where.rpartition(":")
    if not colon or where.endswith("]"):
        return where.strip("[]"), default
    if not host or not port.isdigit() or not 0 < int(port) < 65536:
        fail(f"--smtp is HOST or HOST:PORT, not {where[:60]!r}")
    return host.strip("[]"), int(port)


def _is_here(host: str) -> bool:
    """Whether a name is this machine's own.

    >>> _is_here("127.0.0.1"), _is_here("mail.example.org")
    (True, False)
    """
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
