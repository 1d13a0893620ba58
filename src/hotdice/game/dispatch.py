"""Functions by the kind of what they are given: the annotation of a function is its row in the table."""

from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any, get_args


class ByType(dict[type, Callable[..., Any]]):
    """A table of functions; a kind that is not in it fails loudly."""

    def __init__(self, base: type) -> None:
        self.base = base
        super().__init__()

    def __missing__(self, kind: type) -> Callable[..., Any]:
        raise TypeError(f"unknown {self.base.__name__.lower()} {kind.__name__}")


def by_type(
    namespace: Mapping[str, object], base: type, *more: Mapping[type, Callable[..., Any]]
) -> dict[type, Callable[..., Any]]:
    """The private functions of a module or class, by the kind of `base` that each takes; and `more` tables.

    A function that takes a union of kinds stands for each of them; one that takes `base` itself is a helper.

    >>> class Fruit: ...
    >>> class Apple(Fruit): ...
    >>> def _peel(hand: str, fruit: Apple) -> str:
    ...     return f"{hand} peels an apple"
    >>> by_type({"_peel": _peel}, Fruit)[Apple]("She", Apple())
    'She peels an apple'

    Raises:
        TypeError: two functions take the same kind.
    """
    found = ByType(base)
    for name, function in namespace.items():
        if not name.startswith("_") or not isinstance(function, FunctionType):
            continue
        hints = [hint for what, hint in function.__annotations__.items() if what != "return"]
        for kind in (kind for hint in hints for kind in get_args(hint) or (hint,)):
            if isinstance(kind, type) and issubclass(kind, base) and kind is not base:
                if kind in found:
                    raise TypeError(f"{name} and {found[kind].__name__} both take {kind.__name__}")
                found[kind] = function
    for table in more:
        found.update(table)
    return found
