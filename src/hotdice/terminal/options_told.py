"""The legal keeps of a roll as lines: letter, dice, points, what is left and its danger."""

from collections.abc import Iterator, Sequence

from hotdice.game import State
from hotdice.odds.rolls import roll_odds
from hotdice.rules import Option
from hotdice.terminal.telling import counted, named_parts

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def danger(state: State, dice: int) -> float | None:
    """The chance that a roll of so many dice is a farkle; None with weighted dice.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> round(danger(new_game(load("classic"), 2), 1), 3)
    0.667
    """
    if state.weights:
        return None
    odds = roll_odds(state.rules, dice)
    return odds.farkles / odds.rolls


def left_over(state: State, left: int, *, aloud: bool = False) -> str:
    """What a keep leaves, for the eye or for the ear.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> state = new_game(load("classic"), 2)
    >>> left_over(state, 0), left_over(state, 1, aloud=True)
    ('hot dice, 6 again, 2% farkle', '1 die left, 67 percent Farkle')
    """
    count = left or state.turn_dice
    dice = counted(count, "die", "dice") if aloud else str(count)
    text = f"{dice} left" if left else f"hot dice, {dice} again"
    chance = danger(state, count)
    if chance is None:
        return text
    return f"{text}, {chance * 100:.0f} percent Farkle" if aloud else f"{text}, {chance:.0%} farkle"


def best_keeps(state: State, most: int = 8) -> list[str]:
    """The best keeps of the roll on the table, a line each.

    >>> from hotdice.game import parse_position
    >>> best_keeps(parse_position("classic~r1~s1~m1~n~0.0.n_0.0.n~t0.6.234566"))
    ['  a  5     50  5 left, 8% farkle  (5)']
    """
    every = state.rules.table.options(state.faces).options
    width = max((len(option.keep) for option in every), default=0)
    rows: list[str] = []
    for letter, option, what in lettered(state, every[:most]):
        left = left_over(state, option.dice_left)
        rows.append(f"  {letter}  {option.keep:<{width}}  {option.points:>5,}  {left}  ({what})")
    return [*rows, f"  and {len(every) - most} more; type the faces"] if len(every) > most else rows


def lettered(state: State, options: Sequence[Option]) -> Iterator[tuple[str, Option, str]]:
    """Keeps of the roll on the table, each with its letter and in words."""
    for letter, option in zip(LETTERS, options, strict=False):
        yield letter, option, named_parts(state, [int(face) for face in option.keep])
