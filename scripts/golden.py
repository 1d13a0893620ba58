"""`make golden`: write every pinned and golden file anew.

A room that pins figures has a module in its tests with `files()`, which returns what each of its files
must hold; the tests of the room compare, this program writes. A new room adds its module's name here.
"""

import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WRITERS = [
    "rules.pins",
    "game.pins",
    "munchkin.pins",
    "game.cards.pins",
    "terminal.snapshots",
    "terminal.transcript",
]


def write(wanted: Mapping[Path, str]) -> list[Path]:
    """Write the files that are not yet as wanted, and say which."""
    changed = [path for path, text in wanted.items() if not path.exists() or path.read_text() != text]
    for path in changed:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(wanted[path], encoding="utf-8")
    return changed


def main() -> None:
    """Write what every room pins and list what changed."""
    sys.path.insert(0, str(ROOT / "tests"))
    for name in WRITERS:
        wanted: dict[Path, str] = import_module(name).files()
        changed = write(wanted)
        print(f"{name}: {len(wanted)} files, {len(changed)} written")
        for path in changed:
            print(f"  {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
