"""A rule set as one line of text that travels: in records, positions and links."""

import json
from typing import Any

from hotdice.rules.faults import Fault, RulesError
from hotdice.rules.files import MAX_FILE
from hotdice.rules.loading import from_raw, load, shipped
from hotdice.rules.ruleset import Ruleset
from hotdice.rules.writing import differences, to_raw


def reference(rules: Ruleset) -> str:
    """A text from which `resolve` makes the same rule set: a shipped name, or compact data.

    >>> from hotdice.rules import load
    >>> reference(load("classic")), reference(load("classic", ["target=5000"]))
    ('classic', '{"base":"classic","target":5000}')
    """
    if rules.name in shipped():
        sheet = load(rules.name)
        if (sheet.hash, sheet.title) == (rules.hash, rules.title):
            return rules.name
    if rules.base:
        raw = {"base": rules.base} | differences(rules, load(rules.base))
        if from_raw(raw).hash == rules.hash:
            return _compact(_titled(raw, rules))
    return _compact(_titled(to_raw(rules), rules))


def _titled(raw: dict[str, Any], rules: Ruleset) -> dict[str, Any]:
    """The data with its title, where that does not follow from the differences by itself."""
    return raw if from_raw(raw).title == rules.title else raw | {"title": rules.title}


def _compact(raw: dict[str, Any]) -> str:
    return json.dumps(raw, separators=(",", ":"), sort_keys=True)


def resolve(text: str) -> Ruleset:
    """The rule set that a `reference` names.

    >>> resolve('{"base":"classic","target":5000}').title
    'Classic Farkle, to 5,000'

    Raises:
        RulesError: the text names no rule set.
    """
    if text in shipped():
        return load(text)
    try:
        raw = json.loads(text) if text.startswith("{") and len(text) <= MAX_FILE else None
    except (ValueError, RecursionError):
        raw = None
    if not isinstance(raw, dict):
        raise RulesError("rules", [Fault("", "is neither a shipped sheet nor the data of one")])
    return from_raw(raw)
