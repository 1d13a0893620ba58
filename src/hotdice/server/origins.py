"""Who may talk to this server: the Host must be ours, and the Origin must be that Host.

Plain http on a home network is the main case, so no list of addresses has to be configured: a Host that is
an IP address must be the one on which the connection arrived. A foreign page cannot send our Origin, and a
name that somebody else's DNS points here (DNS rebinding) is not one of our Hosts.
"""

import ipaddress
import socket
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope


def split_host(host: str) -> tuple[str, int | None] | None:
    """Name and port of a Host header, or None where it is malformed.

    >>> split_host("[::1]:8000"), split_host("localhost"), split_host("a:b")
    (('::1', 8000), ('localhost', None), None)
    """
    if not host or any(letter in host for letter in "/@?#\\ \t,"):
        return None
    try:
        parts = urlsplit(f"//{host}")
        name, port = parts.hostname, parts.port
    except ValueError:
        return None
    return (name, port) if name else None


class Gate:
    """Decides by Host and Origin."""

    def __init__(self, public_url: str = "", machine: str | None = None) -> None:
        public = urlsplit(public_url) if public_url else None
        self.public_origin = f"{public.scheme}://{public.netloc}".lower() if public else ""
        self._public_host = public.netloc.lower() if public else ""
        name = (machine if machine is not None else socket.gethostname()).lower().split(".")[0]
        self._names = {f"{name}.local"} if name else set()

    def host_is_ours(self, scope: Scope) -> bool:
        """Whether the Host header names this server."""
        headers = Headers(scope=scope)
        if len(headers.getlist("host")) != 1:
            return False
        host = headers["host"].lower()
        if self._public_host and host == self._public_host:
            return True
        parts = split_host(host)
        if parts is None:
            return False
        name, port = parts
        server = scope.get("server")
        here, here_port = (server[0], server[1]) if server else ("", None)
        if here_port is not None and (port or 80) != here_port:
            return False
        return name in self._names or self._is_address(name, here)

    @staticmethod
    def _is_address(name: str, here: str) -> bool:
        try:
            local = ipaddress.ip_address(here)
        except ValueError:
            return False
        if name == "localhost":
            return local.is_loopback
        try:
            return ipaddress.ip_address(name) == local
        except ValueError:
            return False

    def is_trustworthy(self, scope: Scope) -> bool:
        """Whether browsers take the address of a request for a safe one: https, or this machine itself."""
        host = Headers(scope=scope).get("host", "").lower()
        if scope.get("scheme") == "https" or (self.public_origin == f"https://{host}"):
            return True
        parts = split_host(host)
        if parts is None:
            return False
        try:
            return parts[0] == "localhost" or ipaddress.ip_address(parts[0]).is_loopback
        except ValueError:
            return False

    def origin_is_ours(self, scope: Scope, *, required: bool) -> bool:
        """Whether the Origin is the one of the Host; a missing one passes where it is not required."""
        headers = Headers(scope=scope)
        origins = headers.getlist("origin")
        if not origins:
            return not required
        host = headers.get("host", "").lower()
        if len(origins) != 1 or not self.host_is_ours(scope):
            return False
        if self._public_host and host == self._public_host:
            return origins[0].lower() == self.public_origin
        scheme = "https" if scope.get("scheme") in ("https", "wss") else "http"
        return origins[0].lower() == f"{scheme}://{host}"
