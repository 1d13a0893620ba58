"""A small library that plays on a server: people and tables over HTTP, a seat over a WebSocket."""

from typing import TYPE_CHECKING

from hotdice.fetching import fetched

if TYPE_CHECKING:
    from hotdice.client.http import HttpClient, ServerRefused
    from hotdice.client.links import Link, parse_link
    from hotdice.client.seat import Lost, Seat

__all__ = ["HttpClient", "Link", "Lost", "Seat", "ServerRefused", "parse_link"]

# A seat stands on websockets, which is an extra; links and HTTP must do without.
_HOMES = {
    "HttpClient": "hotdice.client.http",
    "Link": "hotdice.client.links",
    "Lost": "hotdice.client.seat",
    "Seat": "hotdice.client.seat",
    "ServerRefused": "hotdice.client.http",
    "parse_link": "hotdice.client.links",
}
__getattr__ = fetched(__name__, _HOMES)
