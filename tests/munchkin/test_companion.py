"""The companion of a real table: what it keeps, what it asks and when, undo, and its file."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from hotdice.game import RecordError, Refusal
from hotdice.munchkin.companion import (
    QUESTIONS,
    CompanionRecord,
    Step,
    Table,
    fold,
    new_record,
    new_table,
    now,
    parse_companion,
    play,
    print_companion,
    why_no_roll,
)
from hotdice.munchkin.companion import commands as c
from hotdice.munchkin.companion.rolls import FEW, measured, roll_advice
from hotdice.munchkin.state import Sex


def table(*levels: int, epic: bool = False) -> Table:
    names = ["Ann", "Bob", "Cy", "Dee"][: len(levels)]
    sexes: list[Sex | None] = [Sex.WOMAN] * len(names)
    fresh = new_table(names, winning_level=20 if epic else 10, sexes=sexes)
    players = [replace(player, level=level) for player, level in zip(fresh.players, levels, strict=True)]
    return replace(fresh, players=tuple(players))


def do(state: Table, *commands: c.Command) -> Table:
    return fold(state, commands)


def refused(state: Table, command: c.Command) -> str:
    result = play(state, command)
    assert isinstance(result, Refusal), command
    assert result.sentence.endswith(".")
    return result.code


def rolled(state: Table, face: int) -> Table:
    return do(state, c.Roll(), c.Face(face))


def levels(state: Table) -> tuple[int, ...]:
    return tuple(player.level for player in state.players)


def test_a_roll_costs_a_level_and_level_one_has_none() -> None:
    assert refused(table(1, 3), c.Roll()) == "no_roll"
    assert levels(do(table(4, 3), c.Roll())) == (3, 3)
    assert why_no_roll(table(1, 3))
    assert not why_no_roll(table(3, 3))


def test_only_at_level_two_is_asked_for_a_cyborg() -> None:
    assert do(table(3, 1), c.Roll()).step is Step.FACE
    asked = do(table(2, 1), c.Roll())
    assert asked.step is Step.ROLLER_CYBORG
    human = do(asked, c.Answer(False))
    assert (human.step, levels(human)) == (Step.FACE, (1, 1))
    cyborg = do(asked, c.Answer(True))
    assert (cyborg.step, levels(cyborg)) == (Step.FREE, (2, 1))
    assert "Cyborg" in cyborg.note


@pytest.mark.parametrize("face", [1, 2, 3, 4])
def test_results_1_to_4_say_what_to_do_with_the_cards(face: int) -> None:
    state = do(rolled(table(4, 3), face), c.Stand())
    assert state.step is Step.DO
    assert now(state)[0].startswith(f"Result {face}.")
    assert do(state, c.Done()).step is Step.FREE
    assert refused(state, c.Roll()) == "not_now"


@pytest.mark.parametrize(
    ("level", "after", "epic"), [(2, 3, False), (8, 9, False), (9, 9, False), (9, 10, True)]
)
def test_result_5_counts_by_itself(level: int, after: int, epic: bool) -> None:
    state = table(level, 3, epic=epic)
    state = do(state, c.Roll())
    state = do(state, c.Answer(False)) if state.step is Step.ROLLER_CYBORG else state
    state = do(state, c.Face(5), c.Stand())
    assert (levels(state)[0], state.roller.penalty, state.roller.sex) == (after, 5, "man")
    assert state.step is Step.FREE
    again = do(rolled(state, 5), c.Stand()) if levels(state)[0] > 2 else state
    assert again.roller.penalty in (5, 10)
    assert do(again, c.Fought(0)).roller.penalty == 0


def test_results_6_7_and_8_ask_only_what_they_need() -> None:
    hand = do(rolled(table(4, 3), 6), c.Stand())
    assert hand.step is Step.HAND
    assert do(hand, c.Answer(False)).step is Step.FREE
    assert do(hand, c.Answer(True)).step is Step.DO
    for face, step in ((7, Step.CLASS), (8, Step.RACE)):
        asked = do(rolled(table(4, 3), face), c.Stand())
        assert asked.step is step
        again = do(asked, c.Answer(False))
        assert (again.step, levels(again)) == (Step.FACE, (3, 3))  # free: no second level
        window = do(again, c.Face(4))
        assert window.step is Step.WINDOW
        assert do(asked, c.Answer(True)).step is Step.DO


def test_result_9_takes_a_level_asks_for_cyborgs_at_two_and_ends_the_rolling() -> None:
    state = do(rolled(table(5, 1, 2, 3), 9), c.Stand())
    assert state.step is Step.VICTIM
    assert refused(state, c.Victim(0)) == "no_level"
    assert refused(state, c.Victim(1)) == "no_level"
    assert refused(state, c.Victim(9)) == "no_such_player"
    taken = do(state, c.Victim(3))
    assert levels(taken) == (5, 1, 2, 2)
    assert refused(taken, c.Roll()) == "no_roll"
    asked = do(state, c.Victim(2))
    assert asked.step is Step.VICTIM_CYBORG
    assert levels(do(asked, c.Answer(False))) == (5, 1, 1, 3)
    spared = do(asked, c.Answer(True))
    assert spared.step is Step.VICTIM
    assert refused(spared, c.Victim(2)) == "no_level"
    nobody = do(rolled(table(5, 1, 1), 9), c.Stand())
    assert (nobody.step, levels(nobody)) == (Step.FREE, (4, 1, 1))
    only_cyborg = do(rolled(table(5, 2), 9), c.Stand(), c.Victim(1), c.Answer(True))
    assert (only_cyborg.step, levels(only_cyborg)) == (Step.FREE, (4, 2))
    assert refused(only_cyborg, c.Roll()) == "no_roll"


def test_the_picture_is_picked_and_never_turned() -> None:
    state = rolled(table(5, 3), 10)
    assert state.step is Step.PICK
    assert refused(state, c.Turn(1, 4)) == "picture"
    assert refused(state, c.Pick(10)) == "no_such_face"
    assert do(state, c.Pick(5)).roller.penalty == 5


def test_one_turn_of_the_die_a_roll() -> None:
    state = rolled(table(5, 3), 4)
    turned = do(state, c.Turn(1, 5))
    assert turned.step is Step.FREE
    assert turned.roller.penalty == 5
    assert refused(do(state, c.Stand()), c.Turn(1, 5)) == "no_window"
    assert do(state, c.Turn(0, 10)).step is Step.PICK
    assert refused(state, c.Turn(1, 11)) == "no_such_face"
    assert refused(state, c.Turn(5, 4)) == "no_such_player"


def test_the_door_ends_the_rolling_and_next_begins_anew() -> None:
    state = do(table(5, 3), c.Door())
    assert refused(state, c.Roll()) == "no_roll"
    assert refused(state, c.Door()) == "not_now"
    state = do(state, c.Next())
    assert (state.mover, state.turn, state.step) == (1, 2, Step.FREE)
    assert do(state, c.Next()).mover == 0


def test_levels_told_by_hand_and_the_end() -> None:
    state = do(table(5, 3), c.SetLevel(1, 9))
    assert refused(state, c.SetLevel(1, 11)) == "no_such_level"
    assert refused(state, c.SetLevel(1, 0)) == "no_such_level"
    over = do(state, c.SetLevel(1, 10))
    assert (over.step, over.winner) == (Step.OVER, 1)
    assert refused(over, c.Next()) == "game_over"
    assert do(table(5, 3, epic=True), c.SetLevel(1, 10)).step is Step.FREE


def test_tables_that_cannot_be() -> None:
    for names in (["Ann"], ["Ann", "ann"], [f"P{number}" for number in range(11)]):
        with pytest.raises(ValueError, match="players"):
            new_table(names)
    with pytest.raises(ValueError, match="level 10"):
        new_table(["Ann", "Bob"], winning_level=12)


COMMANDS = st.one_of(
    st.sampled_from([c.Roll(), c.Stand(), c.Answer(True), c.Answer(False), c.Done(), c.Door(), c.Next()]),
    st.builds(c.Face, st.integers(0, 11), st.booleans()),
    st.builds(c.Turn, st.integers(-1, 3), st.integers(0, 11)),
    st.builds(c.Pick, st.integers(0, 11)),
    st.builds(c.Victim, st.integers(-1, 3)),
    st.builds(c.SetLevel, st.integers(-1, 3), st.integers(0, 9)),
    st.builds(c.ChangeSex, st.integers(-1, 3), st.integers(-1, 6)),
    st.builds(c.SetPenalty, st.integers(-1, 3), st.integers(-1, 100)),
    st.builds(c.Fought, st.integers(-1, 3)),
)


def walk(commands: list[c.Command], *, epic: bool) -> CompanionRecord:
    """The record of those entries that are not refused; a refusal changes nothing."""
    record = new_record(["Ann", "Bob", "Cy"], winning_level=20 if epic else 10)
    state = record.start()
    for command in commands:
        result = play(state, command)
        if isinstance(result, Refusal):
            continue
        state = result
        record = replace(record, commands=(*record.commands, command))
        assert all(1 <= player.level <= state.winning_level for player in state.players)
        assert all(player.penalty >= 0 for player in state.players)
        assert now(state)
    assert record.table() == state
    return record


@settings(max_examples=200, deadline=None)
@given(commands=st.lists(COMMANDS, max_size=60), epic=st.booleans())
def test_any_entries_keep_the_table_in_order_and_its_file_round_trips(
    commands: list[c.Command], epic: bool
) -> None:
    record = walk(commands, epic=epic)
    assert parse_companion(print_companion(record)) == record
    assert parse_companion(print_companion(record).encode()) == record


_WAY_ON = {
    Step.FACE: c.Face(4),
    Step.WINDOW: c.Stand(),
    Step.PICK: c.Pick(5),
    Step.DO: c.Done(),
    **dict.fromkeys(QUESTIONS, c.Answer(True)),
}


@settings(max_examples=200, deadline=None)
@given(commands=st.lists(COMMANDS, max_size=40))
def test_there_is_always_a_way_on_to_the_next_turn(commands: list[c.Command]) -> None:
    state = walk(commands, epic=False).table()
    for _ in range(12):
        if state.step in (Step.FREE, Step.DOOR):
            assert not isinstance(play(state, c.Next()), Refusal)
            return
        if state.step is Step.VICTIM:
            from hotdice.munchkin.companion import candidates

            state = do(state, c.Victim(candidates(state)[0]))
        else:
            state = do(state, _WAY_ON[state.step])
    raise AssertionError(f"stuck at {state.step}")


SAMPLE = print_companion(
    replace(
        new_record(["Ann", "Bob"], sexes=[Sex.WOMAN, Sex.MAN]),
        commands=(c.SetLevel(0, 4), c.Roll(), c.Face(9, True), c.Stand()),
    )
)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("game munchkin-companion", "game munchkin", "not a record of munchkin-companion"),
        ("level 10", "level 12", "level 10"),
        ("level 10", "level ten", "level is a number"),
        ("seat Bob", "seat Ann", "same name"),
        ("sex 1 woman", "sex 7 woman", "seat number"),
        ("sex 1 woman", "sex 1 cat", "woman or man"),
        ("level 1 4", "level 1 99", "Levels are from 1 to 10"),
        ("face 9 thrown", "face 12", "faces are"),
        ("face 9 thrown", "face nine", "not an entry"),
        ("stand", "stand still", "not an entry"),
        ("stand", "stand\nstand", "not asked for"),
    ],
)
def test_a_wrong_file_is_refused_with_a_reason(old: str, new: str, message: str) -> None:
    assert old in SAMPLE
    with pytest.raises(RecordError, match=message):
        parse_companion(SAMPLE.replace(old, new, 1))


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_a_damaged_file_gives_one_error_or_round_trips(data: st.DataObject) -> None:
    start, length = data.draw(st.integers(0, len(SAMPLE))), data.draw(st.integers(0, 10))
    text = SAMPLE[:start] + data.draw(st.text(max_size=6)) + SAMPLE[start + length :]
    try:
        record = parse_companion(text)
    except RecordError:
        return
    assert parse_companion(print_companion(record)) == record


def test_it_says_what_a_roll_is_worth_where_one_may_be_bought() -> None:
    behind, ahead = roll_advice(table(5, 7, 3)), roll_advice(table(5, 3, 3))
    assert "behind the best other" in behind[0]
    assert "ahead of all" in ahead[0]
    assert behind[0] != ahead[0]
    assert roll_advice(table(1, 3)) == (why_no_roll(table(1, 3)),)
    assert "measured" in roll_advice(table(5, 3, epic=True))[0]
    assert roll_advice(table(15, 13, epic=True))[0].startswith("A roll at level 15, ahead of all")


def test_the_verdict_follows_the_figures() -> None:
    rolls = measured()
    for level, row in enumerate(rolls.by_level, start=2):
        for lead, others in ((0, 9), (1, level), (2, 1)):
            found = row[lead]
            if level == 9 and lead == 0:
                continue  # nobody stands above level 9
            said = roll_advice(table(level, others, 1))[0]
            if found.count < FEW:
                assert "too few" in said
                continue
            assert ("well spent" in said) == (found.gain > found.margin)
            assert ("keep the level" in said) == (found.gain < -found.margin)
