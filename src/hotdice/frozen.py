"""The base of every value of the house: it does not change once it is made, which is said here alone."""

from typing import dataclass_transform

import msgspec


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Frozen(msgspec.Struct, frozen=True):
    """A value that does not change; whoever wants another one makes another one.

    >>> class Place(Frozen):
    ...     seat: int
    >>> Place(3).seat = 4
    Traceback (most recent call last):
    AttributeError: immutable type: 'Place'
    """
