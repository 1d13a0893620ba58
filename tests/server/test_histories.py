"""The checker of histories finds each kind of fault, and nothing in a history without one."""

import pytest
from msgspec.structs import replace

from server.histories import Act, History, Logged, Look, Told, faults

LOG = {
    "m": [Logged(1, "", "opened"), Logged(2, "a", "rolled"), Logged(3, "b", "kept"), Logged(4, "b", "banked")]
}
A = Act("m", "a", 1.0, 2.0, True, seq=2)
B = Act("m", "b", 3.0, 4.0, True, seq=4)
LOOK = Look("m", 2.5, 2.6, 2)


def test_a_history_without_a_fault() -> None:
    late = Act("m", "c", 5.0, 6.0, False, "unavailable")
    stale = Act("m", "d", 5.0, 6.0, False, "stale")
    tales = [Told("m", 2, "rolled"), Told("m", 4, "banked"), Told("m", 2, "rolled")]
    meanwhile = Look("m", 1.5, 4.5, 1)  # asked before anything was known: whatever it is told is right
    assert not faults(History([A, B, late, stale], [LOOK, meanwhile], tales), LOG)


@pytest.mark.parametrize(
    ("history", "word"),
    [
        (History([A, replace(B, id="x")]), "is in the log at []"),
        (History([A, replace(B, seq=3)]), "was acknowledged as 3"),
        (History([replace(A, accepted=False, code="stale")]), "was refused (stale) and is in the log"),
        (History([replace(A, asked=5.0, answered=6.0), B]), "came in at 2, after 4 was known"),
        (History([A, B], [Look("m", 4.1, 4.2, 2)]), "a stale read"),
        (History([A], [Look("m", 1.0, 2.0, 4), Look("m", 2.5, 2.6, 3)]), "a stale read"),
        (History([], [], [Told("m", 2, "rolled otherwise")]), "2 was told as"),
        (History([], [], [Told("m", 9, "x"), Told("m", 9, "y")]), "9 was told as"),
    ],
)
def test_each_kind_of_fault_is_found(history: History, word: str) -> None:
    found = faults(history, LOG)
    assert len(found) == 1
    assert word in found[0]


def test_a_log_with_a_command_twice_or_a_hole_is_found() -> None:
    twice = {"m": [Logged(1, "a", "x"), Logged(2, "", "y"), Logged(3, "a", "x")]}
    assert "twice" in faults(History([Act("m", "a", 1, 2, True, seq=3)]), twice)[0]
    assert "dense" in faults(History(), {"m": [Logged(1, "", "x"), Logged(3, "", "y")]})[0]
