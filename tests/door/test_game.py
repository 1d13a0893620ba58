"""The front door: a game that moves change, the referee's reasons, its record, what is known of it."""

import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hotdice
from conftest import Bar
from hotdice import Game, IllegalMove
from hotdice.game import RecordError, parse_record, print_record
from hotdice.rules import load


def test_a_game_with_own_dice_is_a_record_that_replays() -> None:
    game = Game("playmonster", ["Ann", "Bob"])
    game.roll("144466")
    game.keep("1444")
    assert game.bank() == 500
    game.roll([2, 3, 4, 6, 6, 2])
    assert game.farkled
    record = parse_record(print_record(game.record))
    assert record.dice == "real"
    assert record.state() == game.state
    assert Game.from_record(record).totals == (500, 0)


def test_the_same_seed_is_the_same_game_also_after_undo() -> None:
    first, second = Game("classic", seed=5), Game("classic", seed="5")
    assert first.roll() == second.roll()
    second.undo()
    assert second.legal == ("roll",)
    assert second.roll() == first.dice
    assert second.record.dice == "seeded 5"


def test_own_dice_taken_back_leave_the_seed_in_the_record() -> None:
    game = Game("classic", seed=5)
    game.roll("111234")
    assert game.record.dice == "real"
    game.undo()
    assert game.record.dice == "seeded 5"


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("bank", "Roll first: there is nothing to bank."),
        ("keep 1", "There is nothing to set aside before the next roll."),
        ("dance", "dance is no move here. Legal: roll."),
    ],
)
def test_an_illegal_move_raises_the_sentence_and_changes_nothing(move: str, sentence: str) -> None:
    game = Game("classic", seed=1)
    before = game.state
    with pytest.raises(IllegalMove) as caught:
        game.move(move)
    assert str(caught.value).startswith(sentence.rstrip("."))
    assert game.state == before
    assert game.why_not(move) == str(caught.value)


def test_keeps_that_are_not_there_or_score_nothing_are_refused() -> None:
    game = Game("classic")
    game.roll("122346")
    for faces in ("5", "22", "", "7", "x"):
        with pytest.raises(IllegalMove):
            game.keep(faces)
    with pytest.raises(IllegalMove):
        game.move("keep 1 dance")
    assert game.turn_total == 0
    assert game.keep("1") == 100


def test_a_keep_with_an_illegal_stop_keeps_nothing() -> None:
    game = Game("playmonster")
    game.roll("122346")
    with pytest.raises(IllegalMove, match="500"):
        game.move("keep 1 bank")
    assert game.legal == ("keep 1",)


def test_dice_that_cannot_be_are_refused() -> None:
    game = Game("classic")
    for faces in ("12345", "1234567", "123457", "", [0, 1, 2, 3, 4, 5]):
        with pytest.raises(IllegalMove):
            game.roll(faces)
    assert game.record.dice.startswith("seeded")


def test_bots_play_a_game_to_its_end_and_are_named_in_the_record() -> None:
    game = Game("kcd", ["Ann", "Bob"], seed=3)
    while not game.over:
        game.let("greedy")
    assert game.record.players == ("greedy", "greedy")
    assert parse_record(print_record(game.record)).state() == game.state
    assert game.winners[0] in ("Ann", "Bob")
    assert "won." in str(game)
    with pytest.raises(IllegalMove):
        game.roll()


@given(
    st.sampled_from(["playmonster", "marina", "munchkin-farkle", "zilch", "kcd"]),
    st.integers(0, 10**6),
    st.data(),
)
def test_every_legal_move_can_be_played_and_taken_back(sheet: str, seed: int, data: st.DataObject) -> None:
    game = Game(sheet, 3 if sheet == "munchkin-farkle" else 2, seed=seed, first=None)
    for _ in range(25):
        if game.over:
            break
        before, events = game.state, len(game.record.events)
        game.move(data.draw(st.sampled_from(game.legal)))
        after = game.state
        assert after != before
        assert parse_record(print_record(game.record)).state() == after
        assert "svg" in game.svg()
        assert str(game)
        copy = game.copy()
        copy.undo()
        assert (copy.state, len(copy.record.events), game.state) == (before, events, after)


def test_what_is_known_belongs_to_its_rules() -> None:
    known = hotdice.solve("kcd")
    assert known.value("kcd~r9~s1~m1~n~2500.0.y_2600.0.y~t400.3.155", seat=1) == pytest.approx(
        1 - 0.74886, abs=1e-4
    )
    with pytest.raises(ValueError, match="is what is known about"):
        known.value(Game("classic"))
    with pytest.raises(ValueError, match="no seat 3"):
        known.value("kcd~r9~s1~m1~n~2500.0.y_2600.0.y~t400.3.155", seat=2)


def test_a_house_rule_is_solved_and_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOTDICE_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    known = hotdice.solve("kcd", ["target=1000"], keep=False)
    game = Game(known.rules, ["Ann", "Bob"])
    assert known.value(game) == pytest.approx(known.first_player_wins, abs=1e-9)
    game.roll("112345")
    assert known.best(game) in {f"{words} {then}" for words in game.legal for then in ("roll", "bank")}
    game.move(known.best(game))
    assert known.review(game).decisions[0].loss == 0


def test_a_sheet_alone_has_a_chance_and_no_opponent() -> None:
    known = hotdice.solve("marina-solitaire")
    assert 0.02 < known.chance_of_goal < 0.03
    with pytest.raises(ValueError, match="played alone"):
        _ = known.first_player_wins


@pytest.mark.parametrize(
    "headers", [{"dice": "table"}, {"date": "x" * 41}, {"names": ("A|B", "C")}, {"names": ("Ann",)}]
)
def test_a_record_that_cannot_be_read_again_cannot_be_made(headers: dict[str, Any]) -> None:
    usual: dict[str, Any] = {"rules": load("classic"), "names": ("Ann", "Bob"), "players": ("human",) * 2}
    with pytest.raises(RecordError):
        hotdice.Record(**(usual | headers))


def test_dice_that_no_roll_shows_are_refused_by_the_table() -> None:
    table = load("playmonster", ["target=9950"]).table  # nobody has played it with a bag of jokers
    with pytest.raises(ValueError, match="7 dice are more than a roll"):
        table.value([1] * 7)
    for faces in ([1, 7], [0, 1], [-1]):
        with pytest.raises(ValueError, match="is no face of a die"):
            table.options(faces)
        with pytest.raises(ValueError, match="is no face of a die"):
            table.value(faces)


def test_importing_hotdice_loads_nothing_heavy() -> None:
    heavy = {"numpy", "numba", "msgspec", "click", "textual"}
    code = f"import sys, hotdice; print(sorted({heavy!r} & set(sys.modules)))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def seconds_of(code: str) -> float:
    """What a program takes, start of Python included: the least of several runs, which others disturb."""
    took = []
    for _ in range(9):
        begun = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        took.append(time.perf_counter() - begun)
    return min(took)


@pytest.mark.nightly
@pytest.mark.alone
def test_importing_is_quick(bar: Bar) -> None:
    """Beyond Python itself: the front door in 50 ms, rules and referee in 100."""
    bare = seconds_of("pass")
    for name, limit in (("hotdice", 50), ("hotdice.rules", 100), ("hotdice.game", 100)):
        beyond = 1000 * (seconds_of(f"import {name}") - bare)
        bar(f"import {name}", f"{beyond:.0f} ms", f"{limit} ms", beyond < limit)
