"""Moves as words: what a person types and reads, for every command that the referee would take now."""

from hotdice.game import Bank, Command, Keep, PassWindow, PlayCard, Roll, State, legal


def words_of(state: State) -> dict[str, Command]:
    """Every legal move by its words, in the referee's order.

    >>> from hotdice.game import parse_position
    >>> list(words_of(parse_position("playmonster~r9~s1~m1~n~9000.0.y_9500.0.y~t400.3.155")))
    ['keep 155', 'keep 15', 'keep 1', 'keep 55', 'keep 5']
    """
    found: dict[str, Command] = {}
    for command in legal(state):
        words = _words(state, command)
        # Weighted dice are not alike: of several keeps with the same faces each names its dice.
        if words in found and isinstance(command, Keep):
            words = f"{words} of dice {' '.join(map(str, command.dice))}"
        found[words] = command
    return found


def _words(state: State, command: Command) -> str:
    match command:
        case Roll():
            return "roll"
        case Bank():
            return "bank"
        case PassWindow():
            return "pass"
        case Keep():
            return f"keep {_faces(state, command.dice)}"
        case PlayCard():
            target = f" on seat {command.target + 1}" if command.target >= 0 else ""
            dice = f" with dice {' '.join(map(str, command.dice))}" if command.dice else ""
            return f"card {command.card}{target}{dice}"
    raise AssertionError(f"{command} is no move of a turn")


def _faces(state: State, dice: tuple[int, ...]) -> str:
    shown = dict(zip(state.hand, state.faces, strict=True))
    return "".join(sorted(str(shown[die]) for die in dice))
