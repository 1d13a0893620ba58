"""What a bot would do at a decision, as one of the coach's choices: a keep together with what follows it."""

from collections.abc import Sequence

from hotdice.game import Bank, Command, Keep, Roll, State, play
from hotdice.players import Player

KeepThen = tuple[str, str | None]
"""An action and what is set aside before, as options of the coach have them."""


def whole_choice(state: State, command: Command, player: Player) -> Command:
    """A keep together with what the same bot does next, which is one decision."""
    if not isinstance(command, Keep) or command.then:
        return command
    result = play(state, command)
    if not isinstance(result, tuple):
        return command
    follows = player.choose(result[0])
    return Keep(command.seat, command.dice, "bank" if isinstance(follows, Bank) else "roll")


def place_of(state: State, command: Command, choices: Sequence[KeepThen]) -> int | None:
    """Which of some choices a command is, None where it is none of them.

    >>> from hotdice.game import parse_position
    >>> state = parse_position("kcd~r9~s1~m1~n~2500.0.y_2600.0.y~t400.3")
    >>> place_of(state, Bank(0), [("roll", None), ("bank", None)])
    1
    """
    wanted: KeepThen
    match command:
        case Keep():
            shown = dict(zip(state.hand, state.faces, strict=True))
            wanted = command.then or "", "".join(sorted(str(shown[die]) for die in command.dice))
        case Bank():
            wanted = "bank", None
        case Roll():
            wanted = "roll", None
        case _:
            return None
    return choices.index(wanted) if wanted in choices else None


__all__ = ["KeepThen", "place_of", "whole_choice"]
