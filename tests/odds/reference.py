"""A slow exact reference: plain Python, one state at a time, written from the rules and not from the solver.

It knows totals in points, asks the scoring table for the options of every roll, walks a turn by recursion and
repeats whole passes over all states until nothing changes any more. No steps, no lanes, no pruning.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import NamedTuple

from hotdice.rules import HotDice, LastChance, OpeningPolicy, Reach, Ruleset, Ties

Offer = tuple[int, tuple[tuple[int, int], ...]]
"""In how many ways a roll falls, and its (points, dice for the next roll) options; none: a farkle."""


class Player(NamedTuple):
    """One player at the start of a turn."""

    total: int
    farkles: int
    opened: bool


class Place(NamedTuple):
    """A start of a turn: `phase` is normal, last or play_off; `starts` says that the mover began the game."""

    phase: str
    starts: bool
    mover: Player
    other: Player


def offers(rules: Ruleset) -> dict[int, list[Offer]]:
    found: dict[int, list[Offer]] = {}
    for dice in range(1, rules.dice + 1):
        grouped: Counter[tuple[tuple[int, int], ...]] = Counter()
        for roll in combinations_with_replacement(range(1, 7), dice):
            orders = factorial(dice) // prod(factorial(n) for n in Counter(roll).values())
            choices = {(o.points, o.dice_left or rules.dice) for o in rules.table.options(roll).options}
            grouped[tuple(sorted(choices))] += orders
        found[dice] = [(orders, choices) for choices, orders in grouped.items()]
    return found


class Turn:
    """One turn, from what its ends are worth."""

    def __init__(
        self,
        rules: Ruleset,
        table: dict[int, list[Offer]],
        stop: Callable[[int], float | None],
        farkle: float,
        cap: int,
    ) -> None:
        self.rules, self.table, self.stop, self.farkle, self.cap = rules, table, stop, farkle, cap
        self.known: dict[tuple[int, int], float] = {}

    def roll(self, total: int, dice: int) -> float:
        """The value of rolling `dice` dice with a turn total."""
        key = total, dice
        if key not in self.known:
            value = 0.0
            for orders, choices in self.table[dice]:
                best = max((self.choose(total + p, left) for p, left in choices), default=self.farkle)
                value += orders * best
            self.known[key] = value / 6**dice
        return self.known[key]

    def choose(self, total: int, dice: int) -> float:
        """The value of the better of stopping and rolling on."""
        worth = self.stop(total)
        if self.rules.hot_dice is HotDice.FORCED and dice == self.rules.dice:
            worth = None
        if total >= self.cap:
            # So far out that it does not matter any more: a stop, or the end of the turn.
            return self.farkle if worth is None else worth
        if worth == 1.0:
            return worth  # nothing is better than a certain win
        rolled = self.roll(total, dice)
        return rolled if worth is None else max(worth, rolled)


def after_farkle(rules: Ruleset, player: Player, lowest: int | None) -> Player:
    penalty = rules.penalty
    if not penalty.points:
        return player
    farkles = player.farkles + 1
    if farkles < penalty.count:
        return player._replace(farkles=farkles)
    lost = penalty.points
    if penalty.floor is not None:
        lost = max(0, min(lost, player.total - penalty.floor))
    total = player.total - lost
    if lowest is not None:
        total = max(total, lowest)
    return Player(total, 0 if penalty.restarts else penalty.count - 1, player.opened)


def after_stop(rules: Ruleset, place: Place, total: int) -> Player | None:
    """The mover after a stop with a turn total, or None where that is not allowed."""
    mover, play_off = place.mover, place.phase == "play_off"
    opening = not mover.opened and total < rules.opening
    if opening and rules.opening_policy is OpeningPolicy.MUST_REACH:
        return None
    if total < rules.minimum:
        wins = not play_off and rules.reached(mover.total + total)
        if not (wins and not rules.minimum_binds_win):
            return None
    if opening:
        total = 0
    exact = rules.reach is Reach.EXACTLY and rules.target and not play_off
    if exact and mover.total + total > rules.target:
        total = 0
    return Player(mover.total + total, 0, mover.opened or total > 0)


class Race:
    """The race of two by repeated passes over every state that play can reach."""

    def __init__(self, rules: Ruleset, *, lowest: int | None = None, cap: int = 1800) -> None:
        self.rules, self.lowest, self.cap = rules, lowest, cap
        self.table = offers(rules)
        self.values: dict[Place, float] = {}

    def start(self) -> Place:
        first, second = (*self.rules.compensation[:2], 0, 0)[:2]
        opened = self.rules.opening == 0
        return Place("normal", True, Player(first, 0, opened), Player(second, 0, opened))

    def worth(self, place: Place, mover: Player) -> float:
        """The mover's chance once their turn has left them like this; new states are noted on the way."""
        rules = self.rules
        other = place.other
        if place.phase == "last":
            return self.compare(place, mover, other, chased=other)
        if place.phase == "play_off" and not place.starts:
            return self.compare(place, mover, other, chased=None)
        phase = place.phase
        if phase == "normal" and rules.reached(mover.total):
            if rules.last_chance is LastChance.NONE:
                return 1.0
            if rules.last_chance is LastChance.FINISH_ROUND and not place.starts:
                return self.compare(place, mover, other, chased=mover)
            phase = "last"
        return 1.0 - self.value(Place(phase, not place.starts, other, mover))

    def compare(self, place: Place, mover: Player, other: Player, chased: Player | None) -> float:
        if mover.total != other.total:
            return float(mover.total > other.total)
        match self.rules.ties:
            case Ties.SHARED:
                return 0.5
            case Ties.TRIGGER_KEEPS:
                return float(chased is mover)
            case Ties.PLAY_OFF:
                first, second = (mover, other) if place.starts else (other, mover)
                chance = self.value(Place("play_off", True, first, second))
                return chance if place.starts else 1.0 - chance

    def value(self, place: Place) -> float:
        if place.phase == "play_off":
            # Only the difference counts in a play-off.
            shift = min(place.mover.total, place.other.total)
            mover, other = (p._replace(total=p.total - shift) for p in (place.mover, place.other))
            place = place._replace(mover=mover, other=other)
            if abs(mover.total - other.total) > self.cap:
                return float(mover.total > other.total)
        return self.values.setdefault(place, 0.5)

    def update(self, place: Place) -> float:
        def stop(total: int) -> float | None:
            mover = after_stop(self.rules, place, total)
            return None if mover is None else self.worth(place, mover)

        farkle = self.worth(place, after_farkle(self.rules, place.mover, self.lowest))
        cap = max(self.rules.target - place.mover.total, 0) + self.cap
        return Turn(self.rules, self.table, stop, farkle, cap).roll(0, self.rules.dice)

    def solve(self, tolerance: float = 1e-13) -> dict[Place, float]:
        """The chance of the mover at every start of a turn that is reachable."""
        self.value(self.start())
        for _ in range(500):
            change, known = 0.0, len(self.values)
            for place in sorted(self.values, key=_late, reverse=True):
                fresh = self.update(place)
                change = max(change, abs(fresh - self.values[place]))
                self.values[place] = fresh
            if change < tolerance and len(self.values) == known:
                return self.values
        raise AssertionError("the reference does not converge")


