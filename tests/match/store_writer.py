"""A process that writes to a store until it is killed, and says on standard output what was acknowledged.

python -m match.store_writer PATH [--sync NORMAL] [--die-at POINT --after N] [--entries N]
"""

import argparse
import os
from collections import deque
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from hotdice.match.store import Entry
from hotdice.match.store.chain import chained, head_of
from hotdice.match.store.sqlite import open_sqlite

MATCHES = 8


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("path", type=Path)
    parser.add_argument("--sync", default="FULL")
    parser.add_argument("--die-at", default="")
    parser.add_argument("--after", type=int, default=0)
    parser.add_argument("--entries", type=int, default=10**9)
    asked = parser.parse_args()
    left = [asked.after]

    def reached(name: str) -> None:
        if name == asked.die_at:
            left[0] -= 1
            if left[0] < 0:
                os._exit(9)

    store = open_sqlite(asked.path, reached=reached, synchronous=asked.sync)
    logs = {f"match-{number}": store.read(f"match-{number}") for number in range(MATCHES)}
    places = {name: (len(log), head_of(log)) for name, log in logs.items()}
    flying: deque[tuple[Entry, Future[Any]]] = deque()
    for number in range(asked.entries):
        name = f"match-{number % MATCHES}"
        length, head = places[name]
        command = f"{name}-{length}"
        entry = Entry(match=name, expected=length, head=head, events=(b'{"n":%d}' % length,), at=length,
                      command=command, digest=b"d", answer=command.encode())  # fmt: skip
        flying.append((entry, store.append(entry)))
        places[name] = length + 1, chained(entry)[-1].hash
        if len(flying) >= MATCHES:
            acknowledge(*flying.popleft())
    for entry, future in flying:
        acknowledge(entry, future)
    store.close()


def acknowledge(entry: Entry, future: "Future[Any]") -> None:
    """Wait until the entry is kept, then say so in one write."""
    future.result()
    os.write(1, f"{entry.match} {entry.expected + 1}\n".encode())


if __name__ == "__main__":
    main()
