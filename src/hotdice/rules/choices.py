"""Named choices: enumerations whose text is the word that stands in a file."""

from enum import StrEnum


class Choice(StrEnum):
    """Base of the named choices: their text is the word that stands in a rule file."""
