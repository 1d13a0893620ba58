"""The classes of rolls as streams that groups of threads run through, each about as long as the others.

A class whose choices are all of another one's and more goes on where that one ended: only what it adds is
looked at. A stream is made of pairs of choices, as words of 32 bits: the points, the length and the beginning
of the ring that holds the values of as many dice as are left, whether the best choice is sought anew from
here on, and whether a class ends here. Every number of dice has a ring of its own, just as long as choices
reach that leave so many.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from hotdice.odds.lanes import PlanArrays

Words = npt.NDArray[np.uint32]
Numbers = npt.NDArray[np.int32]

_ROOM = 1 << 10

_CLASS_COST = 2.0
"""What the end of a class takes in pairs of choices: the chosen numbers are read, and added up."""


@dataclass(frozen=True, eq=False)
class RollStreams:
    """The streams of a plan of rolls for so many groups of threads.

    `rings[d]` are the beginning and the length of the ring of d + 1 dice left. Segment s has the pairs from
    `segments[s, 0]` up to `segments[s, 1]` and the weights from `segments[s, 2]` on; group g runs through the
    segments from `groups[g]` on, and those of d + 1 dice rolled begin at `dice[d]`.
    """

    words: Words
    weights: npt.NDArray[np.float64]
    segments: Numbers
    groups: Numbers
    dice: Numbers
    rings: Numbers

    @property
    def entries(self) -> int:
        """How many places all rings have."""
        return int(self.rings[:, 1].sum())


def roll_streams(plan: PlanArrays, groups: int) -> RollStreams:
    """Deal the classes of a plan out to groups of threads.

    >>> from hotdice.odds.lanes import TurnSolver
    >>> from hotdice.odds.plan import roll_plan
    >>> from hotdice.rules import load
    >>> plan = TurnSolver(roll_plan(load("classic")), forced=False).plan_arrays
    >>> streams = roll_streams(plan, 31)
    >>> len(plan.points), len(streams.words), len(streams.weights), streams.entries
    (1112, 884, 234, 144)
    """
    sets = [list(range(int(low), int(high))) for low, high in zip(plan.starts, plan.starts[1:], strict=False)]
    chains = [
        chain
        for low, high in zip(plan.bounds, plan.bounds[1:], strict=False)
        for chain in _chains([_offers(plan, sets[c]) for c in range(low, high)], int(low))
    ]
    quota = _least_quota(plan, chains, groups)
    parts = _dealt(plan, chains, quota)
    assert len(parts) <= groups
    rings = _rings(plan)
    words: list[int] = []
    weights: list[float] = []
    segments: list[tuple[int, int, int, int]] = []
    firsts = [0]
    for part in parts:
        for number, (rolled, added, fresh) in enumerate(part):
            dice = int(np.searchsorted(plan.bounds, rolled, side="right")) - 1
            if not number or dice != segments[-1][3]:
                segments.append((len(words) // 2, 0, len(weights), dice))
            words += _words(added, rings, fresh=fresh)
            weights.append(float(plan.weights[rolled]))
            segments[-1] = (segments[-1][0], len(words) // 2, *segments[-1][2:])
        firsts.append(len(segments))
    firsts += [len(segments)] * (groups + 1 - len(firsts))
    dice_of = np.array([segment[3] for segment in segments])
    return RollStreams(
        np.array(words, np.uint32),
        np.array(weights),
        np.array(segments, np.int32),
        np.array(firsts, np.int32),
        np.searchsorted(dice_of, np.arange(len(plan.bounds))).astype(np.int32),
        rings,
    )


Offer = tuple[int, int]
"""Of a choice: the number of dice left, less one, and the points."""

Step = tuple[int, list[Offer], bool]
"""A class, the choices that are looked at for it, and whether the best one is sought anew."""

Chain = list[tuple[int, frozenset[Offer]]]
"""Classes with their choices, each with all choices of the one before."""


def _offers(plan: PlanArrays, choices: list[int]) -> frozenset[Offer]:
    return frozenset((int(plan.left[k]), int(plan.points[k])) for k in choices)


def _rings(plan: PlanArrays) -> Numbers:
    lengths = [int(plan.points[plan.left == d].max(initial=0)) + 1 for d in range(len(plan.farkle))]
    return np.stack([np.cumsum([0, *lengths[:-1]]), lengths], axis=1).astype(np.int32)


def _chains(sets: list[frozenset[Offer]], first: int) -> list[Chain]:
    """Classes of one number of dice in chains, so that much of the greater ones is already looked at."""
    after: dict[int, int] = {}
    before: dict[int, int] = {}
    largest = sorted(range(len(sets)), key=lambda c: -len(sets[c]))
    for low in largest:
        for high in reversed(largest):
            if high not in before and sets[low] < sets[high]:
                after[low], before[high] = high, low
                break
    chains = []
    for begin in (c for c in range(len(sets)) if c not in before):
        chain = [begin]
        while chain[-1] in after:
            chain.append(after[chain[-1]])
        chains.append([(first + c, sets[c]) for c in chain])
    return chains


def _dealt(plan: PlanArrays, chains: list[Chain], quota: float) -> list[list[Step]]:
    """Parts that cost no more than the quota where that is possible, in the order of the chains."""
    parts: list[list[Step]] = [[]]
    cost = 0.0
    for chain in chains:
        known: frozenset[Offer] = frozenset()
        for rolled, offers in chain:
            added = offers - known
            more = -(-len(added) // 2) + _CLASS_COST
            if parts[-1] and cost + more > quota:
                parts.append([])
                cost, added = 0.0, offers
                more = -(-len(added) // 2) + _CLASS_COST
            fresh = len(added) == len(offers)
            parts[-1].append((rolled, sorted(added), fresh))
            cost += more
            known = offers
    return parts


def _least_quota(plan: PlanArrays, chains: list[Chain], groups: int) -> float:
    quota = 1.0
    while len(_dealt(plan, chains, quota)) > groups:
        quota += 1.0
    return quota


def _words(offers: list[Offer], rings: Numbers, *, fresh: bool) -> list[int]:
    """Choices as words, in pairs: the last one twice where they are odd."""
    found = [
        points | int(rings[left, 1]) << 10 | int(rings[left, 0]) << 20
        for left, points in (*offers, *(offers[-1],) * (len(offers) % 2))
    ]
    assert int(rings.sum(axis=1).max()) < _ROOM, "a word has ten bits for each of its numbers"
    found[0] |= int(fresh) << 30
    found[-1] |= 1 << 31
    return found
