"""The sheet of an environment: a name or file with settings, or a rule set that somebody has already."""

from collections.abc import Sequence
from pathlib import Path

from hotdice.rules import Ruleset, load

Rules = str | Path | Ruleset


def sheet_for(rules: Rules, settings: Sequence[str] = ()) -> Ruleset:
    """The rule set that is meant.

    >>> sheet_for("classic", ["target=3000"]).target
    3000
    >>> sheet_for(load("kcd")).name
    'kcd'

    Raises:
        RulesError: there is no such sheet, or a setting is wrong.
        ValueError: settings were given with a rule set.
    """
    if not isinstance(rules, Ruleset):
        return load(rules, settings)
    if settings:
        raise ValueError(
            "settings go with the name of a sheet: load(name, settings) makes a rule set of both"
        )
    return rules
