"""Plays an evening on from wherever its file stands, command by command, until it is over; it may be killed.

`python evening_player.py FILE SEED` says after every command how long the log is.
"""

import sys
from pathlib import Path
from random import Random

from hotdice.club.evening import commands as c
from hotdice.club.evening.state import Evening
from hotdice.game import Refusal
from hotdice.terminal import evening_file

ROUNDS = 5


def next_command(evening: Evening, dice: Random) -> c.AnyCommand | None:
    """What the host does next."""
    if evening.now is None or evening.now.over:
        return c.Pair() if len(evening.rounds) < ROUNDS else None
    table = next(table for table in evening.now.tables if not table.over)
    return c.TypeResult(table.number, tuple(dice.randrange(2_000, 10_000) for _ in table.players))


def play(path: Path, dice: Random) -> None:
    evening = evening_file.read(path)
    while (command := next_command(evening, dice)) is not None:
        found = evening_file.ask(path, command)
        assert not isinstance(found, Refusal), found
        evening = found
        print(evening.length, flush=True)


if __name__ == "__main__":
    play(Path(sys.argv[1]), Random(int(sys.argv[2])))
