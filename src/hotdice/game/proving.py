"""Whether the dice of a record are those of its seed: every throw is derived again from its label."""

from collections.abc import Iterator

from hotdice.frozen import Frozen
from hotdice.game import events as e
from hotdice.game.dice import DiceSource, SeededDice
from hotdice.game.record import Record


class WrongThrow(Frozen):
    """A throw that the seed does not give: the step of the record, what lies there, what should."""

    step: int
    turn: int
    roll: int
    found: tuple[int, ...]
    derived: tuple[int, ...]


class Proof(Frozen):
    """What came of deriving every throw again."""

    throws: int
    wrong: tuple[WrongThrow, ...]

    @property
    def holds(self) -> bool:
        """Whether every throw is that of the seed."""
        return not self.wrong


def derive_again(record: Record) -> Proof:
    """Compare every throw of a record with its seed.

    >>> from hotdice.game import Roll, new_game, play
    >>> from hotdice.rules import load
    >>> state, asked = play(new_game(load("kcd"), 2), Roll(0))
    >>> _, thrown = play(state, SeededDice("7").throw(state))
    >>> names = ("Ann", "Bob")
    >>> record = Record(state.rules, names, ("human", "human"), "seeded 7", events=asked + thrown)
    >>> import msgspec
    >>> derive_again(record).holds, derive_again(msgspec.structs.replace(record, dice="seeded 8")).holds
    (True, False)

    Raises:
        ValueError: the dice of the record have no seed.
    """
    kind, _, seed = record.dice.partition(" ")
    if kind != "seeded" or not seed:
        raise ValueError(f"the dice of this record are {kind}, so there is no seed to derive them from")
    return compare_throws(record, SeededDice(seed))


def compare_throws(record: Record, dice: DiceSource) -> Proof:
    """Compare every throw of a record with what a source gives for the same moment."""
    wrong = tuple(_wrong_throws(record, dice))
    return Proof(sum(isinstance(event, e.DiceRolled) for event in record.events), wrong)


def _wrong_throws(record: Record, dice: DiceSource) -> Iterator[WrongThrow]:
    states = record.states()
    for step, (state, event) in enumerate(zip(states, record.events, strict=False), 1):
        if isinstance(event, e.DiceRolled):
            derived = dice.throw(state).faces
            if derived != event.faces:
                yield WrongThrow(step, state.turn, state.roll, event.faces, derived)
