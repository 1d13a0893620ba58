"""What the strategy cards of the shipped sheets are worth, measured by `scripts.strategy_cards`."""

from pathlib import Path

import msgspec

from hotdice.coach.strategy_forms import Measured
from hotdice.rules import Ruleset, load, shipped

FILE = Path(__file__).with_name("measured.json")


def all_measured() -> dict[str, Measured]:
    """What was measured, by the name of the sheet."""
    return msgspec.json.decode(FILE.read_bytes(), type=dict[str, Measured])


def measured_of(rules: Ruleset) -> Measured | None:
    """What the plain card of this very sheet is worth; None where nobody has measured that.

    Sheets with a rule to remember need no games: what it wins is exact.

    >>> from hotdice.rules import load
    >>> found = measured_of(load("marina"))
    >>> found.against, found.games
    ('the champion', 40000)
    >>> measured_of(load("marina", ["rounds=5"])) is None
    True
    """
    if rules.name not in shipped() or load(rules.name).hash != rules.hash:
        return None
    return all_measured().get(rules.name)
