"""The rulings of a real table as sentences."""

from collections.abc import Sequence

from hotdice.game import Event, State
from hotdice.game import events as e


def signed(points: int) -> str:
    """Points that come or go.

    >>> signed(300), signed(-1500)
    ('+300', '-1,500')
    """
    return f"{points:+,}"


def tell_ruling(event: Event, before: State, names: Sequence[str]) -> str:
    """One sentence for a ruling; nothing for any other event.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> tell_ruling(e.Adjusted(((0, -300), (1, 300))), new_game(load("classic"), 2), ["Ann", "Bob"])
    'Ann -300, Bob +300.'
    """
    match event:
        case e.SeatTaken():
            seat = len(before.seats)
            name = names[seat] if seat < len(names) else "Somebody"
            return f"{name} sits down with {event.total:,} points."
        case e.Adjusted():
            return ", ".join(f"{names[seat]} {signed(points)}" for seat, points in event.changes) + "."
        case e.DiceSet():
            dice = "1 die" if event.dice == 1 else f"{event.dice} dice"
            return f"{names[event.seat]}: {dice} for one turn."
        case e.GoalMoved():
            goal = f"{event.goal} rounds" if before.rules.rounds else f"{event.goal:,}"
            return f"The table plays on to {goal}."
        case e.BonusCounted():
            pairs = zip(names, event.points, strict=True)
            return "Gold Pieces: " + ", ".join(f"{name} {points:,}" for name, points in pairs) + "."
        case e.Remarked():
            who = "" if event.seat < 0 else f"{names[event.seat]}: "
            turns = {0: "", -1: " (stays)", 1: " (1 turn)"}.get(event.turns, f" ({event.turns} turns)")
            return f"{who}{event.text}{turns}."
        case e.RemarkLifted():
            return f"No longer: {before.remarks[event.number - 1].text}."
    return ""
