"""A second verifier, written from docs/fair-dice.md alone: it shares no line with `hotdice.match.fair`."""

import hashlib
import hmac
import struct


def frame(field: bytes) -> bytes:
    return struct.pack(">I", len(field)) + field


def dice(
    server: bytes, game: str, seats: list[bytes], label: str, *, count: int, faces: int = 6
) -> list[int]:
    head = frame(b"hotdice-fair-1") + frame(game.encode()) + frame(b"%d" % len(seats))
    for seed in seats:
        head += frame(seed)
    shown: list[int] = []
    block = 0
    while len(shown) < count:
        mac = hmac.new(server, head + frame(label.encode()) + frame(b"%d" % block), hashlib.sha256)
        shown += [b - b // faces * faces + 1 for b in mac.digest() if b < 256 // faces * faces]
        block += 1
    return shown[:count]


def throws(text: str) -> list[tuple[str, str]]:
    """The label and the faces of every throw of a record file of six-dice sheets without rolls by hand."""
    found: list[tuple[str, str]] = []
    lines = text.split("\n\n", 1)[1].splitlines()
    names = [line[5:] for line in text.splitlines() if line.startswith("seat ")]
    duplicate = "\ngame duplicate\n" in text
    against = [line[8:] for line in text.splitlines() if line.startswith("against ")]
    people = names
    for line in lines:
        if duplicate and line.startswith("board "):
            names = [people[int(line[6:]) - 1], *against]
            continue
        head, _, body = line.split("#", 1)[0].partition("|")
        words = [word.split(":")[0] for word in body.split()]
        rolls = [word for word in words if word.isdigit()]
        if head.strip() == "off":
            continue
        turn, name = head.strip().split(" ", 1)
        for number, roll in enumerate(rolls, 1):
            found.append((f"roll {turn}.{names.index(name.strip()) + 1}.{number}.1", roll))
    return found


def in_order(told: str, game: str, seeds: list[bytes]) -> bool:
    """Whether every seed was bound after the commitment (fact 1) and before any sealed one was opened."""
    pairs, begun = told.split(":")
    bound, opened = [1], [int(begun)]
    for number, pair in enumerate(pairs.split(","), 1):
        if pair == "-":
            name = frame(b"hotdice-fair-1") + frame(b"seat") + frame(game.encode()) + frame(b"%d" % number)
            if seeds[number - 1] != hashlib.sha256(name).digest():
                return False
            continue
        first, last = map(int, pair.split("-"))
        if first < 2 or last < first or last >= int(begun):
            return False
        bound.append(first)
        opened += [last] if last > first else []
    return max(bound) < min(opened)


def check(text: str) -> bool:
    """Whether a record's commitment and every throw follow from its seeds."""
    header = next(line for line in text.splitlines() if line.startswith("dice fair "))
    _, _, promised, game, server, seats, *more = header.split(" ")
    seed = bytes.fromhex(server.removeprefix("server="))
    if hashlib.sha256(seed).hexdigest() != promised:
        return False
    seeds = [bytes.fromhex(part) for part in seats.removeprefix("seats=").split(",")]
    told = [word.removeprefix("order=") for word in more if word.startswith("order=")]
    if told and not in_order(told[0], game.removeprefix("game="), seeds):
        return False
    return all(
        dice(seed, game.removeprefix("game="), seeds, label, count=len(roll)) == [int(face) for face in roll]
        for label, roll in throws(text)
    )
