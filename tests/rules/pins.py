"""The pinned figures of scoring: the perft of a sheet, one file each. `make golden` writes them anew."""

import hashlib
import json
from collections import Counter
from math import factorial, prod
from pathlib import Path
from typing import Any

from hotdice.rules import Ruleset, load, shipped, sorted_rolls

FOLDER = Path(__file__).parent / "pinned"


def ways(roll: tuple[int, ...]) -> int:
    """How many ordered rolls have these faces."""
    return factorial(len(roll)) // prod(factorial(count) for count in Counter(roll).values())


def figures(rules: Ruleset) -> dict[str, Any]:
    """Hash of the rule set, hash of its whole table of rolls and keeps, and counts for each number of dice.

    `rolls`, `farkles`, `hot` and `keeps` count over all ordered rolls, `distinct_keeps` over sorted ones.
    """
    digest = hashlib.sha256()
    dice: dict[str, dict[str, int]] = {}
    for count in range(1, rules.dice + 1):
        counted = dict.fromkeys(("rolls", "farkles", "hot", "keeps", "distinct_keeps"), 0)
        for roll in sorted_rolls(count):
            options = rules.table.options(roll).options
            line = " ".join(f"{o.keep}={o.points}" for o in options)
            digest.update(f"{''.join(map(str, roll))}: {line}\n".encode())
            weight = ways(roll)
            counted["rolls"] += weight
            counted["farkles"] += weight * (not options)
            counted["hot"] += weight * any(option.hot for option in options)
            counted["keeps"] += weight * len(options)
            counted["distinct_keeps"] += len(options)
        dice[str(count)] = counted
    return {"hash": rules.hash, "table": digest.hexdigest(), "dice": dice}


def files() -> dict[Path, str]:
    """What each pinned file must hold."""
    return {FOLDER / f"{name}.json": json.dumps(figures(load(name)), indent=1) + "\n" for name in shipped()}
