"""The ends of a turn: their table over turn totals, the rules as they are written out here once more."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from hotdice.rules import End, OpeningPolicy, Reach, Ruleset, end_of_stop, least_stop, load, stop_spans

TARGET = 1000


def sheets() -> st.SearchStrategy[Ruleset]:
    """Rule sets with every rule about stops, in small numbers."""
    return st.builds(
        lambda **keys: replace(load("classic"), **keys),
        opening=st.sampled_from((0, 100, 350)),
        opening_policy=st.sampled_from(list(OpeningPolicy)),
        minimum=st.sampled_from((0, 50, 200, 300)),
        minimum_binds_win=st.booleans(),
        target=st.sampled_from((0, TARGET)),
        reach=st.sampled_from(list(Reach)),
    )


def plainly(rules: Ruleset, total: int, turn: int, *, opened: bool, play_off: bool) -> str:
    """The same rules, told in another way: what the score sheet says about a stop."""
    there = rules.target > 0 and not play_off
    wins = (
        there
        and {
            Reach.AT_LEAST: total + turn >= rules.target,
            Reach.MORE_THAN: total + turn > rules.target,
            Reach.EXACTLY: total + turn == rules.target,
        }[rules.reach]
    )
    on_board = opened or turn >= rules.opening
    refused = (not on_board and rules.opening_policy is OpeningPolicy.MUST_REACH) or (
        turn < rules.minimum and not (wins and not rules.minimum_binds_win)
    )
    too_far = there and rules.reach is Reach.EXACTLY and total + turn > rules.target
    return "refused" if refused else "counts" if on_board and not too_far else "nothing"


@given(sheets(), st.integers(0, 24).map(lambda steps: 50 * steps), st.booleans(), st.booleans())
def test_spans_are_the_single_ends_and_these_the_rules(
    rules: Ruleset, total: int, opened: bool, play_off: bool
) -> None:
    spans = stop_spans(rules, total, opened=opened, play_off=play_off)
    least = least_stop(rules, total, opened=opened, play_off=play_off)
    legal = []
    for turn in range(0, 1500, 50):
        end = end_of_stop(rules, total, turn, opened=opened, play_off=play_off)
        assert [span.end for span in spans if span.first <= turn][-1] is end
        said = "refused" if not end.legal else "counts" if end is End.COUNTS else "nothing"
        assert said == plainly(rules, total, turn, opened=opened, play_off=play_off)
        legal += [turn] if end.legal else []
    assert -(-least // 50) * 50 == min(legal)


def test_a_forgotten_bound_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spans that do not know where the opening ends differ from the single ends."""
    rules = load("classic")
    right = stop_spans(rules, 0, opened=False)
    # The names of the function itself: doctests may have loaded its module a second time.
    monkeypatch.setitem(stop_spans.__globals__, "sorted", lambda turns: [0])
    assert stop_spans(rules, 0, opened=False) != right
    assert end_of_stop(rules, 0, 500, opened=False) is right[-1].end
