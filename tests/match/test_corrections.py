"""An earlier turn told otherwise: everything after it is counted again."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hotdice.game import (
    Adjust,
    Bank,
    Command,
    EnterTurn,
    Event,
    Keep,
    Record,
    Refusal,
    Roll,
    Throw,
    parse_record,
    play,
    print_record,
)
from hotdice.match import Corrected, Misfit, correct_turn
from hotdice.rules import load


def told(sheet: str, *commands: Command, names: str = "AB") -> Record:
    record = Record(load(sheet), tuple(names), ("human",) * len(names), "real", first=0)
    state = record.opening_state()
    events: tuple[Event, ...] = ()
    for command in commands:
        result = play(state, command)
        assert not isinstance(result, Refusal), result
        state = result[0]
        events += result[1]
    return Record(record.rules, record.names, record.players, "real", 0, events=events)


def test_later_turns_and_adjustments_are_counted_again() -> None:
    record = told(
        "classic", EnterTurn(0, 500), EnterTurn(1, 600), EnterTurn(0, 300), Adjust(((0, -200), (1, 200)))
    )
    result = correct_turn(record, 1, 1000)
    assert isinstance(result, Corrected)
    assert result.record.state().totals == (1100, 800)
    assert parse_record(print_record(result.record)).events == result.record.events
    assert correct_turn(record, 3, None).record.state().totals == (300, 800)  # type: ignore[union-attr]


def test_a_turn_with_dice_becomes_a_told_one_and_unfinished_dice_stay() -> None:
    record = told(
        "busche-neller",
        Roll(0), Throw((1, 1, 2, 3, 4, 6)), Keep(0, (1, 2)), Bank(0),
        Roll(1), Throw((5, 1, 2, 3, 4, 6)), Keep(1, (1,)),
    )  # fmt: skip
    result = correct_turn(record, 1, 100)
    assert isinstance(result, Corrected)
    state = result.record.state()
    assert state.totals == (100, 0)
    assert (state.mover, state.turn_total) == (1, 50)


def test_what_does_not_fit_is_named_and_stands_by_ruling_where_the_table_insists() -> None:
    record = told("classic", EnterTurn(0, 500), EnterTurn(1, 600), EnterTurn(0, 300))
    misfit = correct_turn(record, 1, None)
    assert isinstance(misfit, Misfit)
    assert (misfit.turn, misfit.seat, misfit.points) == (3, 0, 300)
    assert misfit.refusal.code == "below_opening"
    result = correct_turn(record, 1, None, insist=True)
    assert isinstance(result, Corrected)
    assert result.record.state().totals == (300, 600)
    assert result.dropped == ()


def test_turns_after_an_earlier_end_are_dropped_and_named() -> None:
    record = told("kcd", EnterTurn(0, 500), EnterTurn(1, 1000), EnterTurn(0, 1000))
    misfit = correct_turn(record, 1, 4000)
    assert isinstance(misfit, Misfit)
    assert misfit.refusal.code == "game_over"
    result = correct_turn(record, 1, 4000, insist=True)
    assert isinstance(result, Corrected)
    assert result.dropped == (2, 3)
    assert result.record.state().winners == (0,)


def test_the_corrected_turn_itself_is_checked() -> None:
    record = told("classic", EnterTurn(0, 500))
    for turn, points, code in ((1, 175, "cannot_score"), (2, 500, "no_such_turn"), (0, 500, "no_such_turn")):
        refusal = correct_turn(record, turn, points)
        assert isinstance(refusal, Refusal)
        assert refusal.code == code
    ruled = correct_turn(record, 1, 175, ruling=True)
    assert isinstance(ruled, Corrected)
    assert ruled.record.state().totals == (175, 0)


@given(st.lists(st.none() | st.integers(0, 60).map(lambda n: n * 50), min_size=2, max_size=14), st.data())
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_a_correction_equals_the_game_told_right_from_the_start(
    turns: list[int | None], data: st.DataObject
) -> None:
    place = data.draw(st.integers(0, len(turns) - 1))
    right = data.draw(st.none() | st.integers(0, 60).map(lambda n: n * 50))

    def tell(values: list[int | None]) -> Record:
        commands = [EnterTurn(i % 2, p, ruling=p is not None) for i, p in enumerate(values)]
        return told("marina", *commands)

    result = correct_turn(tell(turns), place + 1, right, ruling=right is not None)
    assert isinstance(result, Corrected)
    assert result.record == tell([*turns[:place], right, *turns[place + 1 :]])
