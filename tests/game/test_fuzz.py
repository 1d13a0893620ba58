"""Random bytes and mutated records: the one documented error or a round trip, nothing else."""

import random

import pytest

from game.pins import FOLDER
from hotdice.game import (
    PositionError,
    RecordError,
    parse_position,
    parse_record,
    print_position,
    print_record,
)

ALPHABET = "0123456789:=@x*|#,.-~ \nabcdefghijklmnopqrstuvwxyzABC{}[]\"'\0\t\u2028é"
SHORT = [path.read_text() for path in sorted((FOLDER / "examples").glob("*.farkle"))]
LONG = [path.read_text() for path in sorted((FOLDER / "golden").glob("*.farkle"))]
WORDS = ["=0", "x", "x-500", "*", "hand=x", "hand=300", "resign@1", "timeout", "advice@1", "correct@1=0,y,0"]


def mutated(text: str, rng: random.Random) -> str:
    """The text with a few small faults in it."""
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(text) + 1)
        match rng.randrange(6):
            case 0:
                text = text[:at] + rng.choice(ALPHABET) + text[at:]
            case 1:
                text = text[:at] + text[at + rng.randint(1, 6) :]
            case 2:
                text = text[:at] + rng.choice(ALPHABET) + text[at + 1 :]
            case 3:
                lines = text.split("\n")
                lines.insert(rng.randrange(len(lines) + 1), rng.choice(lines))
                text = "\n".join(lines)
            case 4:
                lines = text.split("\n")
                lines.pop(rng.randrange(len(lines)))
                text = "\n".join(lines)
            case 5:
                text = text[:at] + f" {rng.choice(WORDS)} " + text[at:]
    return text


def check(text: str | bytes) -> bool:
    """Whether the text is a record; if so it must round-trip."""
    try:
        record = parse_record(text)
    except RecordError:
        return False
    again = parse_record(print_record(record))
    assert again == record
    return True


@pytest.mark.parametrize("part", range(4))
def test_mutated_and_random_records(part: int) -> None:
    rng = random.Random(part)
    accepted = 0
    for _ in range(10_000):
        accepted += check(mutated(rng.choice(SHORT), rng))
    for _ in range(2_000):
        check(rng.randbytes(rng.randrange(200)))
        check("hotdice record 1\nrules classic\nseat A\nseat B\n\n" + rng.randbytes(30).decode("latin-1"))
    for _ in range(40):
        check(mutated(rng.choice(LONG), rng))
    assert accepted > 100, "some mutations leave a record that is still one"


def test_mutated_positions() -> None:
    rng = random.Random(9)
    seeds = [
        "playmonster~r3~s1~m2~n~2500.0.y_0.1.n~t550.1.5",
        "marina~r11~s1~m1~p1.2~9.2.y_-9.2.y_9.0.gy~t0.6",
    ]
    for _ in range(10_000):
        try:
            state = parse_position(mutated(rng.choice(seeds), rng))
        except PositionError:
            continue
        assert print_position(parse_position(print_position(state))) == print_position(state)
