"""Fifty thousand broken rule files: the documented error or a rule set that round-trips, nothing else."""

import random
from collections.abc import Callable
from importlib import resources

import pytest

from hotdice.rules import RulesError, Ruleset, from_raw, from_text, reference, resolve, shipped, to_raw

CASES = 12_500
"""For each of the four ways to make a file."""

SHEETS = [resources.files("hotdice.sheets").joinpath(f"{name}.toml").read_bytes() for name in shipped()]
HOUSES = [
    b'base = "classic"\ntarget = 5000\n',
    b'base = "marina"\npenalty.points = 1000\npenalty.floor = 0\n[scoring.alike]\nscheme = "double"\n',
    b'target = 2000\ndice = 5\ntoxic = { face = 2, count = 4 }\nweights = [2, 1, 1, 1, 1, 1]\n'
    b'[scoring]\nsingles = { 1 = 100, 5 = 50 }\nruns = { 1-5 = 500 }\n'
    b'[[scoring.sets]]\ndice = "135"\npoints = 500\n',
]  # fmt: skip
WORDS = [
    b"=", b"\n", b" ", b"[", b"]", b"{", b"}", b'"', b"'", b'"""', b".", b",", b"#", b"-", b"\0", b"\r",
    b"\xff", b"\xc3", b"\xef\xbb\xbf", b"true", b"false", b"inf", b"nan", b"0", b"1", b"6", b"-1", b"1e9",
    b"0x", b"9" * 30, b"2026-11-15", b"base", b"target", b"rounds", b"scoring", b"alike", b"scheme",
    b"singles", b"triples", b"runs", b"sets", b"weights", b"penalty", b"toxic", b"dice", b"points",
    b"title", b"reach", b'"exactly"', b'"double"', b'"table"', b"[[scoring.sets]]", b"[scoring]",
    b"[scoring.runs]", b"1-5", b"4 = 2", b"nothing_bonus = 500\n",
]  # fmt: skip


def random_bytes(rng: random.Random) -> bytes:
    return rng.randbytes(rng.randrange(200))


def random_words(rng: random.Random) -> bytes:
    return b"".join(rng.choices(WORDS, k=rng.randrange(1, 40)))


def mutated_bytes(rng: random.Random) -> bytes:
    text = bytearray(rng.choice(SHEETS + HOUSES))
    for _ in range(rng.randrange(1, 6)):
        at = rng.randrange(len(text) + 1)
        match rng.randrange(4):
            case 0:
                text[at:at] = rng.choice(WORDS)
            case 1:
                del text[at : at + rng.randrange(1, 20)]
            case 2:
                text[at : at + 1] = rng.randbytes(1)
            case _:
                start = rng.randrange(len(text) + 1)
                text[at:at] = text[start : start + rng.randrange(1, 40)]
    return bytes(text)


def mutated_lines(rng: random.Random) -> bytes:
    """Lines of several sheets, dropped, doubled, swapped and given each other's values: mostly good TOML."""
    lines = rng.choice(SHEETS + HOUSES).splitlines()
    for _ in range(rng.randrange(1, 5)):
        other = rng.choice(rng.choice(SHEETS + HOUSES).splitlines())
        at = rng.randrange(len(lines) + 1)
        match rng.randrange(4):
            case 0:
                lines.insert(at, other)
            case 1:
                del lines[at : at + 1]
            case 2:
                key = rng.choice(lines or [b""]).partition(b"=")[0]
                lines.insert(at, key + b"=" + rng.choice([other.partition(b"=")[2], *WORDS]))
            case _:
                changed = b"".join(
                    bytes([rng.choice(b"0123456789")]) if c in b"0123456789" else bytes([c]) for c in other
                )
                lines[at : at + 1] = [changed]
    return b"\n".join(lines)


def loaded(text: bytes) -> Ruleset | RulesError:
    try:
        return from_text(text)
    except RulesError as error:
        return error


MAKERS = [random_bytes, random_words, mutated_bytes, mutated_lines]


@pytest.mark.parametrize("maker", MAKERS, ids=lambda maker: maker.__name__)
def test_any_bytes_give_the_documented_error_or_a_rule_set_that_round_trips(
    maker: Callable[[random.Random], bytes],
) -> None:
    rng = random.Random(f"hotdice {maker.__name__}")
    good = bad = 0
    known: set[str] = set()
    for _ in range(CASES):
        text = maker(rng)
        outcome = loaded(text)
        if isinstance(outcome, RulesError):
            bad += 1
            assert outcome.faults
            assert all(fault.message and str(fault).isprintable() for fault in outcome.faults), text
            continue
        rules = outcome
        good += 1
        assert from_raw(to_raw(rules)).hash == rules.hash, text
        if rules.hash not in known:
            known.add(rules.hash)
            travelled = resolve(reference(rules))
            assert (travelled.hash, travelled.title) == (rules.hash, rules.title), text
    assert good + bad == CASES
    # A way of breaking files that never, or always, gives a good one would prove half as much.
    if maker in (mutated_bytes, mutated_lines):
        assert good > CASES // 50
        assert bad > CASES // 50


def test_any_text_as_a_reference_gives_the_documented_error_or_a_rule_set() -> None:
    rng = random.Random("hotdice references")
    start = reference(from_text(HOUSES[2]))
    good = 0
    for _ in range(4_000):
        text = list(start)
        for _ in range(rng.randrange(1, 3)):
            text[rng.randrange(len(text))] = rng.choice('0123456789{}[],:"truefalsnd\\ud800\x00é')
        try:
            rules = resolve("".join(text))
        except RulesError:
            continue
        good += 1
        assert resolve(reference(rules)).hash == rules.hash
    assert good > 100
