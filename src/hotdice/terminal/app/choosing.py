"""What the person at the table has in hand: which loose dice are chosen, and what that would lead to."""

from hotdice.frozen import Frozen
from hotdice.game import Bank, Keep, State, Step, TakeOver, can, keeps, needed_to_bank, verify
from hotdice.rules import Option
from hotdice.terminal.options_told import danger


class Chosen(Frozen):
    """The chosen dice of a roll with their points, or why they cannot be kept."""

    points: int
    left: int
    why: str = ""


def keep_of(state: State, chosen: frozenset[int]) -> Keep:
    """The command that keeps the chosen places of the roll."""
    return Keep(state.mover, tuple(state.hand[place] for place in sorted(chosen)))


def judge(state: State, chosen: frozenset[int]) -> Chosen:
    """What keeping the chosen dice means.

    >>> from hotdice.game import Roll, Throw, new_game, play
    >>> from hotdice.rules import load
    >>> state = new_game(load("classic"), 2)
    >>> for command in (Roll(0), Throw((1, 4, 4, 2, 6, 5))):
    ...     state, _ = play(state, command)
    >>> judge(state, frozenset({0, 5}))
    Chosen(points=150, left=4, why='')
    >>> judge(state, frozenset({1, 2})).why
    '4 4 does not score.'
    """
    if not chosen:
        return Chosen(0, len(state.hand))
    refusal = verify(state, keep_of(state, chosen))
    if refusal is not None:
        return Chosen(0, len(state.hand), refusal.sentence)
    points = state.rules.table.value([state.faces[place] for place in chosen]) or state.rules.nothing_bonus
    return Chosen(points, len(state.hand) - len(chosen))


def places_of(state: State, option: Option) -> frozenset[int]:
    """The places of the dice that an option keeps."""
    wanted = list(option.keep)
    places: set[int] = set()
    for place, face in enumerate(state.faces):
        if str(face) in wanted:
            wanted.remove(str(face))
            places.add(place)
    return frozenset(places)


def idle_places(state: State) -> frozenset[int]:
    """The dice of a roll that no legal keep uses."""
    if state.step is not Step.KEEP:
        return frozenset()
    used = {die for keep in keeps(state) for die in keep.dice}
    faces = {state.faces[state.hand.index(die)] for die in used}
    return frozenset(place for place, face in enumerate(state.faces) if face not in faces)


def roll_label(state: State, choice: Chosen) -> str:
    """The words on the roll button.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> roll_label(new_game(load("classic"), 2), Chosen(0, 6))
    'Roll 6'
    """
    if state.step is Step.KEEP:
        count = choice.left or state.turn_dice
        if not choice.points:
            return "Choose dice first"
        return f"Keep, roll all {count}" if choice.left == 0 else f"Keep, roll {count}"
    return f"Roll {len(state.dice_to_roll)}"


def bank_label(state: State, choice: Chosen) -> str:
    """The words on the bank button; where it is not allowed, the reason."""
    total = state.turn_total + choice.points
    needed = needed_to_bank(state)
    if state.offer:
        dice = len(state.offered)
        return f"Take {state.offer:,} with {dice}"
    if state.step is Step.ROLL:
        return f"Bank from {needed:,}" if needed else "Bank"
    if total < needed:
        return f"Bank from {needed:,}"
    return f"Bank {total:,}"


def may_bank(state: State, chosen: frozenset[int]) -> bool:
    """Whether the bank button works, with the chosen dice kept first."""
    if state.step is Step.KEEP:
        keep = keep_of(state, chosen)
        return can(state, Keep(keep.seat, keep.dice, "bank"))
    return can(state, TakeOver(state.mover) if state.offer else Bank(state.mover))


def risk(state: State, choice: Chosen) -> tuple[int, float] | None:
    """Dice of the next roll and their chance to farkle; None where it cannot be said."""
    if state.step is Step.KEEP:
        count = (choice.left or state.turn_dice) if choice.points else 0
    elif state.step in (Step.DECIDE, Step.ROLL):
        count = len(state.dice_to_roll)
    else:
        count = 0
    if not count:
        return None
    chance = danger(state, count)
    return None if chance is None else (count, chance)
