"""Fair dice and cards for the Munchkin Dice table: what chance brings is drawn under its label."""

from hotdice.match.fair import FairDraws
from hotdice.match.fair_record import revealed_draws
from hotdice.munchkin import Command, Record, State, label, rederive
from hotdice.munchkin.commands import Deal, Throw
from hotdice.munchkin.sheet import FACES, RUN_FACES
from hotdice.munchkin.tasks import DrawCard, RunAway


class FairChance:
    """Brings dice and cards by `FairDraws`, under the label `chance TURN.NUMBER.WHAT`.

    A card is drawn uniformly from those that are in the deck, taken in the order of their ids.

    >>> from hotdice.munchkin import load, new_game
    >>> draws = FairDraws(bytes(32), "g1", [bytes(16), bytes(16)])
    >>> FairChance(draws).bring(new_game(load(), 2))
    Deal(card='brawler')
    """

    def __init__(self, draws: FairDraws) -> None:
        self._draws = draws

    def bring(self, state: State) -> Command:
        """The die or the card that the state waits for."""
        name, task = f"chance {label(state)}", state.task
        if isinstance(task, DrawCard):
            deck = sorted(state.deck(task.pile))
            return Deal(deck[self._draws.below(name, len(deck))[0]])
        return Throw(self._draws.dice(name, 1, RUN_FACES if isinstance(task, RunAway) else FACES)[0])


def derive_table(record: Record) -> int:
    """How many dice and cards of a record follow from its seed, or its fair seeds; all are checked.

    Raises:
        NotDerived: one does not.
        ValueError: there is no seed, it is not revealed, or is not the one that was committed to.
    """
    if not record.dice.startswith("fair "):
        return rederive(record)
    return rederive(record, FairChance(revealed_draws(record.dice, len(record.names))))
