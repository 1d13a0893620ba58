"""The documents of the protocol are those of the program."""

from pathlib import Path

import msgspec

from hotdice.match import wire
from hotdice.server.app import Server
from hotdice.server.openapi import openapi
from hotdice.server.protocol import document, schema
from hotdice.server.settings import Settings

DOCUMENT = Path(__file__).parents[2] / "docs" / "protocol.md"


def test_the_document_is_the_one_of_the_types() -> None:
    assert DOCUMENT.read_text("utf-8") == document(), "run: make protocol"


def test_every_message_is_in_the_schema() -> None:
    known = schema()["$defs"]
    for kind in (*wire.AnyToServer.__args__, *wire.AnyFromServer.__args__):
        assert kind.__name__ in known
        assert known[kind.__name__].get("description"), kind


def test_every_endpoint_is_in_the_openapi_document() -> None:
    endpoints = Server(Settings(db="unused")).endpoints
    paths = openapi(endpoints)["paths"]
    assert {(path, method.upper()) for path in paths for method in paths[path]} == {
        (endpoint.path, endpoint.method) for endpoint in endpoints
    }
    assert msgspec.json.encode(openapi(endpoints))
