"""The OpenAPI document of the HTTP part, made from the endpoints and their types."""

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from hotdice import __version__
from hotdice.server.bodies import Problem
from hotdice.server.routes import Endpoint

_PROBLEMS = {
    "400": "The request could not be read.",
    "401": "The key is missing or not known.",
    "403": "That is not allowed.",
    "404": "There is no such thing.",
    "405": "The path has other methods.",
    "409": "It was refused; nothing has changed.",
    "413": "The body is too large.",
    "421": "This server goes by another name.",
    "429": "Too many from one address.",
    "503": "The database or the dice are away.",
}


def openapi(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    """The whole document."""
    types: list[Any] = [Problem]
    for endpoint in endpoints:
        types += [kind for kind in (endpoint.body, endpoint.answer) if kind is not None and kind is not str]
    schemas, components = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    by_type = dict(zip(types, schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, by_type)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Hotdice", "version": __version__, "license": {"name": "MIT"}},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(endpoint: Endpoint, schemas: dict[Any, Any]) -> dict[str, Any]:
    text = endpoint.answer is str
    kind = "text/html" if endpoint.path.startswith("/mail/") else "text/plain"
    content = (
        {kind: {"schema": {"type": "string"}}}
        if text
        else {"application/json": {"schema": schemas[endpoint.answer]}}
    )
    problem = {"application/json": {"schema": schemas[Problem]}}
    operation: dict[str, Any] = {
        "operationId": f"{endpoint.method.lower()}_{re.sub(r'[^a-z]+', '_', endpoint.path).strip('_')}",
        "summary": endpoint.says,
        "responses": {str(endpoint.status): {"description": "It was done.", "content": content}}
        | {status: {"description": why, "content": problem} for status, why in _PROBLEMS.items()},
    }
    names = re.findall(r"{(\w+)}", endpoint.path)
    if names:
        operation["parameters"] = [
            {"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names
        ]
    if endpoint.body is not None:
        operation["requestBody"] = {
            "required": any(field.required for field in msgspec.structs.fields(endpoint.body)),
            "content": {"application/json": {"schema": schemas[endpoint.body]}},
        }
    if endpoint.who != "anybody":
        operation["security"] = [{"key": []}]
    return operation
