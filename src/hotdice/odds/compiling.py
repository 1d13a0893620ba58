"""Compiled inner loops: whether there is a compiler, and decorators that keep a function's type.

Whether numba is there is asked at every start, so nothing heavy is imported here.
"""

from collections.abc import Callable
from functools import lru_cache
from hashlib import blake2b
from importlib.util import find_spec
from inspect import isgeneratorfunction
from pathlib import Path
from typing import Any, TypeVar, cast

ROOMS = ("odds", "players", "arena", "envs")
"""Where the functions stand that are compiled, and what is woven into them."""

CONSTANTS = ("rules/ruleset.py", "rules/deck.py", "game/state.py")
"""Files of other rooms whose constants stand in compiled code."""

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled_available() -> bool:
    """Whether numba is installed; without it everything works, more slowly.

    >>> compiled_available() in (True, False)
    True
    """
    return find_spec("numba") is not None


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


def compiled_lean(function: Function) -> Function:
    """As `compiled`, for a function that reads and writes the arrays it is handed and makes none of its own.

    Else numba counts up and down again how often each array is in use, call by call. That took nearly half
    the time of a loop that hands many on, and threads that share them wait for each other's counting.

    >>> @compiled_lean
    ... def add(numbers: list[int], place: int) -> None:
    ...     numbers[place] += 1
    >>> import numpy as np
    >>> numbers = np.zeros(2, np.int64)
    >>> add(numbers, 1)
    >>> numbers.tolist()
    [0, 1]
    """
    return cast(Function, _compile(function, inline=True, counts=False))


def compiled_lean_apart(function: Function) -> Function:
    """As `compiled_lean`, for a long function: it is not woven into its callers."""
    return cast(Function, _compile(function, inline=False, counts=False))


def _compile(function: Callable[..., Any], *, inline: bool, counts: bool = True) -> Any:
    if isgeneratorfunction(function):
        # Kept, it cannot be called by what is compiled later; and arrays that it was handed are never freed.
        raise TypeError(f"{function.__name__} is a generator, which is not for compiled code")
    if not compiled_available():
        return function
    from numba import njit

    # A function typed at a prompt or in a doctest has no file next to which its code could be kept.
    keep = Path(function.__code__.co_filename).is_file()
    options = {"error_model": "numpy", "forceinline": inline, "_nrt": counts}
    dispatcher: Any = njit(nogil=True, cache=keep, **options)(function)
    if keep:
        # Numba forgets kept code when the function's own file changes. These functions are woven into each
        # other across files, so theirs is forgotten when any file of those rooms has other contents. The
        # version is what numba looks at before it reads anything else, types that are gone included.
        dispatcher._cache._cache_file._version += _stamp()
    return dispatcher


@lru_cache(maxsize=1)
def _stamp() -> str:
    """The contents of all files in the rooms with compiled functions, as one short text."""
    house = Path(__file__).parents[1]
    found = [path for room in ROOMS for path in sorted((house / room).glob("*.py"))]
    return stamp_of([*found, *(house / name for name in CONSTANTS)])


def stamp_of(paths: list[Path]) -> str:
    """A short text that differs where a name or the contents of a file do.

    >>> stamp_of([Path(__file__)]) == stamp_of([Path(__file__)]) != stamp_of([])
    True
    """
    digest = blake2b(digest_size=8)
    for path in paths:
        content = path.read_bytes()
        digest.update(f"{path.name} {len(content)} ".encode() + content)
    return digest.hexdigest()
