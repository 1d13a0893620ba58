"""The games of a vector without cards: the simulator's course, opponents from their books."""

import numpy as np
import numpy.typing as npt

from hotdice.arena.bots import compile_bots, errands_of, library_of, lots_of
from hotdice.arena.kernel import PAGES
from hotdice.arena.sheets import CannotCompile, Tables, sheet_of
from hotdice.envs.many_kernel import PlainSheet, step_games
from hotdice.envs.many_rows import Actions, Order, Outcomes, Rows
from hotdice.envs.many_tables import offers
from hotdice.envs.telling_kernel import WAITING
from hotdice.envs.views_kernel import WAITS, fill_outcomes
from hotdice.players.exact_bots import Champion
from hotdice.players.judging import Judge


class DiceRows(Rows):
    """Games without cards.

    Raises:
        CannotCompile: the sheet or one of the players cannot be compiled.
    """

    def __init__(self, order: Order) -> None:
        rules, players = order.rules, order.players
        builder = Tables()
        sheet = sheet_of(rules, builder)
        for player in players:
            if isinstance(player, Champion) and player.trio_book(rules, len(players)) is not None:
                raise CannotCompile(
                    "a champion with the table of three is for FarkleEnv; many games at once have champion:2"
                )
        table = order.table._replace(bots=compile_bots(rules, players, builder))
        self._library = library_of(rules, players, builder)
        self._lots, self._errands = lots_of(players), errands_of(rules, players, builder)
        self._errors = [self._errands.errors() if self._errands else None for _ in range(order.workers)]
        self._plain = PlainSheet(sheet, builder.array, offers(rules))
        super().__init__(order._replace(table=table))

    def step(self, worker: int, actions: Actions, first: int, last: int) -> int:
        """One step of some games; what an opponent needs to know first is worked out on the way."""
        bots = self._library.shelf, self._lots, self._errors[worker]
        shared = self._plain, self.stage, *bots, self._key, actions
        result = step_games(*shared, False, first, last)
        while result == WAITING:
            waits = self.games.now[first:last, WAITS]
            for block in np.unique(waits[waits > 0] - 1).tolist():
                self._write(block)
            result = step_games(*shared, True, first, last)
        return result

    def outcomes(self) -> Outcomes:
        """For each game and each legal action: its points, and the dice that the next roll would throw."""
        shape = self.count, self.actions
        points, left = np.zeros(shape, np.int32), np.zeros(shape, np.int8)
        fill_outcomes(self._plain.offers, self.games, points, left)
        return points, left

    def regrets(self, judge: Judge, actions: Actions) -> npt.NDArray[np.float64]:
        """The loss of each action in chances to win; not a number where nobody knows it."""
        from hotdice.envs.many_regrets import regrets_of

        return regrets_of(judge, self.games, actions)

    def _write(self, block: int) -> None:
        """Work out what an opponent needs to know before it can go on."""
        if block >= PAGES:
            assert self._errands is not None
            self._errands.worth.write(block - PAGES)
        else:
            self._library.write(block)
