"""A host without a network on which two people play until it dies; it says what was acknowledged.

python -m match.host_player PATH --die-after N
"""

import argparse
import asyncio
import json
import os
from pathlib import Path
from typing import Any

import msgspec

from hotdice.match import table_commands as c
from hotdice.match import wire
from match.hosts import House, command_id, play


async def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("path", type=Path)
    parser.add_argument("--die-after", type=int, required=True)
    asked = parser.parse_args()
    left = asked.die_after

    def reached(name: str) -> None:
        nonlocal left
        left -= name == "after ack"
        if left < 0:
            os._exit(9)

    house = House(asked.path, reached=reached)
    party = await house.table("Ann", "Bob")
    await party.accepted(0, c.Begin())
    while True:
        mover = (await party.game()).mover
        move = (await party.game(mover)).legal[-1]
        message = wire.Do(command_id(), play(move), await party.length())

        told = {
            "match": party.match,
            "tokens": [seat.token for seat in party.seated],
            "seat": mover,
            "id": message.id,
            "expected": message.expected,
            "move": msgspec.to_builtins(move),
        }

        def reply(answer: wire.AnyAnswer, told: dict[str, Any] = told) -> None:
            print(json.dumps(told | {"seq": answer.seq}), flush=True)

        await house.host.do(party.match, await party.ticket(mover), message, reply)


if __name__ == "__main__":
    asyncio.run(main())
