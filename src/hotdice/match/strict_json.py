"""JSON in which every key stands once; written twice it would mean different things to different readers."""

import json
from typing import Any

import msgspec


def refuse_twins(data: bytes | str) -> None:
    """See that no object has a key twice.

    >>> refuse_twins('{"a": {"b": 1}, "b": 2}')
    >>> refuse_twins('{"a": {"b": 1, "b": 2}}')
    Traceback (most recent call last):
    msgspec.ValidationError: the key 'b' stands twice

    Raises:
        msgspec.ValidationError: one has.
        ValueError, RecursionError: it is no JSON at all, or too deep.
    """
    _READER.decode(data if isinstance(data, str) else data.decode())


def _unlike(pairs: list[tuple[str, Any]]) -> None:
    if len(pairs) > 1 and len({key for key, _ in pairs}) < len(pairs):
        keys = [key for key, _ in pairs]
        twin = next(key for key in keys if keys.count(key) > 1)
        raise msgspec.ValidationError(f"the key {twin[:40]!r} stands twice")


_READER = json.JSONDecoder(object_pairs_hook=_unlike)
