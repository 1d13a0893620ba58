"""Branch coverage by room, after `coverage run`: `python -m scripts.coverage_rooms [ROOM ...]`.

Only the rooms whose tests were watched tell anything; compiled code is not seen and not counted.
"""

import json
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

import coverage

ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    """Print a line for each room: lines and branches that some test has come by."""
    watched = coverage.Coverage()
    watched.load()
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        watched.json_report(outfile=file.name)
        files = json.loads(Path(file.name).read_text(encoding="utf-8"))["files"]
    rooms: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for path, told in files.items():
        parts = Path(path).parts
        room = parts[parts.index("hotdice") + 1]
        counts = told["summary"]
        keys = ("covered_lines", "num_statements", "covered_branches", "num_branches")
        rooms[room.removesuffix(".py")] = [
            have + counts[key] for have, key in zip(rooms[room.removesuffix(".py")], keys, strict=True)
        ]
    wanted = sys.argv[1:] or sorted(rooms)
    rooms = {room: counts for room, counts in rooms.items() if room in wanted}
    for room, (lines, of_lines, branches, of_branches) in sorted(rooms.items()):
        print(f"{room:12s} lines {_share(lines, of_lines)}, branches {_share(branches, of_branches)}")
    return 0


def _share(part: int, whole: int) -> str:
    """A share in words.

    >>> _share(1, 3), _share(0, 0)
    ('33.3 % of 3', 'none')
    """
    return f"{100 * part / whole:.1f} % of {whole:,}" if whole else "none"


if __name__ == "__main__":
    sys.exit(main())
