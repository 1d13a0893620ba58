"""Tournaments: nobody meets twice, byes and starts are shared out, standings are right, systems end well."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest
from msgspec.structs import replace

from club.evenings import Night, own_standings
from hotdice.club.evening import commands as c
from hotdice.club.evening import events as e
from hotdice.club.evening import fold, standings
from hotdice.club.evening.estimate import estimate
from hotdice.club.evening.plan import UNIT, Plan
from hotdice.club.evening.standings import without_luck
from hotdice.club.evening.state import Evening, Table

TIES = ("direct", "buchholz_cut", "buchholz", "sonneborn", "scored")


def meetings(evening: Evening) -> Counter[tuple[int, int]]:
    return Counter(
        pair
        for one in evening.rounds
        for table in one.tables
        for pair in combinations(sorted(table.players), 2)
    )


def starts(evening: Evening) -> dict[int, tuple[int, int]]:
    first = Counter(table.players[0] for one in evening.rounds for table in one.tables)
    sat = Counter(player for one in evening.rounds for table in one.tables for player in table.players)
    return {player: (first[player], sat[player]) for player in sat}


def compare_with_own_calculation(night: Night) -> None:
    lines = standings(night.evening)
    own = {player: (points, ties) for player, points, ties in own_standings(night.log, TIES)}
    for line in lines:
        points, ties = own[line.player]
        assert Fraction(line.points, UNIT) == points
        found = dict(zip(night.evening.plan.tie_breaks, line.ties, strict=True))
        scales = {"direct": 2, "buchholz": UNIT, "buchholz_cut": UNIT, "sonneborn": 2 * UNIT, "scored": 1}
        assert tuple(Fraction(found[name], scales[name]) for name in TIES) == ties  # type: ignore[index]
    ranked = [(own[line.player][0], own[line.player][1]) for line in lines]
    assert ranked == sorted(ranked, reverse=True)
    assert [line.place for line in lines] == list(range(1, len(lines) + 1))


def test_64_players_five_rounds_of_swiss() -> None:
    night = Night(Plan(rounds=5), seed=3)
    night.enter(64, seeds=True)
    for _ in range(5):
        night.do(c.Pair())
        night.play_round()
    assert max(meetings(night.evening).values()) == 1
    assert not any(one.byes for one in night.evening.rounds)
    assert all(abs(2 * first - sat) <= 1 for first, sat in starts(night.evening).values())
    compare_with_own_calculation(night)
    assert fold(night.log) == night.evening
    night.refuse(c.Pair(), "all_rounds")


@pytest.mark.parametrize("seed", [1, 2])
def test_byes_drop_outs_late_entries_and_draws(seed: int) -> None:
    night = Night(Plan(rounds=6), seed=seed)
    night.enter(13)
    for number in range(6):
        night.do(c.Pair())
        if number == 1:
            night.do(c.Drop(4))
            night.do(c.Enter("Late"))
        if number == 3:
            night.do(c.Drop(5))
        night.play_round(
            lambda table: (0, 0) if table.number == 2 and not table.absent else night.scores(table)
        )
    byes = Counter(player for one in night.evening.rounds for player in one.byes)
    assert byes
    assert max(byes.values()) == 1
    assert max(meetings(night.evening).values()) == 1
    assert 14 in {player for table in night.evening.rounds[2].tables for player in table.players} | set(
        night.evening.rounds[2].byes
    )
    assert all(4 not in table.players for one in night.evening.rounds[2:] for table in one.tables)
    compare_with_own_calculation(night)


def test_the_bye_goes_down_and_to_nobody_twice_before_all_had_it() -> None:
    night = Night(Plan(rounds=5), seed=9)
    night.enter(5)
    for _ in range(5):
        if night.ask(c.Pair()) is not None:
            break
        night.play_round()
    byes = Counter(player for one in night.evening.rounds for player in one.byes)
    assert max(byes.values()) == 1
    assert len(night.evening.rounds) == 5
    before = replace(night.evening, rounds=night.evening.rounds[:1])
    points = {line.player: line.points for line in standings(before)}
    free = night.evening.rounds[1].byes[0]
    had = night.evening.rounds[0].byes[0]
    assert points[free] == min(worth for player, worth in points.items() if player != had)


def test_nobody_left_to_meet_is_said_and_repeats_can_be_allowed() -> None:
    night = Night(Plan(rounds=4))
    night.enter(4)
    for _ in range(3):
        night.do(c.Pair())
        night.play_round()
    night.refuse(c.Pair(), "no_pairing")
    night.do(c.Pair(repeats=True))
    assert max(meetings(night.evening).values()) == 2


def test_a_repeat_would_be_noticed() -> None:
    """Negative control of the checks above."""
    night = Night(Plan(rounds=4))
    night.enter(2)
    for _ in range(2):
        night.do(c.Pair(repeats=True))
        night.play_round()
    assert max(meetings(night.evening).values()) == 2
    with pytest.raises(AssertionError):
        compare_with_own_calculation(with_another_result(night))


def with_another_result(night: Night) -> Night:
    """The same evening, whose log tells another result than the evening knows."""
    place = next(place for place, event in enumerate(night.log) if isinstance(event, e.ResultSet))
    told = night.log[place]
    assert isinstance(told, e.ResultSet)
    night.log[place] = replace(told, scores=(told.scores[1], told.scores[0]))
    return night


@pytest.mark.parametrize("players", [4, 7, 10])
def test_everyone_meets_everyone_once(players: int) -> None:
    night = Night(Plan(system="everyone"))
    night.enter(players)
    for _ in range(players - 1 + players % 2):
        night.do(c.Pair())
        night.play_round()
    night.refuse(c.Pair(), "all_met")
    met = meetings(night.evening)
    assert set(met) == set(combinations(range(1, players + 1), 2))
    assert set(met.values()) == {1}
    assert all(abs(2 * first - sat) <= 2 for first, sat in starts(night.evening).values())


def test_everyone_with_a_late_entry_and_a_drop_out() -> None:
    night = Night(Plan(system="everyone"))
    night.enter(7)
    night.do(c.Pair())
    night.play_round()
    night.do(c.Enter("Late"))
    night.do(c.Drop(2))
    for _ in range(20):
        if night.ask(c.Pair()) is not None:
            break
        night.play_round()
    met = meetings(night.evening)
    wanted = set(combinations([1, 3, 4, 5, 6, 7, 8], 2))
    assert wanted <= set(met)
    assert max(met.values()) == 1


@pytest.mark.parametrize(
    ("players", "size", "rounds", "most"), [(16, 4, 4, 1), (24, 3, 5, 1), (30, 6, 3, 2), (23, 5, 4, 2)]
)
def test_larger_tables_repeat_few_meetings(players: int, size: int, rounds: int, most: int) -> None:
    night = Night(Plan(size=size, rounds=rounds), seed=2)
    night.enter(players)
    for _ in range(rounds):
        night.do(c.Pair())
        night.play_round()
    met = meetings(night.evening)
    assert max(met.values()) <= most
    repeated = sum(count - 1 for count in met.values())
    assert repeated <= 0.1 * sum(met.values())
    for one in night.evening.rounds:
        assert sorted(player for table in one.tables for player in table.players) == list(
            range(1, players + 1)
        )
        assert max(len(table.players) for table in one.tables) <= size
    total = sum(line.points for line in standings(night.evening))
    assert total == sum(
        sum(
            UNIT * (size - 1) * (len(table.players) - 1 - place) // (len(table.players) - 1)
            for place in range(len(table.players))
        )
        for one in night.evening.rounds
        for table in one.tables
    )


def test_knock_out_with_byes_and_a_third_place() -> None:
    night = Night(Plan(system="knockout", third=True))
    night.enter(6, seeds=True)

    def the_better_seed(table: Table) -> tuple[int, ...]:
        return tuple(-player for player in table.players)

    night.do(c.Pair())
    assert set(night.evening.rounds[0].byes) == {1, 2}
    night.refuse(c.TypeResult(1, (5, 5)), "tie_decides")
    for _ in range(2):
        night.play_round(the_better_seed)
        night.do(c.Pair())
    assert night.evening.rounds[2].third == 2
    night.play_round(the_better_seed)
    night.refuse(c.Pair(), "decided")
    lines = standings(night.evening)
    assert [line.player for line in lines] == [1, 2, 3, 4, 5, 6]
    assert [(line.place, line.last) for line in lines] == [(1, 0), (2, 0), (3, 0), (4, 0), (5, 6), (5, 6)]


@pytest.mark.parametrize(("players", "size"), [(20, 4), (13, 3), (7, 6), (33, 2), (9, 5)])
def test_every_knock_out_ends_with_one_winner(players: int, size: int) -> None:
    night = Night(Plan(system="knockout", size=size), seed=players)
    night.enter(players)
    for _ in range(20):
        if night.ask(c.Pair()) is not None:
            break
        if len(night.evening.rounds) == 2:
            night.do(c.Drop(night.evening.rounds[1].tables[0].players[0]))
        night.play_round()
    lines = standings(night.evening)
    assert sorted(line.player for line in lines) == list(range(1, players + 1))
    assert lines[0].place == 1
    assert lines[0].last == 0
    assert lines[1].place == 2


def test_a_play_off_of_the_best_four() -> None:
    night = Night(Plan(rounds=3, third=True))
    night.enter(10)
    for _ in range(3):
        night.do(c.Pair())
        night.play_round()
    before = [line.player for line in standings(night.evening)]
    night.do(c.PlayOff(4))
    assert night.evening.play_off == tuple(before[:4])
    night.refuse(c.Enter("Too late"), "bracket_drawn")
    night.do(c.Pair())
    assert {frozenset(table.players) for table in night.evening.rounds[-1].tables} == {
        frozenset((before[0], before[3])), frozenset((before[1], before[2])),
    }  # fmt: skip
    night.play_round(lambda table: tuple(before.index(player) for player in table.players))
    night.do(c.Pair())
    night.play_round(lambda table: tuple(before.index(player) for player in table.players))
    after = [line.player for line in standings(night.evening)]
    assert after == [before[3], before[2], before[1], before[0], *before[4:]]


def test_a_result_is_confirmed_by_both_sides_or_decided_by_the_host() -> None:
    night = Night(Plan(rounds=3))
    night.enter(4)
    night.do(c.Pair())
    assert night.evening.now is not None
    first, second = night.evening.now.tables
    one, other = first.players
    night.do(c.TypeResult(1, (10_000, 8_000)), one)
    assert not night.evening.now.tables[0].over
    night.refuse(c.Confirm(1), "nothing_typed", one)
    night.refuse(c.Confirm(1), "not_your_table", second.players[0])
    night.do(c.Confirm(1), other)
    assert night.evening.now.tables[0].how == "confirmed"
    night.do(c.TypeResult(2, (10_000, 8_000)), second.players[0])
    night.do(c.TypeResult(2, (8_000, 10_000)), second.players[1])
    assert night.evening.now.tables[1].disputed
    night.do(c.TypeResult(2, (8_000, 10_000)))
    assert night.evening.now.over


def test_a_correction_leaves_a_trace_and_changes_the_standings() -> None:
    night = Night(Plan(rounds=3))
    night.enter(4)
    night.do(c.Pair())
    night.play_round(lambda table: (1, 0))
    first, second = night.evening.rounds[0].tables[0].players
    night.do(c.Pair())
    night.do(c.Correct(1, 1, (0, 1), "the slip was read the wrong way round"))
    table = night.evening.rounds[0].tables[0]
    assert table.trace[0].before == (1, 0)
    assert table.trace[0].reason
    points = {line.player: line.points for line in standings(night.evening)}
    assert points[first] == 0
    assert points[second] == UNIT


def test_a_correction_cannot_change_who_has_gone_on() -> None:
    night = Night(Plan(system="knockout"))
    night.enter(4)
    night.do(c.Pair())
    night.play_round(lambda table: (1, 0))
    night.do(c.Pair())
    night.refuse(c.Correct(1, 1, (0, 1), "wrong"), "went_on")
    night.do(c.Correct(1, 1, (9, 1), "wrong"))
    night.do(c.TakeBack())
    night.do(c.Correct(1, 1, (0, 1), "wrong"))


def test_who_goes_home_in_a_round_loses_and_the_other_wins() -> None:
    night = Night(Plan(rounds=3))
    night.enter(4)
    night.do(c.Pair())
    assert night.evening.now is not None
    gone, stays = night.evening.now.tables[0].players
    night.do(c.Drop(gone))
    assert night.evening.now.tables[0].how == "walkover"
    points = {line.player: line.points for line in standings(night.evening)}
    assert points[stays] == UNIT
    assert points[gone] == 0


def test_the_estimate_learns_from_the_rounds() -> None:
    night = Night(Plan(rounds=3, minutes=20))
    night.enter(8)
    before = estimate(night.evening, night.now)
    assert before is not None
    assert not before.measured
    assert before.likely - night.now == 75 * 60_000
    night.do(c.Pair())
    night.now += 10 * 60_000
    night.play_round()
    after = estimate(night.evening, night.now)
    assert after is not None
    assert after.measured
    assert after.rounds_left == 2
    assert 10 <= after.minutes_a_round <= 11
    assert after.early < after.likely < after.late


def test_the_clock_runs_stops_and_goes_on() -> None:
    night = Night(Plan(rounds=3, minutes=20))
    night.enter(4)
    night.refuse(c.RunClock(), "no_round")
    night.do(c.Pair())
    night.do(c.RunClock())
    night.now += 59_000
    night.do(c.StopClock())
    assert night.evening.now is not None
    assert night.evening.now.clock is not None
    assert night.evening.now.clock.left == 19 * 60_000
    night.do(c.RunClock())
    night.do(c.RunClock(5))
    assert night.evening.now.clock.left == 5 * 60_000


def test_luck_is_shown_after_the_prizes_only() -> None:
    night = Night(Plan(rounds=1))
    night.enter(2)
    night.do(c.Pair())
    night.play_round(lambda table: (1, 0))
    winner, loser = night.evening.rounds[0].tables[0].players
    night.do(c.Judge(1, 1, (0.3, 0.7)))
    night.refuse(c.ShowLuck(), "not_over")
    night.do(c.Finish())
    night.do(c.ShowLuck())
    assert night.evening.luck_shown
    first, second = without_luck(night.evening)
    assert (first.player, second.player) == (loser, winner)
    assert first.points == pytest.approx(0.7)
    assert (first.by_dice, first.judged) == (0.0, 1)
