"""What fixed play loses against the champion, decision by decision: exactly, by kinds that sum to the whole.

Against somebody who plays best, the chance to win falls by what each decision gives away and by nothing else.
So the losses of all turns, each as often as it is met, sum to what the play wins less than the champion.
"""

from typing import NamedTuple

import numpy as np

from hotdice.odds.evaluating import Match, Play, Turns, game_of, meet, offers_of, order_of, tables_of
from hotdice.odds.lanes import in_parallel, threads
from hotdice.odds.plan import Floats, roll_plan
from hotdice.odds.replying import against_champion, champion_turns
from hotdice.odds.stopping import stops_of
from hotdice.odds.turn import rows_that_matter
from hotdice.odds.visiting_kernel import KEPT, LATE, MET, SOON, WRONG, losses, visit_all

_FAINT = 1e-13
_CHUNK = 2048


class Losses(NamedTuple):
    """Chances to win that a game costs, by the kind of decision, when the two take turns to begin.

    `keep`: the wrong dice set aside. `soon`: stopped where rolling was better. `late`: rolled where stopping
    was better. `last`: all of it in last turns, when the other has reached the target.
    """

    keep: float
    soon: float
    late: float
    last: float

    @property
    def total(self) -> float:
        """All together."""
        return self.keep + self.soon + self.late + self.last


def visits_of(match: Match) -> tuple[Floats, Floats]:
    """How often a game meets each start of a turn of the one player, and each of its last turns.

    The first is as [side, mover, other], the second by whether it is on the board and the steps behind.

    >>> from hotdice.odds.evaluating import ends_of, thresholds
    >>> from hotdice.rules import load
    >>> careful = ends_of(thresholds(load("classic", ["target=600"]), (300,) * 6))
    >>> match = meet(careful, careful)
    >>> turns, last = visits_of(match)
    >>> round(2 * float(turns.sum() + last.sum()), 2) == round(match.turns, 2)
    True
    """
    one, two = match.one, match.two
    places = one.places
    shape = (places.sides, places.count, places.count)
    first, second, visits = np.zeros(shape), np.zeros(shape), np.zeros(shape)
    chased, chased_theirs = np.zeros(one.found.chase.shape), np.zeros(two.found.chase.shape)
    start, follow = places.starts(2)
    first[0, start, follow] = second[0, start, follow] = 0.5
    game, order = game_of(one.rules, places, 1.0, -1.0), order_of(places)
    while True:
        gone = visit_all(game, one.found, two.found, order, first, second, visits, chased, chased_theirs)
        if gone < 1e-12 or not one.rules.penalty.points:
            return visits, chased


def losses_of(play: Play, turns: Turns, match: Match | None = None) -> Losses:
    """What a play loses against the champion; `turns` are its ends, `match` is its match with the champion.

    >>> from hotdice.odds.evaluating import ends_of, thresholds
    >>> from hotdice.rules import load
    >>> hasty = thresholds(load("busche-neller", ["target=300"]), (50,) * 6, knows_target=True)
    >>> turns = ends_of(hasty)
    >>> found = losses_of(hasty, turns)
    >>> found.soon > found.late, round(found.total, 9) == round(0.5 - against_champion(turns).chance, 9)
    (True, True)
    """
    rules, places = play.rules, turns.places
    champion = champion_turns(rules)
    match = against_champion(turns) if match is None else match
    best = meet(champion, champion)
    visits, chased = visits_of(match)
    length = min(chased.shape[1], champion.found.chase.shape[1])
    last = float((chased[:, :length] * (champion.found.chase - turns.found.chase)[:, :length]).sum())
    found = _summed(play, champion, best.mine, visits)
    assert places.count == visits.shape[1]
    return Losses(float(found[KEPT]), float(found[SOON]), float(found[LATE]), last)


def wrong_decisions(play: Play, champion: Turns, match: Match) -> float:
    """The share of the decisions of a play that are not best, last turns not counted.

    Each counts as often as `match`, which is against the champion, comes to it.

    >>> from hotdice.odds.evaluating import ends_of, thresholds
    >>> from hotdice.rules import load
    >>> hasty = thresholds(load("busche-neller", ["target=300"]), (50,) * 6, knows_target=True)
    >>> champion = champion_turns(hasty.rules)
    >>> round(wrong_decisions(hasty, champion, meet(ends_of(hasty), champion)), 3)
    0.579
    """
    visits, _ = visits_of(match)
    found = _summed(play, champion, meet(champion, champion).mine, visits)
    return float(found[WRONG] / found[MET]) if found[MET] else 0.0


def _summed(play: Play, champion: Turns, values: Floats, visits: Floats) -> Floats:
    """Losses and decisions by kind, see `visiting_kernel`."""
    rules, places = play.rules, champion.places
    offers, game, stops_at = offers_of(rules), game_of(rules, places, 1.0, -1.0), stops_of(rules)
    missing = np.minimum(places.target_row - places.rows, stops_at.numbers.shape[1] - 1)
    kinds_of = stops_at.numbers[places.opened, missing]
    caught = champion.found.chase.max(axis=0)
    beyond = int(np.argmax(caught <= 1e-6)) if (caught <= 1e-6).any() else len(caught)
    least = -(-max(rules.minimum, rules.opening) // places.step)
    top = places.target_row + max(beyond, least)
    if offers.forced:  # nobody may stop with hot dice, so turns go on beyond the target
        top += rows_that_matter(roll_plan(rules, pruned=True), forced=True)
    ended = 1.0 - champion.found.chase
    met = np.flatnonzero(visits.ravel() > _FAINT)
    met = met[np.argsort(play.which.ravel()[met], kind="stable")]
    workers = threads()
    lost = np.zeros((workers, 5))
    for low in range(0, len(met), _CHUNK):
        at = met[low : low + _CHUNK]
        numbers, which = np.unique(play.which.ravel()[at], return_inverse=True)
        tables = tables_of(play, numbers)
        score, stops = np.ascontiguousarray(tables.score), np.ascontiguousarray(tables.stops)
        keeps = np.ascontiguousarray(tables.keeps)
        going = (stops == 0).any(axis=2)
        ends = np.where(going.any(axis=1), stops.shape[1] - np.argmax(going[:, ::-1], axis=1), 0)
        if offers.forced:
            ends[:] = stops.shape[1]
        states = np.ascontiguousarray(np.stack(np.unravel_index(at, visits.shape)))
        size = max(top, score.shape[1]) + 2 * offers.most + 2

        def part(worker: int, workers: int) -> None:
            losses(
                offers, game, values, ended, stops_at.kinds, kinds_of, top, score, stops, keeps,  # noqa: B023
                which, ends, states, visits.ravel()[at], worker, workers,  # noqa: B023
                np.zeros(size), np.zeros((size, rules.dice)), np.zeros((size, rules.dice)), lost[worker],  # noqa: B023
            )  # fmt: skip

        in_parallel(part, len(at))
    found: Floats = lost.sum(axis=0)
    return found
