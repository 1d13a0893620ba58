"""Evenings in the tests: results by lot, and an own calculation of the standings."""

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from random import Random

from hotdice.club.evening import commands as c
from hotdice.club.evening import events as e
from hotdice.club.evening.deciding import HOST, Asked, decide
from hotdice.club.evening.evolving import evolve
from hotdice.club.evening.plan import Plan
from hotdice.club.evening.state import Evening, Table
from hotdice.game import Refusal


class Night:
    """An evening and its log; every command is carried out, or its refusal comes back."""

    def __init__(self, plan: Plan, seed: int = 1) -> None:
        self.dice = Random(seed)
        self.now = 1_000
        self.log: list[e.AnyEvent] = [e.Opened(plan=plan, at=self.now)]
        self.evening = Evening(plan, self.now, length=1)

    def ask(self, command: c.AnyCommand, who: int = HOST) -> Refusal | None:
        self.now += 1_000
        result = decide(self.evening, command, Asked(who, self.now, self.dice.randrange(1 << 30)))
        if isinstance(result, Refusal):
            return result
        for event in result:
            self.evening = evolve(self.evening, event)
        self.log += result
        return None

    def do(self, command: c.AnyCommand, who: int = HOST) -> None:
        refused = self.ask(command, who)
        assert refused is None, refused

    def refuse(self, command: c.AnyCommand, code: str, who: int = HOST) -> None:
        """A command that must be refused with this code, and must change nothing."""
        before = self.evening
        refused = self.ask(command, who)
        assert refused is not None, command
        assert refused.code == code, refused
        assert refused.sentence
        assert self.evening == before

    def enter(self, count: int, *, seeds: bool = False) -> None:
        for number in range(1, count + 1):
            self.do(c.Enter(f"Player {number}", seed=number if seeds else 0))

    def scores(self, table: Table) -> tuple[int | None, ...]:
        """Results in which the smaller numbers are a little better; never level."""
        drawn = [self.dice.randrange(2_000, 10_000) // 50 * 50 - 10 * player for player in table.players]
        return tuple(None if p in table.absent else s for p, s in zip(table.players, drawn, strict=True))

    def play_round(self, scores: Callable[[Table], tuple[int | None, ...]] | None = None) -> None:
        assert self.evening.now is not None
        for table in self.evening.now.tables:
            if not table.over:
                self.do(c.TypeResult(table.number, (scores or self.scores)(table)))


def own_standings(
    log: list[e.AnyEvent], ties: tuple[str, ...]
) -> list[tuple[int, Fraction, tuple[Fraction, ...]]]:
    """Points and tie-breaks of a Swiss for two by another way: fractions, from the log alone."""
    rounds: list[e.RoundPaired] = []
    results: dict[tuple[int, int], tuple[int | None, ...]] = {}
    names = []
    for event in log:
        if isinstance(event, e.RoundPaired):
            rounds.append(event)
        elif isinstance(event, e.RoundTakenBack):
            rounds.pop()
        elif isinstance(event, e.ResultSet):
            results[len(rounds), event.table] = event.scores
        elif isinstance(event, e.ResultCorrected):
            results[event.round, event.table] = event.scores
        elif isinstance(event, e.Entered):
            names.append(event.player)
    points: dict[int, Fraction] = defaultdict(Fraction)
    won: dict[tuple[int, int], Fraction] = {}
    scored: dict[int, int] = defaultdict(int)
    free: dict[int, int] = defaultdict(int)
    for number, one in enumerate(rounds, 1):
        for player in one.byes:
            points[player] += 1
            free[player] += 1
        for place, (first, second) in enumerate(one.tables, 1):
            left, right = results[number, place]
            share = _share(left, right)
            won[first, second], won[second, first] = share, 1 - share
            points[first] += share
            points[second] += 1 - share
            scored[first] += left or 0
            scored[second] += right or 0

    def values(player: int) -> tuple[Fraction, ...]:
        met = {other: share for (one, other), share in won.items() if one == player}
        pool = [points[other] for other in met] + [points[player]] * free[player]
        level = [other for other in names if points[other] == points[player]]
        pairs = [(one, other) for one in level for other in level if one != other]
        direct = (
            sum((won[player, other] for other in level if other != player), Fraction(0))
            if all(pair in won for pair in pairs)
            else Fraction(0)
        )
        own = {
            "direct": direct,
            "buchholz": sum(pool, Fraction(0)),
            "buchholz_cut": sum(sorted(pool)[1:], Fraction(0)),
            "sonneborn": sum((share * points[other] for other, share in met.items()), Fraction(0))
            + points[player] * free[player],
            "scored": Fraction(scored[player]),
        }
        return tuple(own[name] for name in ties)

    table = [(player, points[player], values(player)) for player in names]
    return sorted(table, key=lambda row: (row[1], row[2]), reverse=True)


def _share(left: int | None, right: int | None) -> Fraction:
    if left is None or right is None:
        return Fraction(int(left is not None))
    return Fraction(1, 2) if left == right else Fraction(int(left > right))
