"""Public names of a package, fetched from their modules when asked for: importing costs nothing."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def fetched(package: str, homes: Mapping[str, str]) -> Callable[[str], Any]:
    """The `__getattr__` of a package whose public names live in these modules.

    >>> find = fetched("hotdice", {"load": "hotdice.rules.loading"})
    >>> find("load")("classic").title
    'Classic Farkle'
    >>> find("lode")
    Traceback (most recent call last):
    AttributeError: module 'hotdice' has no attribute 'lode'
    """

    def find(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(homes[name]), name)

    return find
