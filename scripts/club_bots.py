"""The bots' numbers of the ladder, from the measured table of strength: `python -m scripts.club_bots`."""

import csv
import json
from pathlib import Path

from hotdice.club.ladder import FILE

TABLE = Path(__file__).parent.parent / "docs" / "strength.csv"


def numbers() -> dict[str, dict[str, dict[str, float]]]:
    """Wins of a hundred against the champion, by sheet and bot, seats taking turns."""
    found: dict[str, dict[str, dict[str, float]]] = {}
    with TABLE.open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["second"] == "champion" and row["first"] != "champion" and row["seating"] == "rotate":
                share = {key: round(100 * float(row[name]), 4) for key, name in
                         (("wins", "share"), ("low", "low"), ("high", "high"))}  # fmt: skip
                found.setdefault(row["sheet"], {})[row["first"]] = {**share, "games": int(row["games"])}
    return found


def main() -> None:
    """Write the file."""
    FILE.write_text(json.dumps(numbers(), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
