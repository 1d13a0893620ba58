"""The page's own verifier: bar R4, and everything that it must refuse."""

import hashlib
import hmac
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from conftest import Bar
from hotdice.game import Record
from hotdice.match.fair import FairDraws
from hotdice.match.fair_record import FairHeader, derive_fair
from match.test_fair import fair_game
from web.modules import run_module

_VECTORS = """
import { Draws } from "page/fair/draws";
import { fromHex, hmac, sha256, toHex } from "page/fair/sha256";
export function answer({ messages, keys, draws }) {
  return {
    hashes: messages.map((one) => toHex(sha256(fromHex(one)))),
    macs: messages.map((one, index) => toHex(hmac(fromHex(keys[index]))(fromHex(one)))),
    draws: draws.map(({ server, game, seats, label }) => {
      const made = new Draws(fromHex(server), game, seats.map(fromHex));
      const below = made.below(label, [52, 51, 1, 4000000000]);
      return [toHex(made.block(label, 1)), made.dice(label, 40), made.dice(label, 9, 10), below];
    }),
  };
}
"""
_GAMES = """
import { verify } from "page/fair/verify";
export function answer(games) {
  return games.map(({ opened, noted, events, weights }) => {
    const found = verify(opened, noted, events, weights);
    return [found.holds, found.faults, found.rolls.length, found.rolls.filter((roll) => !roll.holds).length];
  });
}
"""


