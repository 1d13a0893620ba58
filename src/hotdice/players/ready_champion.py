"""The champion at a table that strangers set up: from the tables at hand, within milliseconds.

It solves no sheet and compiles nothing. With more rivals it plays as if against the leading one alone.
"""

from hotdice.game import Bank, Command, Keep, Roll, State, Step
from hotdice.game.choices import lowest_dice
from hotdice.players.greedy_bot import GreedyBot
from hotdice.players.lots import lot, lot_key
from hotdice.players.solver_view import playing, question_of


class ReadyChampion:
    """Plays what the solver says; by rules whose table is not there (yet), as greedy does.

    With an `amount` it errs: see `ErringBot`.

    >>> from hotdice.game import parse_position
    >>> ReadyChampion().choose(parse_position("playmonster~r9~s1~m1~n~9000.0.y_9500.0.y~t400.3"))
    Roll(seat=0)
    """

    def __init__(self, amount: float = 0.0) -> None:
        self.most = 2 * amount / 100
        self._key = lot_key("")
        self._otherwise = GreedyBot()

    def choose(self, state: State) -> Command:
        """The best choice, or one that loses no more than is allowed this time."""
        from hotdice.odds.advice import advise  # it needs numpy, which is slow to import
        from hotdice.odds.shelf import table_of

        odd = state.cards is not None or bool(state.bags) or state.turn_dice != state.rules.dice
        solved = None if odd or state.step not in (Step.KEEP, Step.DECIDE) else table_of(state.rules)
        if solved is None:
            return self._otherwise.choose(state)
        mover, *others = playing(state)
        leader = max(others, key=lambda seat: state.seats[seat].total, default=mover)
        order = (mover, leader) if others else (mover,)
        faces = tuple(sorted(state.faces)) if state.step is Step.KEEP else None
        choices = advise(solved, question_of(state, order=order), faces).choices
        allowed = self.most * ((lot(self._key, state) >> 11) / 2**53) if self.most else 0.0
        chosen = max((each for each in choices if each.loss <= allowed), key=lambda each: each.loss)
        if chosen.keep is None:
            return Bank(mover) if chosen.action == "bank" else Roll(mover)
        return Keep(mover, lowest_dice(state, chosen.keep), chosen.action)
