"""The games of a vector with cards: the simulator's course for any deck that it plays."""

import numpy as np

from hotdice.arena.card_games import card_table
from hotdice.envs.card_actions_kernel import Actions as Places
from hotdice.envs.card_layout import layout_of
from hotdice.envs.features import feature_count
from hotdice.envs.layout import Observation
from hotdice.envs.many_cards_kernel import Cards, fill_card_outcomes, step_card_games
from hotdice.envs.many_rows import Actions, Order, Outcomes, Rows


class CardRows(Rows):
    """Games with cards; what an action loses is not known.

    Raises:
        CannotCompile: the sheet, its deck or one of the players cannot be compiled.
    """

    def __init__(self, order: Order) -> None:
        rules, players, count = order.rules, order.players, order.rows
        seats = len(players)
        numbers = card_table(rules, players)
        self._workers = [numbers.worker() for _ in range(order.workers)]
        layout = layout_of(rules, seats)
        self._widths = {name: space.shape[0] for name, space in layout.fields().items() if space.shape}
        self._cards = Cards(
            games=np.zeros((count, numbers.room().size), np.int64),
            legal=np.zeros((count, layout.count), np.int8),
            seen=np.zeros((count, sum(self._widths.values())), np.int8),
            actions=Places(layout.keeps, layout.go_on, layout.bank, np.array(layout.first, np.int64)),
            plain=feature_count(rules, seats),
        )
        super().__init__(order)

    def make_room(self) -> None:
        """Room for what a step tells."""
        super().make_room()
        self._cards = self._cards._replace(seen=np.empty_like(self._cards.seen))

    def step(self, worker: int, actions: Actions, first: int, last: int) -> int:
        """One step of some games."""
        return step_card_games(
            self._workers[worker], self.stage, self._cards, self._key, actions, first, last
        )

    def outcomes(self) -> Outcomes:
        """For each game and each keep its points and the dice of the roll after it; 0 for other actions."""
        shape = self.count, self.actions
        points, left = np.zeros(shape, np.int32), np.zeros(shape, np.int8)
        fill_card_outcomes(self._workers[0], self.stage, self._cards, points, left)
        return points, left

    def seen(self) -> Observation:
        """What the agents see."""
        found = super().seen()
        if not self._features:
            at = 0
            for name, width in self._widths.items():
                found[name] = self._cards.seen[:, at : at + width]
                at += width
        return found
