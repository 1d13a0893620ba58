"""A slow exact reference for three players and more: plain Python, seats by name, one state at a time.

Written from the rules and not from the solver: totals in points, absolute seats, the turn by recursion, whole
passes over all states until nothing changes. A value is the vector of all seats' shares of the win.
"""

from collections.abc import Callable
from typing import NamedTuple

from hotdice.rules import LastChance, Ruleset, Ties
from odds.reference import Offer, Place, Player, after_stop, offers

Shares = tuple[float, ...]
FAVOUR = 1e-10
"""Of choices that are the same to the mover, the one that is better for the next player is taken."""


class Moment(NamedTuple):
    """A start of a turn: the players by seat, whose turn it is, and who has reached the target."""

    players: tuple[Player, ...]
    mover: int
    trigger: int
    left: int


class Turn:
    """One turn of a seat, from the vectors that its ends are worth."""

    def __init__(
        self,
        table: dict[int, list[Offer]],
        seat: int,
        stop: Callable[[int], Shares | None],
        farkle: Shares,
        cap: int,
    ) -> None:
        self.table, self.seat = table, seat
        self.stop, self.farkle, self.cap = stop, farkle, cap
        self.known: dict[tuple[int, int], Shares] = {}

    def key(self, shares: Shares) -> float:
        return shares[self.seat] + FAVOUR * shares[(self.seat + 1) % len(shares)]

    def roll(self, total: int, dice: int) -> Shares:
        at = total, dice
        if at not in self.known:
            sums = [0.0] * len(self.farkle)
            for orders, choices in self.table[dice]:
                ends = [self.choose(total + points, left) for points, left in choices]
                best = max(ends, key=self.key, default=self.farkle)
                for seat, share in enumerate(best):
                    sums[seat] += orders * share
            self.known[at] = tuple(share / 6**dice for share in sums)
        return self.known[at]

    def choose(self, total: int, dice: int) -> Shares:
        worth = self.stop(total)
        if total >= self.cap:
            return self.farkle if worth is None else worth
        if worth is not None and worth[self.seat] == 1.0:
            return worth
        rolled = self.roll(total, dice)
        return rolled if worth is None or self.key(rolled) > self.key(worth) else worth


class ManyRace:
    """The race of so many by repeated passes over every state that play can reach."""

    def __init__(self, rules: Ruleset, players: int = 3, *, cap: int = 1300) -> None:
        self.rules, self.players, self.cap = rules, players, cap
        self.table = offers(rules)
        self.values: dict[Moment, Shares] = {}
        self.last: dict[Moment, Shares] = {}

    def start(self) -> Moment:
        gifts = (*self.rules.compensation, *(0,) * self.players)[: self.players]
        opened = self.rules.opening == 0
        return Moment(tuple(Player(points, 0, opened) for points in gifts), 0, -1, 0)

    def worth(self, moment: Moment, after: Player) -> Shares:
        """The shares once the mover's turn has left them like this; new states are noted on the way."""
        rules, mover = self.rules, moment.mover
        players = list(moment.players)
        players[mover] = after
        trigger, left = moment.trigger, moment.left
        if trigger < 0 and rules.reached(after.total):
            trigger = mover
            others = self.players - 1
            left = {
                LastChance.NONE: 0,
                LastChance.OTHERS_ONCE: others,
                LastChance.FINISH_ROUND: others - mover,
            }[rules.last_chance]
        if trigger >= 0 and left == 0:
            return self.finish(players, trigger)
        following = Moment(tuple(players), (mover + 1) % self.players, trigger, max(left - 1, 0))
        if trigger >= 0:  # last turns lead nowhere back: solved once, when they are asked for
            if following not in self.last:
                self.last[following] = self.update(following)
            return self.last[following]
        return self.values.setdefault(following, self.equal())

    def finish(self, players: list[Player], trigger: int) -> Shares:
        best = max(player.total for player in players)
        winners = [seat for seat, player in enumerate(players) if player.total == best]
        if self.rules.ties is Ties.TRIGGER_KEEPS and trigger in winners:
            winners = [trigger]
        return tuple((seat in winners) / len(winners) for seat in range(len(players)))

    def equal(self) -> Shares:
        return (1 / self.players,) * self.players

    def update(self, moment: Moment) -> Shares:
        mover = moment.players[moment.mover]
        place = Place("normal", True, mover, mover)

        def stop(total: int) -> Shares | None:
            after = after_stop(self.rules, place, total)
            return None if after is None else self.worth(moment, after)

        behind = max(player.total for player in moment.players) - mover.total
        cap = max(self.rules.target - mover.total, behind, 0) + self.cap
        turn = Turn(self.table, moment.mover, stop, self.worth(moment, mover), cap)
        return turn.roll(0, self.rules.dice)

    def solve(self, tolerance: float = 1e-13) -> dict[Moment, Shares]:
        """The shares of the seats at every start of a turn that is reachable."""
        self.values[self.start()] = self.equal()
        for _ in range(400):
            change, known = 0.0, len(self.values)
            for moment in sorted(self.values, key=_points, reverse=True):
                fresh = self.update(moment)
                old = self.values[moment]
                change = max(change, *(abs(a - b) for a, b in zip(fresh, old, strict=True)))
                self.values[moment] = fresh
            if change < tolerance and len(self.values) == known:
                return self.values
        raise AssertionError(f"the reference does not converge: {change}")


def _points(moment: Moment) -> int:
    return sum(player.total for player in moment.players)
