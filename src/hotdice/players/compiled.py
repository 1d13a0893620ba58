"""A decorator that compiles a function and keeps its type; without numba the function stays as it is."""

from collections.abc import Callable
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar, cast

from hotdice.odds.compiling import compiled_available

ROOMS = ("odds", "players", "arena", "envs")
"""Where the functions stand that are compiled with `compiled`, or woven into such."""

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """A function as machine code that other threads can run beside; compiled once a machine, then kept.

    >>> @compiled
    ... def double(number: int) -> int:
    ...     return 2 * number
    >>> double(21)
    42
    """
    return cast(Function, _compile(function, inline=True))


def compiled_apart(function: Function) -> Function:
    """As `compiled`, for a long function that is called rarely: it is not woven into its callers."""
    return cast(Function, _compile(function, inline=False))


def _compile(function: Callable[..., Any], *, inline: bool) -> Any:
    if not compiled_available():
        return function
    from numba import njit

    # A function typed at a prompt or in a doctest has no file next to which its code could be kept.
    keep = Path(function.__code__.co_filename).is_file()
    dispatcher: Any = njit(nogil=True, cache=keep, error_model="numpy", forceinline=inline)(function)
    if keep:
        # Numba forgets kept code when the function's own file changes. These functions are woven into each
        # other across files, so theirs is forgotten when any file of the rooms that have some changes. The
        # version is what numba looks at before it reads anything else, types that are gone included.
        dispatcher._cache._cache_file._version += _stamp()
    return dispatcher


@lru_cache(maxsize=1)
def _stamp() -> str:
    """Names, times and sizes of the files in the rooms with compiled functions, as one short text."""
    house = Path(__file__).parents[1]
    found = [path for room in ROOMS for path in sorted((house / room).glob("*.py"))]
    text = repr([(str(path), path.stat().st_mtime_ns, path.stat().st_size) for path in found])
    return blake2b(text.encode(), digest_size=8).hexdigest()
