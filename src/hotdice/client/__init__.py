"""A small library that plays on a server: people and tables over HTTP, a seat over a WebSocket."""

from hotdice.client.http import HttpClient, ServerRefused
from hotdice.client.links import Link, parse_link
from hotdice.client.seat import Lost, Seat

__all__ = ["HttpClient", "Link", "Lost", "Seat", "ServerRefused", "parse_link"]
