"""The words that a record has for the rulings of a real table.

`join=1500,y` a late seat, `adjust=2:-300,1:300` points outside any turn, `dice@2=5` dice of a seat's next
turn, `on=15000` the end moved, `bonus=0,300` counted after the end, `note=Tea+break`, `note@2*3=Jam` for
three turns of seat 2, `note@2*=Jam` until `lift=1`.
"""

import re
from collections.abc import Callable
from urllib.parse import quote_plus, unquote_plus

from hotdice.game import commands as c
from hotdice.game import events as e


def print_ruling(event: e.Event) -> str:
    """The word for an event that is a ruling; empty for others.

    >>> print_ruling(e.Remarked("Jam: 5 dice", 1, 3))
    'note@2*3=Jam%3A+5+dice'
    """
    match event:
        case e.SeatTaken():
            return f"join={event.total},{'y' if event.opened else 'n'}"
        case e.Adjusted():
            return "adjust=" + ",".join(f"{seat + 1}:{points}" for seat, points in event.changes)
        case e.DiceSet():
            return f"dice@{event.seat + 1}={event.dice}"
        case e.GoalMoved():
            return f"on={event.goal}"
        case e.BonusCounted():
            return "bonus=" + ",".join(map(str, event.points))
        case e.Remarked():
            seat = "" if event.seat < 0 else f"@{event.seat + 1}"
            turns = "" if not event.turns else "*" if event.turns < 0 else f"*{event.turns}"
            return f"note{seat}{turns}={quote_plus(event.text)}"
        case e.RemarkLifted():
            return f"lift={event.number}"
    return ""


def read_ruling(word: str) -> c.Command | None:
    """The command that a word asks for, or None where it is no ruling.

    >>> read_ruling("adjust=2:-300,1:300")
    Adjust(changes=((1, -300), (0, 300)))
    """
    return next((make(match) for form, make in _RULINGS if (match := form.fullmatch(word))), None)


def _remark(match: re.Match[str]) -> c.Command:
    seat = -1 if match[1] is None else int(match[1]) - 1
    turns = 0 if match[2] is None else -1 if match[3] is None else int(match[3])
    return c.MakeRemark(unquote_plus(match[4]), seat, turns)


def _change(pair: str) -> tuple[int, int]:
    seat, points = pair.split(":")
    return int(seat) - 1, int(points)


_RULINGS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], c.Command]], ...] = tuple(
    (re.compile(form), make)
    for form, make in (
        (r"join=(\d{1,9}),([yn])", lambda m: c.TakeSeat(int(m[1]), m[2] == "y")),
        (
            r"adjust=(\d{1,2}:-?\d{1,9}(?:,\d{1,2}:-?\d{1,9})*)",
            lambda m: c.Adjust(tuple(map(_change, m[1].split(",")))),
        ),
        (r"dice@(\d{1,2})=(\d{1,2})", lambda m: c.SetDice(int(m[1]) - 1, int(m[2]))),
        (r"on=(\d{1,9})", lambda m: c.PlayOn(int(m[1]))),
        (r"bonus=(\d{1,9}(?:,\d{1,9})*)", lambda m: c.CountBonus(tuple(map(int, m[1].split(","))))),
        (r"lift=(\d{1,2})", lambda m: c.LiftRemark(int(m[1]))),
        (r"note(?:@(\d{1,2}))?(\*(\d{1,2})?)?=([^\s|]{1,2000})", _remark),
    )
)
