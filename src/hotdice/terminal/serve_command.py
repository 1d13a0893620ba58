"""`hotdice serve`: the server, with nothing to configure."""

import os
import sys
from typing import Any
from urllib.parse import urlsplit

import click

from hotdice.match.store import StoreError
from hotdice.terminal.mail_options import mail_options, smtp_of
from hotdice.terminal.options import fail
from hotdice.terminal.storage import home

LONGEST_WIFI = 63


@click.command()
@click.option(
    "--db", envvar="HOTDICE_DB", metavar="URL", help="A file, or postgresql://...; also HOTDICE_DB."
)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0: any free one."
)
@click.option("--host", metavar="ADDRESS", help="The address to listen on.  [default: 127.0.0.1]")
@click.option("--lan", is_flag=True, help="Let friends on the same network in; prints address and QR code.")
@click.option("--party", is_flag=True, help="A television and phones as cups: --lan, and shows the screen.")
@click.option(
    "--wifi", metavar="NAME", default="",
    help="With --party: show a code for this wifi; its password is asked for, or in HOTDICE_WIFI_PASSWORD.",
)  # fmt: skip
@click.option("--public-url", metavar="URL", default="", help="The address outside, behind a proxy.")
@click.option("--proxy", "proxies", multiple=True, metavar="ADDRESS", help="A proxy to believe; repeatable.")
@click.option(
    "--peer", envvar="HOTDICE_PEER", default="127.0.0.1", show_default=True, metavar="ADDRESS[:PORT]",
    help="Where other processes on the same PostgreSQL database reach this one.",
)  # fmt: skip
@click.option("--trust", "trusted", multiple=True, metavar="ADDRESS", help="No limits for this address.")
@click.option(
    "--bot-pause", type=click.FloatRange(0, 10), default=0.5, show_default=True, metavar="SECONDS",
    help="How long a bot waits before each decision.",
)  # fmt: skip
@mail_options
@click.option("--open", "show", is_flag=True, help="Open the page in a browser; any free port will do.")
@click.option("--new-admin-link", is_flag=True, help="Print a new owner's link; the old one ends.")
def command(
    *,
    db: str | None,
    port: int,
    host: str | None,
    lan: bool,
    party: bool,
    wifi: str,
    public_url: str,
    proxies: tuple[str, ...],
    peer: str,
    trusted: tuple[str, ...],
    bot_pause: float,
    show: bool,
    new_admin_link: bool,
    **mail: Any,
) -> None:
    """Start a server; friends join by a link."""
    try:
        from hotdice.server.app import Server
        from hotdice.server.lan import EVERYWHERE, LOOPBACK, shown
        from hotdice.server.logs import start_logging
        from hotdice.server.running import CannotListen, listen, run
        from hotdice.server.settings import Settings
    except ImportError as error:
        fail(f"the server needs packages that are not here ({error.name}): pip install 'hotdice[server]'")
    if lan and host:
        fail("--lan listens on every address; leave out --host, or leave out --lan")
    if wifi and not party:
        fail("--wifi is for the screen of a party: give --party too")
    _check_url(public_url)
    source = click.get_current_context().get_parameter_source("db")
    if db and source is click.core.ParameterSource.COMMANDLINE and urlsplit(db).password:
        fail("a password on the command line can be read by others; put the URL into HOTDICE_DB")
    smtp = smtp_of(mail, public_url)
    where = db or str(home() / "server.db")
    address = host or (EVERYWHERE if lan or party else LOOPBACK)
    try:
        sock = listen(address, port)
    except CannotListen as error:
        if not show:
            fail(str(error))
        sock = listen(address, 0)
    settings = Settings(
        db=where,
        host=address,
        port=sock.getsockname()[1],
        public_url=public_url,
        peer=peer,
        proxies=proxies,
        trusted=trusted,
        bot_pause=bot_pause,
        wifi=(wifi, _wifi_password(wifi)) if wifi else ("", ""),
        smtp=smtp,
    )
    _try_database(where, renew=new_admin_link)
    start_logging()

    def ready(server: Server) -> None:
        url = public_url.rstrip("/") or f"http://{shown(address)}:{settings.port}"
        _say_ready(url, server.context.new_admin_token, lan and not party)
        if party:
            click.echo(f"  on the television, or here in full screen:  {url}/tv")
            sys.stdout.flush()
        if show or party:
            _open_page(f"{url}/tv" if party else f"{url}/")

    if not run(settings, sock, ready):
        fail("the server did not start; the lines above say why")


def _wifi_password(wifi: str) -> str:
    """The password of the wifi: from the environment, or typed in where somebody sits at a terminal."""
    if len(wifi.encode()) > 32:
        fail("the name of a wifi has at most 32 letters")
    password = os.environ.get("HOTDICE_WIFI_PASSWORD")
    if password is None:
        if not sys.stdin.isatty():
            fail("the password of the wifi comes from HOTDICE_WIFI_PASSWORD where nobody can type it")
        password = str(click.prompt(f"Password of {wifi}", hide_input=True, default="", show_default=False))
    if len(password) > LONGEST_WIFI:
        fail(f"the password of a wifi has at most {LONGEST_WIFI} letters")
    return password


def _check_url(public_url: str) -> None:
    parts = urlsplit(public_url)
    plain = parts.scheme in ("http", "https") and parts.netloc and parts.path in ("", "/")
    if public_url and (not plain or parts.query or parts.fragment):
        fail(f"--public-url is the address alone, such as https://dice.example.org, not {public_url[:60]!r}")


def _try_database(where: str, *, renew: bool) -> None:
    """Open the database once before listening, so that what is wrong is said in a sentence."""
    from hotdice.match.store import open_store

    try:
        store = open_store(where)
        if renew:
            store.set_setting("admin", "").result(30)
        store.close()
    except StoreError as error:
        fail(str(error))


def _say_ready(url: str, admin: str, lan: bool) -> None:
    click.echo(f"Hotdice is ready at {url}/")
    if lan:
        _print_code(f"{url}/")
    click.echo(f"  from a terminal:  hotdice join {url}/")
    if admin:
        _tell_owner(f"{url}/#admin={admin}")
    click.echo("  stop with Ctrl-C")
    sys.stdout.flush()


def _tell_owner(link: str) -> None:
    """Show the owner's link on a terminal; elsewhere it would stay in a journal, so it goes into a file."""
    if sys.stdout.isatty():
        click.echo(f"  owner's link, shown this once:  {link}")
        return
    path = home() / "owner-link"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        with os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
            file.write(f"{link}\n")
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        click.echo(
            f"  {path}: {reason}; 'hotdice serve --new-admin-link' on a terminal shows the owner's link"
        )
        return
    click.echo(f"  owner's link:  in {path}, which only you can read")


def _open_page(url: str) -> None:
    """Show the page, where there is a screen to show it on; without one the address above is enough."""
    import webbrowser

    graphical = (
        sys.platform in ("darwin", "win32") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
    if graphical:
        webbrowser.open(url)


def _print_code(url: str) -> None:
    import segno

    segno.make(url, micro=False).terminal(out=sys.stdout, compact=True)
