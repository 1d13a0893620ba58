"""Whether there is a compiler for the inner loops. It is asked at every start, so this imports nothing."""

from importlib.util import find_spec


def compiled_available() -> bool:
    """Whether numba is installed; without it everything works, more slowly.

    >>> compiled_available() in (True, False)
    True
    """
    return find_spec("numba") is not None
