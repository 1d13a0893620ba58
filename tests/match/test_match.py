"""The authority over one match: one answer for each command, whoever asks, and nothing lost."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from hotdice.game import (
    Bank,
    Correct,
    EnterTurn,
    Keep,
    Record,
    Resign,
    Roll,
    ScriptedDice,
    SeededDice,
    Step,
    TakeSeat,
    Throw,
    UseAdvice,
    parse_record,
    print_record,
)
from hotdice.match import FileSaver, Match, MemorySaver, NotSaved, Request, Waiting
from hotdice.players import make
from hotdice.rules import load, shipped


def two(dice: str = "seeded 1", sheet: str = "busche-neller") -> Record:
    return Record(load(sheet), ("Ann", "Bob"), ("human", "human"), dice)


def test_the_same_id_gets_the_same_answer_and_changes_nothing() -> None:
    match = Match(two(), dice=ScriptedDice(["112346", "234466"]))
    first = match.answer(Request("a", Roll(0), seat=0))
    assert match.answer(Request("a", Roll(0), seat=0)) is first
    assert match.answer(Request("a", Bank(0), seat=0)) is first  # an id is used once, whatever comes with it
    assert len(match.record.events) == 1
    refused = match.answer(Request("b", Roll(1), seat=1))
    assert refused.refusal is not None
    assert not refused.accepted
    assert match.answer(Request("b", Roll(1), seat=1)) is refused


def test_a_seat_speaks_for_itself_and_only_the_table_rules() -> None:
    match = Match(two(), dice=SeededDice("1"))
    for command in (
        Roll(0),
        Throw((1, 2, 3, 4, 5, 6)),
        EnterTurn(1, 500),
        Correct(1, 500, opened=True, farkles=0),
        TakeSeat(),
    ):
        answer = match.answer(Request(repr(command), command, seat=1))
        assert answer.refusal is not None
        assert answer.refusal.code == "not_yours"
    assert match.record.events == ()
    assert match.answer(Request("advice", UseAdvice(1), seat=1)).accepted
    assert match.answer(Request("leave", Resign(1), seat=1)).accepted
    assert match.state.over


def test_dice_are_thrown_by_the_match_where_it_has_them_and_by_the_table_where_it_has_none() -> None:
    own = Match(two(), dice=ScriptedDice(["112346"]))
    own.answer(Request("1", Roll(0), seat=0))
    assert own.waiting_for is Waiting.DICE
    refusal = own.answer(Request("2", Throw((1, 1, 1, 1, 1, 1)))).refusal
    assert refusal is not None
    assert refusal.code == "not_yours"
    assert own.advance() is not None
    assert own.state.faces == (1, 1, 2, 3, 4, 6)
    assert own.advance() is None  # a person is to move
    table = Match(two("real"))
    table.answer(Request("1", Roll(0)))
    assert table.waiting_for is Waiting.PERSON
    assert table.advance() is None
    assert table.answer(Request("2", Throw((1, 1, 2, 3, 4, 6)))).accepted


@pytest.mark.parametrize("name", shipped())
def test_bots_play_a_match_of_every_sheet_to_the_end(name: str) -> None:
    rules = load(name)
    count = rules.seats_allowed[min(1, len(rules.seats_allowed) - 1)]
    record = Record(rules, tuple("ABCDE"[:count]), ("greedy",) * count, "seeded 3")
    saver = MemorySaver()
    match = Match(record, dice=SeededDice("3"), bots={s: make("greedy") for s in range(count)}, saver=saver)
    sequence = 0
    while (answer := match.advance()) is not None:
        assert answer.accepted
        assert answer.sequence == sequence + len(answer.events)
        assert match.since(sequence) == answer.events
        sequence = answer.sequence
    assert match.waiting_for is Waiting.NOBODY
    assert saver.record == match.record
    assert parse_record(print_record(match.record)).state() == match.state


def test_a_view_has_what_a_seat_may_know_and_never_the_seed() -> None:
    match = Match(two("seeded a-very-secret-word"), dice=SeededDice("a-very-secret-word"))
    mine, theirs, watcher = match.view(0), match.view(1), match.view()
    assert mine.legal == (Roll(0),)
    assert theirs.legal == watcher.legal == ()
    assert [seat.name for seat in watcher.seats] == ["Ann", "Bob"]
    for view in (mine, theirs, watcher):
        assert "a-very-secret-word" not in repr(view)


class _Broken:
    def keep(self, record: Record) -> None:
        raise NotSaved("The disk is full.")


def test_a_strict_match_refuses_what_it_cannot_keep_and_another_plays_on() -> None:
    strict = Match(two(), saver=_Broken(), strict=True)
    answer = strict.answer(Request("1", Roll(0)))
    assert answer.refusal is not None
    assert answer.refusal.code == "not_saved"
    assert strict.state.step is Step.ROLL
    assert strict.record.events == ()
    easy = Match(two(), saver=_Broken())
    answer = easy.answer(Request("1", Roll(0)))
    assert answer.accepted
    assert answer.fault == "The disk is full."
    easy.saver = MemorySaver()
    assert easy.answer(Request("2", Throw((1, 1, 2, 3, 4, 6)))).fault == ""


def test_several_commands_are_one_entry(tmp_path: Path) -> None:
    match = Match(two("real"), saver=FileSaver(tmp_path / "g.farkle"))
    refused = match.answer_all("1", [Roll(0), Throw((1, 1, 2, 3, 4, 6)), Keep(0, (3,))])
    assert refused.refusal is not None
    assert match.record.events == ()
    assert not (tmp_path / "g.farkle").exists()
    assert match.answer_all("2", [Roll(0), Throw((1, 1, 2, 3, 4, 6)), Keep(0, (1, 2)), Bank(0)]).accepted
    assert match.answer_all("2", [Roll(1)]).sequence == len(match.record.events)
    assert parse_record((tmp_path / "g.farkle").read_text()).state().totals == (200, 0)


def test_going_back_is_a_fold_of_a_shorter_log_and_forgets_late_seats() -> None:
    match = Match(two("real"))
    match.answer(Request("1", EnterTurn(0, 500)))
    middle = match.state
    length = len(match.record.events)
    match.answer(Request("2", TakeSeat(300, opened=True)))
    late = replace(match.record, names=("Ann", "Bob", "Cleo"), players=("human",) * 3, late=1)
    match.retell(late)
    assert parse_record(print_record(match.record)) == match.record
    match.take_back(length)
    assert match.state == middle
    assert match.record.names == ("Ann", "Bob")
    assert match.record.late == 0
    match.take_back(-5)
    assert match.record.events == ()


def test_a_file_that_cannot_be_written_says_where_and_why() -> None:
    for path in (Path("/proc/nowhere/game.farkle"), Path("with\0null")):
        with pytest.raises(NotSaved, match="could not be saved"):
            FileSaver(path).keep(two())
