"""The base of every value of the house: it does not change once it is made, which is said here alone."""

from typing import Any, TypeVar, dataclass_transform

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


FrozenT = TypeVar("FrozenT", bound=Frozen)


def alike(kind: type[FrozenT], source: object, **others: Any) -> FrozenT:
    """A value that holds what another one holds under the same names; `others` are told.

    >>> class Chair(Frozen):
    ...     seat: int
    ...     name: str = ""
    >>> class Guest(Frozen):
    ...     name: str
    ...     age: int
    >>> alike(Chair, Guest("Ann", 40), seat=2)
    Chair(seat=2, name='Ann')
    """
    names = (name for name in kind.__struct_fields__ if name not in others and hasattr(source, name))
    return kind(**{name: getattr(source, name) for name in names}, **others)
