"""`make protocol` also writes the shipped sheets, decks, dice and strategy cards as data for the core.

The core checks this data as the loader in Python checks the files: a key that one of them misses is found.
"""

import json
import tomllib
from importlib import resources
from pathlib import Path

import msgspec

from hotdice.players.paper_rule import all_card_rules
from hotdice.rules import shipped
from hotdice.rules.bags import CATALOGUES, catalogue
from hotdice.rules.decks import shipped_decks

CORE = Path(__file__).resolve().parent.parent / "web" / "src" / "core"
TARGET = CORE / "rules" / "sheets.json"
CARDS = CORE / "players" / "paper_rules.json"
HASH = 12
"""So many digits of a sheet's hash tell whether a card is for these very rules."""
KEYS = ("stops", "worths", "ease", "near", "lead", "fade")


def text() -> str:
    """What the file must hold."""
    folder = resources.files("hotdice.sheets")

    def read(name: str) -> object:
        return tomllib.loads(folder.joinpath(f"{name}.toml").read_text(encoding="utf-8"))

    data = {
        "sheets": {name: read(name) for name in shipped()},
        "decks": {name: read(f"decks/{name}") for name in shipped_decks()},
        "dice": {die: row for name in CATALOGUES for die, row in catalogue(name).items()},
    }
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def cards() -> str:
    """The front and the back of every strategy card, as the file of the core must hold them."""
    found = {}
    for card in all_card_rules().values():
        sides = []
        for rule, wins in ((card.front, card.front_wins), (card.back, card.back_wins)):
            assert not rule.ahead_stops, "the core knows no rule that is another for who is ahead"
            numbers = msgspec.to_builtins(rule)
            sides.append({key: numbers[key] for key in KEYS} | {"wins": wins})
        found[card.hash[:HASH]] = sides
    lines = [f"{json.dumps(key)}: {json.dumps(sides, separators=(',', ':'))}" for key, sides in found.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
    CARDS.write_text(cards(), encoding="utf-8")
    print(f"wrote {TARGET.name} and {CARDS.name}")
