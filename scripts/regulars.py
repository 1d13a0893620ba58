"""The bots of the page: their faces, and how strong they are from 1 to 5, as it was measured.

`python -m scripts.regulars` takes the table of faces and the measured shares of wins in the documents and
writes `web/src/art/regulars.json`, which the page shows. The measure is the share of games between two that a
bot wins against the strongest of its kind of table: the champion, with cards `schemer`, at Munchkin Dice
`shrewd`.
"""

import csv
import json
import re
from collections import defaultdict
from pathlib import Path
from statistics import mean

from hotdice.players.faces import FACES
from hotdice.players.paper_rule import all_card_rules

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "web" / "src" / "art" / "regulars.json"
STEPS = (0.10, 0.25, 0.38, 0.495)
"""A share below the first is 1, below the second 2, and so on; the strongest itself wins half: 5."""
_SHARE = re.compile(r"([\d.]+)%")


def step(share: float) -> int:
    """The strength for a share of wins against the strongest.

    >>> [step(share) for share in (0.01, 0.2, 0.3, 0.41, 0.5)]
    [1, 2, 3, 4, 5]
    """
    return 1 + sum(share >= edge for edge in STEPS)


def between_two(own: float, best: float) -> float:
    """A share of a table with more seats, as if only the two of them were at it.

    >>> between_two(0.25, 0.25)
    0.5
    """
    return own / (own + best)


def measured(docs: Path = ROOT / "docs") -> dict[str, float]:
    """Every bot with a face, and its share of wins against the strongest."""
    shares: dict[str, list[float]] = defaultdict(list)
    with (docs / "strength.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["second"] == "champion" != row["first"]:
                shares[row["first"].partition(":")[0]].append(float(row["share"]))
    shares["paper"] = [card.back_wins for card in all_card_rules().values()]
    found = {bot: mean(all_sheets) for bot, all_sheets in shares.items()}

    rivals = (docs / "cards.md").read_text(encoding="utf-8").partition("One schemer among rivals")[2]
    for bot in ("eager",):
        shown = [float(one) / 100 for one in _SHARE.findall(_line(rivals, f"| {bot} |"))[::3]]
        seats = (3, 4, 5)
        each = [(1 - share) / (count - 1) for share, count in zip(shown, seats, strict=True)]
        found[bot] = mean(between_two(own, share) for own, share in zip(each, shown, strict=True))

    share = _first(
        _line((docs / "cards-played-well.md").read_text(encoding="utf-8"), "| 3 | `schemer` | house |")
    )
    found["sage"] = between_two(share, (1 - share) / 2)  # one sage, two schemers

    tables = (docs / "munchkin-dice.md").read_text(encoding="utf-8").split("$ hotdice munchkin simulate")
    for bot in ("steady", "gambler", "seer"):
        table = next(one for one in reversed(tables) if f"\n  {bot} " in one)
        own, best = (_first(_line(table, f"  {name} ")) for name in (bot, "shrewd"))
        found[bot] = between_two(own, best)
    return found | {"champion": 0.5, "schemer": 0.5, "shrewd": 0.5}


def _line(text: str, begin: str) -> str:
    return next(line for line in text.splitlines() if line.startswith(begin))


def _first(line: str) -> float:
    share = _SHARE.search(line)
    assert share is not None, line
    return float(share[1]) / 100


def text() -> str:
    """The file as it must be: by strength."""
    shares = measured()
    found = {
        bot: {"face": FACES[bot].drawing, "strength": step(shares[bot])}
        for bot in sorted(FACES, key=lambda bot: (shares[bot], bot))
    }
    return json.dumps(found, indent=2) + "\n"


def main() -> None:
    """Write the file."""
    FILE.write_text(text(), encoding="utf-8")
    for bot, share in sorted(measured().items(), key=lambda one: one[1]):
        print(f"{bot:14} {share:6.1%}  {step(share)}")


if __name__ == "__main__":
    main()
