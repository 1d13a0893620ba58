"""The record: golden games, the sheets' worked examples, round trips, and every kind of wrong input."""

import csv
import io
from pathlib import Path

import pytest

from game.helpers import after, events_of
from game.pins import FOLDER, files, golden_game
from hotdice.game import (
    Record,
    RecordError,
    Step,
    fold,
    new_game,
    parse_record,
    print_record,
    to_csv,
)
from hotdice.game import events as e
from hotdice.game.frames import LARGEST
from hotdice.rules import load, shipped

EXAMPLES = sorted((FOLDER / "examples").glob("*.farkle"))


def test_pinned_and_golden_files_are_as_make_golden_writes_them() -> None:
    for path, text in files().items():
        assert path.read_text() == text, f"{path.name} differs; look, then run make golden"


@pytest.mark.parametrize("name", shipped())
def test_a_golden_record_replays_to_the_same_game(name: str) -> None:
    text = (FOLDER / "golden" / f"{name}.farkle").read_text()
    record = parse_record(text)
    assert record == golden_game(name)
    assert print_record(record) == text
    assert list(record.states())[-1] == record.state()
    assert record.state().over


def test_the_sheets_worked_examples_are_there() -> None:
    assert {path.stem for path in EXAMPLES} == {
        "marina-r13",
        "munchkin-farkle-combining",
        "munchkin-farkle-stopping",
        "playmonster-fives",
        "playmonster-p8",
    }


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_a_worked_example_replays(path: Path) -> None:
    record = parse_record(path.read_text())
    wanted = next(line for line in path.read_text().splitlines() if line.startswith("# turn totals: "))
    totals: list[int] = []
    for event, state in zip(record.events, list(record.states())[1:], strict=True):
        if isinstance(event, e.DiceKept):
            totals.append(state.turn_total)
    assert totals == [int(number) for number in wanted.removeprefix("# turn totals: ").split()]


def record_of(*lines: str, name: str = "classic", first: int | None = 0, players: int = 2) -> Record:
    start = new_game(load(name), players, first=first)
    names = ("Ann", "Bob", "Cleo")[:players]
    return Record(load(name), names, ("human",) * players, first=first, events=events_of(start, *lines))


@pytest.mark.parametrize(
    "lines",
    [
        (),
        ("*",),
        ("521346:@1 advice@2 * advice@1 21346:1",),
        ("521346 advice@1 :5",),
        ("521346:@13 =150"[:10],),
        ("555234:555 =500", "hand=x", "hand=950"),
        ("correct@2=-1200,y,2 555234:555 correct@1=50,n,0 =500",),
        ("555234:555 timeout", "123466:1 timeout"),
        ("555234:555 * resign@2",),
        ("resign@1",),
    ],
)
def test_every_word_of_the_notation_round_trips(lines: tuple[str, ...]) -> None:
    record = record_of(*lines)
    text = print_record(record)
    assert parse_record(text) == record
    assert print_record(parse_record(text)) == text


def test_roll_offs_and_resignations_in_them_round_trip() -> None:
    record = record_of("5 5 1", "* resign@3 3 4", name="playmonster", first=None, players=3)
    assert record.state().starter == 1
    assert parse_record(print_record(record)) == record


def test_house_rules_travel_in_the_record() -> None:
    rules = load("playmonster", ["target=5000", "three_pairs=750"])
    start = new_game(rules, 2, first=0)
    record = Record(rules, ("Ann", "Bob"), ("human", "greedy"), first=0, events=events_of(start, "hand=950"))
    again = parse_record(print_record(record))
    assert again.rules.hash == rules.hash
    assert again.rules.title == rules.title
    assert again.state() == record.state()


def test_a_game_may_start_from_a_position() -> None:
    start = "classic~r4~s2~m1~n~2500.0.y_0.1.n~t0.6"
    record = Record(load("classic"), ("Ann", "Bob"), ("human", "human"), start=start)
    record = Record(
        record.rules,
        record.names,
        record.players,
        start=start,
        events=events_of(record.opening_state(), "hand=300"),
    )
    assert parse_record(print_record(record)) == record
    assert record.state().totals == (2800, 0)


