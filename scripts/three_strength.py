"""Measure the champion of three: `python -m scripts.three_strength SHEET[@TARGET] GAMES PART ...`.

Parts: `self` (self-play against the table's seat chances, from several scores), `three` (one champion against
two of each kind), `more` (four and five players), `last` (the same against champions who reckon in last turns
with the most dangerous rival alone), `exact` (the table of three against that of two, worked out and not
played). Except in self-play the one sits in every place in turn, four and five each time with the same dice.
"""

import sys
from math import sqrt

from hotdice.arena.crowd import crowd_stretch
from hotdice.arena.match import Match, Seating
from hotdice.arena.playing import stretch_of
from hotdice.arena.simulator import STRETCH, add_up, stretches
from hotdice.arena.statistics import share_of
from hotdice.arena.tally import Tally
from hotdice.odds.lanes import threads
from hotdice.odds.race import Race
from hotdice.odds.solved import stored
from hotdice.odds.three_table import stored_three
from hotdice.rules import Ruleset, load
from scripts.meeting import Way, meeting

STARTS = (
    (0, 0, 0),
    (3000, 3000, 3000),
    (5000, 2000, 6000),
    (8000, 8000, 8000),
    (9500, 7000, 9000),
    (500, 9800, 6000),
)
SURE = 3.2905
"""Standard errors of a 99.9 % interval."""

THREE = (
    ("champion", "turn-optimal", "turn-optimal"),
    ("champion", "champion:2", "champion:2"),
    ("champion:2", "turn-optimal", "turn-optimal"),
    ("champion:2", "champion", "champion"),
)
MORE = tuple(
    ("champion", *(other,) * others) for others in (3, 4) for other in ("champion:2", "turn-optimal")
)
LAST = tuple(("champion", *("champion:3",) * others) for others in (3, 4))


def play(match: Match, games: int, start: tuple[int, ...] | None = None) -> Tally:
    """Play so many games, on every core."""
    stretch = crowd_stretch(match, start) if start is not None else stretch_of(match)[0]
    size = match.whole(min(STRETCH, max(games // threads(), 100)))
    return add_up(stretch, len(match.bots), stretches(match.whole(games), size), workers=threads())


def self_play(rules: Ruleset, games: int) -> bool:
    """Champions among themselves: every seat's share must lie within its 99.9 % interval."""
    race = stored_three(rules)
    assert race is not None
    fine = True
    for totals in STARTS:
        boards = [total > 0 or not rules.opening for total in totals]
        first, second, third = (race.places.number(t, opened=o) for t, o in zip(totals, boards, strict=True))
        if not any(totals):
            first, second, third = race.places.starts(3)
        said = race.shares(first, second, third)
        tally = play(Match.of(rules, ("champion",) * 3, seed=f"self-{totals}"), games, totals)
        for seat in range(3):
            mean = share_of(tally, seat).mean
            # Shared wins spread a little less than whole ones do, so this is on the safe side of an error.
            wide = SURE * sqrt(said[seat] * (1.0 - said[seat]) / tally.games)
            inside = abs(mean - said[seat]) <= wide
            fine = fine and inside
            print(
                f"{rules.name} {totals} seat {seat + 1}: table {said[seat]:.5f}, played {mean:.5f} "
                f"in {tally.games:,} games, {'inside' if inside else 'OUTSIDE'} ± {wide:.5f}",
                flush=True,
            )
    return fine


def against(rules: Ruleset, games: int, tables: tuple[tuple[str, ...], ...], seating: Seating) -> None:
    """One bot against others of one kind, in every place in turn: its share with a 95 % interval.

    As duplicates those games have the same dice. Equal players would win one of them together, whatever
    falls; so the interval is only as wide as the players are different.
    """
    for bots in tables:
        tally = play(Match.of(rules, bots, seed="-".join(bots), seating=seating), games)
        found = share_of(tally, 0)
        print(
            f"{rules.name} {len(bots)} players: {bots[0]} against {len(bots) - 1} {bots[1]}: "
            f"{found.mean:.4%}, from {found.low:.4%} to {found.high:.4%} "
            f"({tally.games:,} games; equal is {1 / len(bots):.4%})",
            flush=True,
        )


def exact(rules: Ruleset) -> None:
    """One player with a table of one kind against two with the other, exactly, seat by seat."""
    three, two = stored_three(rules), stored(rules)
    assert three is not None
    assert isinstance(two, Race)
    pairs: tuple[tuple[Way, Way], ...] = (("three", "two"), ("two", "three"))
    for one, others in pairs:
        seats = meeting(three, two, one, others).seats(three.places.starts(3)[0])
        listed = ", ".join(f"{share:.6%}" for share in seats)
        print(f"{rules.name}: {one} against two of {others}: {listed}; mean {sum(seats) / 3:.6%}", flush=True)


def main() -> None:
    """Measure what is asked for."""
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    name, _, target = sys.argv[1].partition("@")
    rules, games = load(name, [f"target={target}"] if target else []), int(sys.argv[2])
    fine = True
    for part in sys.argv[3:]:
        if part == "self":
            fine = self_play(rules, games) and fine
        elif part == "three":
            against(rules, games, THREE, Seating.ROTATE)
        elif part == "exact":
            exact(rules)
        elif part == "more":
            against(rules, games, MORE, Seating.DUPLICATE)
        elif part == "last":
            against(rules, games, LAST, Seating.DUPLICATE)
        else:
            sys.exit(__doc__)
    sys.exit(not fine)


if __name__ == "__main__":
    main()
