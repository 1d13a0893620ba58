"""The coach: advice and reviews with the shipped tables, without numba, in seconds of one processor."""

import subprocess
import sys

Row = tuple[str, float, str]

_WORK = """
import sys, time
sys.modules["numba"] = None  # as on a machine that does not have it
from hotdice.coach.advising import advise_on
from hotdice.coach.reviewing import review
from hotdice.game import parse_position, parse_record
from pathlib import Path

def best(times, work):
    found = []
    for _ in range(times):
        start = time.process_time()
        work()
        found.append(time.process_time() - start)
    return min(found)

middle = parse_position("playmonster~r9~s1~m1~n~5000.0.y_6500.0.y~t0.6.114556")
print("advice", 1000 * best(10, lambda: advise_on(middle)))
for name, text in (
    ("advice-penalty", "zilch~r9~s1~m1~n~5000.1.y_6500.0.y~t0.6.114556"),
    ("advice-rounds", "marina~r5~s1~m1~n~2000.1.y_2500.0.y~t0.6.114556"),
    ("advice-solitaire", "marina-solitaire~r5~s1~m1~n~2000.1.y~t0.6.114556"),
    ("advice-three", "playmonster~r9~s1~m1~n~5000.0.y_6500.0.y_4000.0.y~t0.6.114556"),
):
    state = parse_position(text)
    print(name, 1000 * best(5, lambda: advise_on(state)))
record = parse_record(Path("docs/reviews/race.farkle").read_bytes())
turns = record.state().turn
print("review", best(3, lambda: review(record)))
print("review-ten", best(3, lambda: review(record)) * 10 / turns)
alone = parse_record(Path("docs/reviews/solitaire.farkle").read_bytes())
print("solitaire", best(3, lambda: review(alone)))
assert "numba" not in sys.modules or sys.modules["numba"] is None
"""


def run() -> list[Row]:
    """Name, figure and unit of each measurement."""
    done = subprocess.run([sys.executable, "-c", _WORK], capture_output=True, text=True, check=True)
    found = {name: float(figure) for name, figure in (line.split() for line in done.stdout.splitlines())}
    return [
        ("advice, race of two, without numba", found["advice"], "ms (bar 50)"),
        ("advice, race with a penalty, without numba", found["advice-penalty"], "ms (bar 50)"),
        ("advice, rounds of two, without numba", found["advice-rounds"], "ms (bar 50)"),
        ("advice, solitaire, without numba", found["advice-solitaire"], "ms (bar 50)"),
        ("advice among three, 240 games an end, without numba", found["advice-three"], "ms"),
        ("review of a race of 38 turns, without numba", found["review"], "s"),
        ("review, for ten turns of it", found["review-ten"], "s (bar 1)"),
        ("review of ten rounds of solitaire, without numba", found["solitaire"], "s (bar 1)"),
    ]
