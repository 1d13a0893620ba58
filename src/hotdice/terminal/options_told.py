"""The legal keeps of a roll as lines: letter, dice, points, what is left and its danger."""

from hotdice.game import State
from hotdice.odds.rolls import roll_odds
from hotdice.terminal.telling import named_parts

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


def left_over(state: State, left: int) -> str:
    """What a keep leaves: `2 left, 44% farkle`.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> left_over(new_game(load("classic"), 2), 0)
    'hot dice, 6 again, 2% farkle'
    """
    count = left or state.turn_dice
    dice = f"{count} left" if left else f"hot dice, {count} again"
    chance = danger(state, count)
    return dice if chance is None else f"{dice}, {chance:.0%} farkle"


def best_keeps(state: State, most: int = 8) -> list[str]:
    """The best keeps of the roll on the table, a line each.

    >>> from hotdice.game import Roll, Throw, new_game, play
    >>> from hotdice.rules import load
    >>> state = new_game(load("classic"), 2)
    >>> for command in (Roll(0), Throw((2, 3, 4, 5, 6, 6))):
    ...     state, _ = play(state, command)
    >>> best_keeps(state)
    ['  a  5     50  5 left, 8% farkle  (5)']
    """
    options = state.rules.table.options(state.faces).options
    width = max((len(option.keep) for option in options), default=0)
    rows: list[str] = []
    for letter, option in zip(LETTERS[:most], options, strict=False):
        what = named_parts(state, [int(face) for face in option.keep])
        left = left_over(state, option.dice_left)
        rows.append(f"  {letter}  {option.keep:<{width}}  {option.points:>5,}  {left}  ({what})")
    if len(options) > most:
        rows.append(f"  and {len(options) - most} more; type the faces")
    return rows