def _late(place: Place) -> tuple[bool, bool, int, int]:
    farkles = place.mover.farkles + place.other.farkles
    return place.phase == "play_off", place.phase == "last", place.mover.total + place.other.total, farkles


class Rounds:
    """A fixed number of rounds for two; the play-off by repeated passes."""

    def __init__(self, rules: Ruleset, *, cap: int = 1800) -> None:
        self.rules, self.cap = rules, cap
        self.table = offers(rules)
        self.chance: dict[tuple[Player, Player], float] = {}
        self.known: dict[tuple[int, Player, Player], tuple[float, float]] = {}

    def solve(self) -> tuple[float, float]:
        """The first player's chance, and the chance that the totals are equal after the last round."""
        first, second = (*self.rules.compensation[:2], 0, 0)[:2]
        opened = self.rules.opening == 0
        for _ in range(200):
            self.known.clear()
            known = len(self.chance)
            result = self.value(2 * self.rules.rounds, Player(first, 0, opened), Player(second, 0, opened))
            change = 0.0
            for (mover, other), old in list(self.chance.items()):
                fresh = self.value(2, mover, other)[0]
                self.chance[mover, other] = fresh
                change = max(change, abs(fresh - old))
            if change < 1e-13 and len(self.chance) == known:
                return result
        raise AssertionError("the reference does not converge")

    def value(self, turns: int, mover: Player, other: Player) -> tuple[float, float]:
        """The mover's chance with so many turns to play, and the chance of a tie after the last one."""
        shift = min(mover.total, other.total)
        mover, other = mover._replace(total=mover.total - shift), other._replace(total=other.total - shift)
        if turns == 0:
            if mover.total != other.total:
                return float(mover.total > other.total), 0.0
            if self.rules.ties is Ties.SHARED:
                return 0.5, 1.0
            return self.chance.setdefault((mover, other), 0.5), 1.0
        key = turns, mover, other
        if key not in self.known:
            self.known[key] = self.turn(turns, mover, other)
        return self.known[key]

    def turn(self, turns: int, mover: Player, other: Player) -> tuple[float, float]:
        place = Place("normal", True, mover, other)

        def follow(player: Player) -> tuple[float, float]:
            chance, tie = self.value(turns - 1, other, player)
            return 1.0 - chance, tie

        def stop(total: int) -> float | None:
            player = after_stop(self.rules, place, total)
            return None if player is None else follow(player)[0]

        lost, lost_tie = follow(after_farkle(self.rules, mover, None))
        cap = self.cap + abs(mover.total - other.total)
        turn = Turn(self.rules, self.table, stop, lost, cap)
        value = turn.roll(0, self.rules.dice)

        def tie(total: int, dice: int) -> float:
            player = after_stop(self.rules, place, total)
            hot = self.rules.hot_dice is HotDice.FORCED and dice == self.rules.dice
            worth = None if player is None or hot else follow(player)[0]
            if player is not None and worth is not None and (total >= cap or worth >= turn.roll(total, dice)):
                return follow(player)[1]
            return rolled(total, dice) if total < cap else lost_tie

        ties: dict[tuple[int, int], float] = {}

        def rolled(total: int, dice: int) -> float:
            if (total, dice) not in ties:
                mean = 0.0
                for orders, choices in self.table[dice]:
                    if not choices:
                        mean += orders * lost_tie
                        continue
                    p, left = max(choices, key=lambda choice: turn.choose(total + choice[0], choice[1]))
                    mean += orders * tie(total + p, left)
                ties[total, dice] = mean / 6**dice
            return ties[total, dice]

        return value, rolled(0, self.rules.dice)


def solitaire(rules: Ruleset, *, cap: int = 3000) -> tuple[float, float]:
    """The best chance of the goal, and the best expected total."""
    table = offers(rules)
    opened = rules.opening == 0
    start = Player((*rules.compensation, 0)[0], 0, opened)

    def best(final: Callable[[int], float]) -> float:
        known: dict[tuple[int, Player], float] = {}

        def value(rounds: int, player: Player) -> float:
            if rounds == 0:
                return final(player.total)
            key = rounds, player
            if key not in known:
                place = Place("normal", True, player, player)

                def stop(total: int) -> float | None:
                    after = after_stop(rules, place, total)
                    return None if after is None else value(rounds - 1, after)

                lost = value(rounds - 1, after_farkle(rules, player, None))
                known[key] = Turn(rules, table, stop, lost, cap).roll(0, rules.dice)
            return known[key]

        return value(rules.rounds, start)

    return best(lambda total: float(rules.meets(total, rules.solo_goal))), best(float)


def places_of(race: Race) -> Iterator[tuple[Place, float]]:
    """The states of a solved race in normal play."""
    for place, value in race.values.items():
        if place.phase == "normal":
            yield place, value
