"""One player against two of another kind, exactly: against the table, against symmetry, against games."""

from pathlib import Path

import pytest
from scripts.meeting import meeting

from hotdice.arena import Match, Seating
from hotdice.arena.playing import stretch_of
from hotdice.arena.statistics import share_of
from hotdice.odds.many import ManyRace, solve_many
from hotdice.odds.race import Race, solve_race
from hotdice.odds.solved import save
from hotdice.odds.three_table import save_three
from hotdice.rules import load

Solved = tuple[ManyRace, Race]


@pytest.fixture(scope="module", params=[("busche-neller", "target=800"), ("classic", "target=700")])
def solved(request: pytest.FixtureRequest) -> Solved:
    name, target = request.param
    rules = load(name, [target])
    return solve_many(rules, 3), solve_race(rules)


def test_the_table_against_itself_is_the_table(solved: Solved) -> None:
    three, two = solved
    start = three.places.starts(3)[0]
    # Where movers mix, one way to play is followed here; that moves the others by next to nothing.
    assert meeting(three, two, "three", "three").seats(start) == pytest.approx(three.seats, abs=1e-6)


def test_two_of_a_kind_share_alike(solved: Solved) -> None:
    three, two = solved
    assert sum(meeting(three, two, "two", "two").seats(three.places.starts(3)[0])) == pytest.approx(
        1.0, abs=1e-12
    )


def test_who_knows_the_table_of_three_wins_more_in_every_seat(solved: Solved) -> None:
    three, two = solved
    start = three.places.starts(3)[0]
    knowing, ignoring = meeting(three, two, "three", "two"), meeting(three, two, "two", "two")
    for better, worse in zip(knowing.seats(start), ignoring.seats(start), strict=True):
        assert better > worse


@pytest.mark.nightly
def test_games_between_champions_bear_it_out(
    solved: Solved, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    three, two = solved
    monkeypatch.setenv("HOTDICE_TABLES", str(tmp_path))
    save_three(three)
    save(two)
    said = sum(meeting(three, two, "three", "two").seats(three.places.starts(3)[0])) / 3
    bots = ("champion", "champion:2", "champion:2")
    tally = stretch_of(Match.of(three.rules, bots, seed="m", seating=Seating.ROTATE))[0](0, 60_000)
    assert share_of(tally, 0).mean == pytest.approx(said, abs=4.5 * (0.25 / 60_000) ** 0.5)


def test_a_sheet_that_finishes_the_round_is_refused() -> None:
    rules = load("munchkin-farkle-plain", ["target=500", "min_players=2"])
    with pytest.raises(ValueError, match="finish the round"):
        meeting(solve_many(rules, 3), solve_race(rules), "three", "two")
