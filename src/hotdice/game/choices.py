"""What may be done now: the legal commands of the mover, and keeps as a person names them, by face."""

from itertools import combinations
from typing import Literal

from hotdice.game.commands import Bank, Command, Keep, PassWindow, Roll, TakeOver
from hotdice.game.playing_cards import card_plays, holds_card_for
from hotdice.game.state import State, Step
from hotdice.game.verifying import can
from hotdice.rules import Option
from hotdice.rules.combinations import pack
from hotdice.rules.deck import Window

Then = Literal["", "roll", "bank"]


def legal(state: State) -> tuple[Command, ...]:
    """Every legal move of the mover, one step at a time, cards last; empty while dice are awaited.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> legal(new_game(load("classic"), 2))
    (Roll(seat=0),)
    """
    moves: tuple[Command, ...]
    match state.step:
        case Step.ROLL:
            moves = (Roll(state.mover), TakeOver(state.mover)) if state.offer else (Roll(state.mover),)
        case Step.KEEP:
            moves = keeps(state)
        case Step.DECIDE:
            bank = Bank(state.mover)
            moves = (Roll(state.mover), bank) if can(state, bank) else (Roll(state.mover),)
        case Step.FARKLE | Step.STOP:
            moves = (PassWindow(state.mover),)
        case _:
            return ()
    return moves if state.cards is None else moves + card_plays(state)


def keeps(state: State, then: Then = "") -> tuple[Keep, ...]:
    """Every keep of the roll on the table; of equal dice the lowest numbers, unless dice are weighted."""
    options = state.rules.table.options(state.faces).options
    if not state.weights:
        return tuple(_lowest(state, option, then) for option in options)
    shown = list(zip(state.hand, state.faces, strict=True))
    found: list[Keep] = []
    for option in options:
        for chosen in combinations(shown, len(option.keep)):
            if pack(face for _, face in chosen) == option.packed:
                found.append(Keep(state.mover, tuple(die for die, _ in chosen), then))
    return tuple(found)


def _lowest(state: State, option: Option, then: Then) -> Keep:
    return Keep(state.mover, lowest_dice(state, option.keep), then)


def lowest_dice(state: State, faces: str) -> tuple[int, ...]:
    """The lowest-numbered dice on the table that show these faces; dice that are not there are left out."""
    wanted = list(faces)
    dice: list[int] = []
    for die, face in zip(state.hand, state.faces, strict=False):  # no faces while nothing lies there
        if str(face) in wanted:
            wanted.remove(str(face))
            dice.append(die)
    return tuple(dice)


def keep_faces(state: State, faces: str, then: Then = "") -> Keep:
    """The command that keeps these faces, such as `"1444"`.

    >>> from hotdice.game import Roll, Throw, new_game, play
    >>> from hotdice.rules import load
    >>> state = new_game(load("classic"), 2)
    >>> for command in (Roll(0), Throw((2, 3, 4, 5, 6, 6))):
    ...     state, _ = play(state, command)
    >>> keep_faces(state, "5", "roll")
    Keep(seat=0, dice=(4,), then='roll')

    Raises:
        ValueError: the roll does not show these faces.
    """
    dice = lowest_dice(state, faces)
    if len(dice) != len(faces) or not faces:
        shown = " ".join(map(str, state.faces)) or "nothing"
        raise ValueError(f"{' '.join(faces) or 'nothing'} is not in the roll {shown}")
    return Keep(state.mover, dice, then)


def turn_choices(state: State) -> tuple[Command, ...]:
    """Every whole decision of the mover: a keep comes with what follows it, roll or bank.

    A keep by itself is among them where the mover holds a card that could be played right after it.

    >>> from hotdice.game import Roll, Throw, new_game, play
    >>> from hotdice.rules import load
    >>> state = new_game(load("busche-neller"), 2)
    >>> for command in (Roll(0), Throw((2, 3, 4, 5, 6, 6))):
    ...     state, _ = play(state, command)
    >>> [choice.then for choice in turn_choices(state)]
    ['roll', 'bank']
    """
    if state.step is not Step.KEEP:
        return legal(state)
    rolls = keeps(state, "roll")
    banks = (Keep(keep.seat, keep.dice, "bank") for keep in rolls)
    whole = rolls + tuple(bank for bank in banks if can(state, bank))
    if state.cards is None or state.cards.played:
        return whole
    alone = keeps(state) if holds_card_for(state, Window.AFTER_KEEP) else ()
    return whole + alone + card_plays(state)