GOOD = print_record(record_of("234566:5 14446:1444 =550", "hand=x", "223446 x"))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("hotdice record 1", "hotdice record 9", "first line"),
        ("rules classic", "rules nonsense", "shipped sheet"),
        ("rules classic", "", "header rules is missing"),
        ("rules classic", "rules classic\nrules classic", "given twice"),
        ("hash d4", "hash 00", "other rules"),
        ("seat Bob", "seat ", "name"),
        ("seat Bob", "seat B|b", "no | or #"),
        ("seat Bob", "seat " + "B" * 50, "at most 40"),
        ("seat Bob\n", "", "is for 2"),
        ("dice real", "dice loaded", "dice are"),
        ("first 1", "first 0", "number of a seat"),
        ("first 1", "first 3", "no seat 3"),
        ("result unfinished", "result 1 2 won by 1", "ends as"),
        ("first 1", "colour red", "not a header"),
        ("first 1", "player 3 greedy", "seat number"),
        ("first 1", "start nonsense", "seven fields"),
        ("first 1", "start facebook~r4~s2~m1~n~2500.0.y_0.1.y~t0.6", "another game"),
        ("1 Ann |", "2 Ann |", "this is turn 1"),
        ("1 Ann |", "1 Bob |", "turn of Ann"),
        ("1 Ann |", "off |", "already known"),
        ("1 Ann |", "one Ann |", "number of the turn"),
        ("234566:5", "234566:2", "does not score"),
        ("234566:5", "234566:1", "not in the roll"),
        ("234566:5", "23456:5", "6 dice were asked"),
        ("234566:5", "234568:5", "not a word"),
        ("234566:5", "234567:5", "from 1 to 6"),
        ("=550", "=500", "records 550"),
        ("=550", "x", "not a farkle"),
        ("hand=x", "hand=175", "scores exactly"),
        ("hand=x", "hand=", "not a word"),
        ("223446 x", "223446 x-500", "costs 0"),
        ("223446 x", "resign@9", "no seat 9"),
        ("223446 x", "correct@1=5,y,77", "Farkles in a row"),
    ],
)
def test_wrong_records_give_the_one_documented_error(old: str, new: str, message: str) -> None:
    assert old in GOOD
    with pytest.raises(RecordError, match=message.replace("|", r"\|")):
        parse_record(GOOD.replace(old, new, 1))


def test_hostile_records_are_refused_quickly() -> None:
    for text in (b"\xff\xfe", b"", b"\0" * 100, "hotdice record 1\n" + "x" * (LARGEST + 1)):
        with pytest.raises(RecordError):
            parse_record(text)


def test_a_line_number_leads_to_the_fault() -> None:
    with pytest.raises(RecordError) as caught:
        parse_record(GOOD.replace("=550", "=500"))
    line = GOOD.splitlines().index(next(line for line in GOOD.splitlines() if "=550" in line)) + 1
    assert caught.value.line == line


def test_csv_has_a_row_for_every_roll_and_told_turn() -> None:
    record = record_of("234566:5 14446:1444 =550", "hand=x", "223446 x", "hand=950", "resign@1")
    rows = list(csv.DictReader(io.StringIO(to_csv(record))))
    assert [row["end"] for row in rows] == ["", "bank", "farkle", "farkle", "by hand", "resigned"]
    assert [row["total"] for row in rows] == ["", "550", "0", "550", "950", "550"]
    assert rows[1]["kept"] == "1444"


def test_csv_cells_are_never_formulas() -> None:
    rules = load("classic")
    start = new_game(rules, 2)
    record = Record(rules, ("=1+1", "@x"), ("human", "human"), events=events_of(start, "hand=550"))
    assert "'=1+1" in to_csv(record)


@pytest.mark.parametrize("name", shipped())
def test_csv_of_a_whole_game_adds_up(name: str) -> None:
    record = golden_game(name)
    totals = [0] * len(record.names)
    for row in csv.DictReader(io.StringIO(to_csv(record))):
        if row["recorded"]:
            totals[int(row["seat"]) - 1] += int(row["recorded"])
    assert tuple(totals) == record.state().totals


def test_fold_of_a_shorter_log_is_undo() -> None:
    record = record_of("234566:5 14446:1444 =550")
    kept = max(i for i, event in enumerate(record.events) if isinstance(event, e.DiceKept))
    state = fold(record.opening_state(), record.events[:kept])
    assert state.step is Step.KEEP
    assert state == after("classic", "234566:5 14446")
