"""The page's verifier of Munchkin Dice: every die and every card, and everything that it must refuse."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from conftest import Bar
from hotdice.match.fair import FairDraws, commitment
from hotdice.match.fair_record import FairHeader
from hotdice.match.games.fair_chance import derive_table
from hotdice.match.games.kind import Outcome
from hotdice.match.games.munchkin import MunchkinDice, TableGame
from hotdice.munchkin import Record, evolve
from hotdice.munchkin.film import film
from hotdice.players.munchkin_registry import make_munchkin
from web.modules import run_module

_GAMES = """
import { verifyFilm } from "page/fair/chance";
export function answer(games) {
  return games.map(({ opened, noted, film }) => {
    const found = verifyFilm(opened, noted, film);
    return [found.holds, found.faults, found.rolls.length, found.rolls.filter((roll) => !roll.holds).length];
  });
}
"""
_RULES = '{"winning_level":6}'


def table_game(number: int, seats: int, rules: str = _RULES) -> Record:
    """A whole game of bots with fair dice and cards, its seeds revealed."""
    kind = MunchkinDice()
    server, seeds, name = (
        number.to_bytes(32, "big"),
        [bytes([seat]) * 16 for seat in range(seats)],
        f"mk-{number}",
    )
    sheet = kind.sheet(rules)
    game = kind.begin(sheet.reference, seats, FairDraws(server, name, seeds))
    game = kind.after(game, kind.opening(game))
    bots = ("gambler", "shrewd")
    game = game.with_bots({seat: make_munchkin(bots[seat % 2]) for seat in range(seats)})
    while not game.over:
        turn = game.bot_turns[0]
        outcome = kind.carry_out(game, turn.seat, turn.choose(), "bot")
        assert isinstance(outcome, Outcome)
        assert isinstance(outcome.game, TableGame)
        game = outcome.game
    header = FairHeader(commitment(server), name, server, tuple(seeds))
    return Record(
        game.state.sheet, ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")[:seats], ("human",) * seats, str(header),
        commands=game.commands,
    )  # fmt: skip


def told(record: Record) -> dict[str, Any]:
    """A game as the page hears of it."""
    header = FairHeader.parse(record.dice)
    assert header.server_seed is not None
    found = {
        "opened": {
            "match": header.game,
            "commitment": header.commitment,
            "server_seed": header.server_seed.hex(),
            "seeds": [seed.hex() for seed in header.seat_seeds],
        },
        "noted": {"commitment": header.commitment, "seeds": [header.seat_seeds[0].hex()]},
        "film": film(record, ""),
    }
    decoded: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(found))
    return decoded


@pytest.fixture(scope="module")
def records() -> list[Record]:
    """Games of two to six; the long ones use up a deck and make it anew."""
    short = [table_game(number, 2 + number % 5) for number in range(20)]
    return [*short, *(table_game(number, 3, "munchkin-dice") for number in range(1, 4))]


def test_every_picture_is_what_the_referee_says(records: list[Record]) -> None:
    for record in records[:5]:
        found, (last, events) = film(record, "r"), record.replay()
        state, seats = record.opening_state(), found.seats
        assert len(found.pictures) == len(events)
        for event, picture in zip(events, found.pictures, strict=True):
            state, seats = evolve(state, event), picture.seats or seats
            assert msgspec.json.decode(picture.event)["type"] == type(event).__name__
            assert [(seat.level, seat.hand, seat.play, seat.dead) for seat in seats] == [
                (seat.level, seat.hand, seat.play, seat.dead) for seat in state.seats
            ]
            assert (picture.fight is None) == (state.fight is None)
            assert (picture.turn, picture.mover, picture.body) == (state.turn, state.mover, state.body)
        assert state == last


def test_the_page_derives_what_the_server_derives(records: list[Record], tmp_path: Path, bar: Bar) -> None:
    answers = run_module(tmp_path, _GAMES, [told(record) for record in records])
    chances = [derive_table(record) for record in records]
    equal = sum(tuple(answer) == (True, [], count, 0) for answer, count in zip(answers, chances, strict=True))
    renewed = sum(
        b'"DeckRenewed"' in bytes(picture.event) for one in records for picture in film(one, "").pictures
    )
    assert renewed > 0, "no game has made a deck anew"
    bar(
        "R4 in the page, Munchkin Dice",
        f"{equal} of {len(records)} games, {sum(chances):,} dice and cards, equal",
        "all",
        equal == len(records),
    )


def _flip(text: str, place: int) -> str:
    return text[:place] + f"{int(text[place], 16) ^ 1:x}" + text[place + 1 :]


def _left_out(game: dict[str, Any], at: int) -> None:
    del game["film"]["pictures"][at]


def _twice(game: dict[str, Any], at: int) -> None:
    pictures = game["film"]["pictures"]
    pictures.insert(at, pictures[at])


@pytest.mark.parametrize("every", [7, pytest.param(1, marks=pytest.mark.nightly)])
def test_every_change_is_found(every: int, records: list[Record], tmp_path: Path, bar: Bar) -> None:
    """Each digit of each seed, each die, each card, each one left out or told twice: none may pass."""
    original = msgspec.json.encode(told(records[1]))
    changed: list[tuple[str, dict[str, Any]]] = []

    def change(what: str, how: Callable[[dict[str, Any]], object]) -> None:
        game = msgspec.json.decode(original)
        how(game)
        changed.append((what, game))

    def flip(owner: str, key: Any, place: int) -> None:
        def how(game: dict[str, Any]) -> None:
            holder = game["opened"]["seeds"] if owner == "seeds" else game["opened"]
            holder[key] = _flip(holder[key], place)

        change(f"{owner} {key} {place}", how)

    for place in range(64):
        flip("opened", "server_seed", place)
        flip("opened", "commitment", place)
    for seat in range(3):
        for place in range(32):
            flip("seeds", seat, place)
    change("hidden", lambda game: game["opened"].update(server_seed=""))
    change("match", lambda game: game["opened"].update(match="other"))
    change("own seed", lambda game: game["noted"].update(seeds=["00" * 15 + "aa"]))
    change("other seal", lambda game: game["noted"].update(commitment="00" * 32))
    pictures = msgspec.json.decode(original)["film"]["pictures"]
    kinds: dict[str, int] = {}
    for index, picture in enumerate(pictures):
        event = picture["event"]
        kind = event["type"]
        if kind in ("DieThrown", "EscapeThrown"):
            faces = 10 if kind == "DieThrown" else 6

            def turn(game: dict[str, Any], at: int = index, most: int = faces) -> None:
                one = game["film"]["pictures"][at]
                one["event"]["face"] = one["event"]["face"] % most + 1
                if most == 10:
                    one["die"]["face"] = one["event"]["face"]

            change(f"{kind} {index}", turn)
        elif kind == "CardDrawn":
            pile = "doors" if event["pile"] == "door" else "treasures"

            def swap(game: dict[str, Any], at: int = index, deck: str = pile) -> None:
                one = game["film"]["pictures"][at]["event"]
                one["card"] = next(card for card in game["film"][deck] if card != one["card"])

            change(f"CardDrawn {index}", swap)
        if kind == "DieThrown":
            change(f"left out {index}", partial(_left_out, at=index))
        if kind in ("DieThrown", "EscapeThrown", "CardDrawn", "TurnBegan"):
            change(f"twice {index}", partial(_twice, at=index))
            kinds[kind] = kinds.get(kind, 0) + 1
    assert {"DieThrown", "EscapeThrown", "CardDrawn", "TurnBegan"} <= set(kinds), kinds
    change("a card more", lambda game: game["film"]["doors"].append("cyborg"))
    changed = changed[::every]
    answers = run_module(tmp_path, _GAMES, [game for _, game in changed])
    missed = [what for (what, _), (holds, *_) in zip(changed, answers, strict=True) if holds]
    bar(
        "R4 control, Munchkin Dice",
        f"{len(changed) - len(missed)} of {len(changed)} changes found",
        "all",
        not missed,
    )
    assert missed == []