def _bytes(length: int, number: int) -> bytes:
    return (hashlib.sha256(str(number).encode()).digest() * (length // 32 + 1))[:length]


def test_hashes_and_draws_are_those_of_the_scheme(tmp_path: Path) -> None:
    """Every length around the edges of blocks; what is compared with is the standard library."""
    messages = [_bytes(length, length) for length in (*range(132), 1000)]
    keys = [_bytes(length % 100, length) for length in range(len(messages))]
    draws = [
        {
            "server": _bytes(32, number).hex(),
            "game": f"gäme {number}",
            "seats": [_bytes(16 + number % 17, seat).hex() for seat in range(number % 5)],
            "label": f"roll {number}",
        }
        for number in range(20)
    ]
    given = {"messages": [one.hex() for one in messages], "keys": [one.hex() for one in keys], "draws": draws}
    page = run_module(tmp_path, _VECTORS, given)
    assert page["hashes"] == [hashlib.sha256(one).hexdigest() for one in messages]
    assert page["macs"] == [
        hmac.digest(key, one, "sha256").hex() for key, one in zip(keys, messages, strict=True)
    ]
    for one, (block, dice, tens, below) in zip(draws, page["draws"], strict=True):
        seats = [bytes.fromhex(seed) for seed in one["seats"]]
        fair = FairDraws(bytes.fromhex(str(one["server"])), str(one["game"]), seats)
        label = str(one["label"])
        assert block == fair.block(label, 1).hex()
        assert tuple(dice) == fair.dice(label, 40)
        assert tuple(tens) == fair.dice(label, 9, 10)
        assert tuple(below) == fair.below(label, 52, 51, 1, 4_000_000_000)


def _told(record: Record) -> dict[str, Any]:
    """A game as the page hears of it."""
    header = FairHeader.parse(record.dice)
    assert header.server_seed is not None
    return {
        "opened": {
            "match": header.game,
            "commitment": header.commitment,
            "server_seed": header.server_seed.hex(),
            "seeds": [seed.hex() for seed in header.seat_seeds],
        },
        "noted": {"commitment": header.commitment, "seeds": [header.seat_seeds[1].hex()]},
        "events": [msgspec.to_builtins(event) for event in record.events],
        "weights": msgspec.to_builtins(record.rules.weights),
    }


def _check_games(numbers: range, folder: Path, bar: Bar) -> None:
    games = throws = 0
    for start in range(numbers.start, numbers.stop, 250):
        records = [fair_game(number) for number in range(start, min(start + 250, numbers.stop))]
        for record, (holds, faults, rolls, wrong) in zip(
            records, run_module(folder, _GAMES, [_told(record) for record in records]), strict=True
        ):
            proof = derive_fair(record)
            assert proof.holds
            assert (holds, faults, rolls, wrong) == (True, [], proof.throws, 0)
            games += 1
            throws += rolls
    bar("R4 in the page", f"{games:,} games, {throws:,} throws, equal", "all", games == len(numbers))


def test_r4_the_page_derives_what_the_server_derives(tmp_path: Path, bar: Bar) -> None:
    _check_games(range(100), tmp_path, bar)


@pytest.mark.nightly
def test_r4_ten_thousand_games_in_the_page(tmp_path: Path, bar: Bar) -> None:
    _check_games(range(10_000), tmp_path, bar)


@pytest.mark.parametrize(("sheet", "seats"), [("kcd", 2), ("playmonster", 4), ("munchkin-farkle", 3)])
def test_loaded_dice_roll_offs_and_cards_are_checked_too(sheet: str, seats: int, tmp_path: Path) -> None:
    record = fair_game(7, sheet, seats)
    [[holds, faults, rolls, wrong]] = run_module(tmp_path, _GAMES, [_told(record)])
    assert (holds, faults, wrong) == (True, [], 0)
    assert rolls == derive_fair(record).throws


def _flip(text: str, place: int) -> str:
    """Hex digits with one bit changed."""
    return text[:place] + f"{int(text[place], 16) ^ 1:x}" + text[place + 1 :]


@pytest.mark.parametrize("every", [7, pytest.param(1, marks=pytest.mark.nightly)])
def test_r4_every_changed_bit_is_found(every: int, tmp_path: Path, bar: Bar) -> None:
    """Each byte of each seed, each die, each label, each pair of rolls: none may pass."""
    original = msgspec.json.encode(_told(fair_game(3)))
    changed: list[tuple[str, dict[str, Any]]] = []

    def fresh(what: str) -> dict[str, Any]:
        game: dict[str, Any] = msgspec.json.decode(original)
        changed.append((what, game))
        return game

    told = msgspec.json.decode(original)
    for place in range(64):
        game = fresh(f"server seed {place}")
        game["opened"]["server_seed"] = _flip(game["opened"]["server_seed"], place)
        game = fresh(f"commitment {place}")
        game["opened"]["commitment"] = _flip(game["opened"]["commitment"], place)
    for seat, seed in enumerate(told["opened"]["seeds"]):
        for place in range(len(seed)):
            game = fresh(f"seed {seat} {place}")
            game["opened"]["seeds"][seat] = _flip(seed, place)
    fresh("other seal")["noted"]["commitment"] = "00" * 32
    fresh("own seed")["noted"]["seeds"] = ["00" * 16]
    fresh("game")["opened"]["match"] = "game-4"
    fresh("hidden")["opened"]["server_seed"] = ""
    fresh("seats")["opened"]["seeds"].pop()
    rolled = [index for index, event in enumerate(told["events"]) if event["type"] == "DiceRolled"]
    asked = [index for index, event in enumerate(told["events"]) if event["type"] == "RollAsked"]
    for index in rolled:
        event = fresh(f"die {index}")["events"][index]
        event["faces"][-1] = event["faces"][-1] % 6 + 1
    for index in asked:
        for field in ("seat", "turn", "roll", "throw"):
            fresh(f"{field} {index}")["events"][index][field] += 1
    for one, other in pairwise(asked):
        game = fresh(f"order {one}")
        for shift in (0, 1):
            events = game["events"]
            events[one + shift], events[other + shift] = events[other + shift], events[one + shift]
    for index in asked[1:-1]:
        game = fresh(f"left out {index}")
        del game["events"][index : index + 2]
    changed = changed[::every]
    answers = run_module(tmp_path, _GAMES, [game for _, game in changed])
    missed = [
        what
        for (what, game), (holds, *_) in zip(changed, answers, strict=True)
        if holds and msgspec.json.encode(game) != original
    ]
    bar("R4 control", f"{len(changed) - len(missed):,} of {len(changed):,} changes found", "all", not missed)
    assert missed == []
    assert run_module(tmp_path, _GAMES, [told])[0][0] is True
