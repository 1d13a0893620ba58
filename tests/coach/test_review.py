"""Reviews: the account of luck and loss adds up, the champion loses nothing, worse bots are graded worse."""

import csv
import math

import msgspec
import pytest
from msgspec.structs import replace
from scripts.coach_account import FILE, PLANTED, SHEETS, Account, left_over, measure

from coach.games import played
from hotdice.coach.forms import Decision, Other, Review, Roll
from hotdice.coach.places import NothingToSay
from hotdice.coach.reviewing import CARD_MOMENT, review
from hotdice.coach.starting import chances_to_begin
from hotdice.coach.telling import review_lines
from hotdice.game import Record, Resign, SeededDice, Throw, TimeOut, new_game, parse_record, play
from hotdice.game import Roll as AskRoll
from hotdice.game import events as e
from hotdice.rules import load


def check_account(report: Review) -> None:
    """Result minus start is luck and loss of everybody, for every seat; for two also in its short form."""
    for player in report.players:
        seat = player.seat
        parts: list[Roll | Decision | Other] = [*report.rolls, *report.decisions, *report.others]
        total = math.fsum(part.change[seat] for part in parts) + player.drift
        scale = 1.0 if report.unit == "win" else 1e4
        assert player.result - player.start == pytest.approx(total, abs=1e-9 * scale)
        own_luck = math.fsum(roll.change[seat] for roll in report.rolls if roll.seat == seat)
        own_loss = math.fsum(decision.change[seat] for decision in report.decisions if decision.seat == seat)
        assert player.luck == pytest.approx(own_luck, abs=1e-9 * scale)
        assert player.loss == pytest.approx(-own_loss, abs=1e-9 * scale)
    if report.unit == "win" and len(report.players) == 2:
        one, two = report.players
        short = one.luck - one.loss - (two.luck - two.loss) + one.other + one.drift
        assert one.result - one.start == pytest.approx(short, abs=1e-9)


@pytest.mark.parametrize("sheet", SHEETS)
def test_the_account_of_a_race_adds_up_without_drift(sheet: str) -> None:
    for seed in ("1", "2"):
        report = review(played(sheet, ("threshold:300", "thumb"), seed))
        assert report.exact
        check_account(report)
        assert report.identity < 1e-9
        assert all(player.drift == 0 for player in report.players)
        assert {player.result for player in report.players} == {0.0, 1.0}
        for player in report.players:
            assert 0 < player.start < 1


def check_measured(found: Account) -> None:
    """What the reviews of many games of a sheet must say together."""
    assert found.identity < 1e-9
    assert found.drift == 0
    assert abs(found.luck) < 2 * found.luck_half  # four deviations
    assert found.champion < 1e-8
    assert 0 < found.planted[0] < found.planted[1] < found.planted[2]
    assert found.greedy > 0


@pytest.mark.nightly
@pytest.mark.parametrize("sheet", SHEETS)
def test_luck_and_loss_over_hundreds_of_games(sheet: str) -> None:
    check_measured(measure(sheet))


def test_what_was_measured_stands_in_the_documents() -> None:
    """Thousands of games, a row for each sheet, each as good as the nightly check asks for."""
    rows = list(csv.DictReader(FILE.read_text(encoding="utf-8").splitlines()))
    assert [one["sheet"] for one in rows] == list(SHEETS)
    assert sum(int(one["games"]) for one in rows) >= 2400
    for one in rows:
        planted = tuple(float(one.pop(f"err:{amount}")) for amount in PLANTED)
        check_measured(msgspec.convert({**one, "planted": planted}, Account, strict=False))


def test_a_wrong_account_is_not_measured_as_a_right_one() -> None:
    honest = review(played("kcd", ("greedy", "thumb"), "5"))
    assert left_over(honest) < 1e-9
    first = honest.players[0]
    lucky = replace(honest, players=(replace(first, luck=first.luck + 1e-6), honest.players[1]))
    assert left_over(lucky) > 1e-7
    silent = replace(honest, rolls=honest.rolls[1:])
    assert left_over(silent) > 1e-6


def test_mean_luck_lies_within_its_interval() -> None:
    luck = [
        roll.luck for seed in range(8) for roll in review(played("kcd", ("greedy", "thumb"), f"{seed}")).rolls
    ]
    # Every throw is fair given all before it: the variance of their sum is the sum of squares.
    spread = math.sqrt(sum(value**2 for value in luck))
    assert spread > 0.5  # there is luck in it
    assert abs(sum(luck)) < 4 * spread


@pytest.mark.parametrize("sheet", ["playmonster", "facebook", "kcd", "zilch"])
def test_the_champion_loses_nothing(sheet: str) -> None:
    report = review(played(sheet, ("champion", "greedy"), "3"))
    champion, greedy = report.players
    assert champion.loss < 1e-8
    assert (champion.cost, champion.grade) == (0, "A+")
    assert greedy.cost > 0


def test_the_champion_of_rounds_gives_up_points_only_for_the_win() -> None:
    record = played("marina", ("champion", "greedy"), "5")
    in_wins = review(record, "win").players[0]
    assert in_wins.loss < 1e-8
    in_points = review(record)
    assert in_points.unit == "points"
    assert in_points.players[0].cost == 0
    assert in_points.players[0].loss > 0
    assert any(decision.for_the_win for decision in in_points.decisions)


def test_planted_errors_are_graded_in_their_order() -> None:
    lost: list[float] = []
    for amount in ("0", "0.5", "2", "6"):
        cost = decisions = 0.0
        for seed in range(3):
            player = review(played("kcd", (f"err:{amount}", "champion"), f"order {seed}")).players[0]
            cost, decisions = cost + player.cost, decisions + player.unforced
        lost.append(cost / decisions)
    assert lost[0] == 0
    assert lost == sorted(lost)
    assert lost[1] < lost[2] / 2 < lost[3] / 3


def test_a_game_is_worth_to_one_what_it_costs_the_other() -> None:
    report = review(played("classic", ("greedy", "random:1"), "8"))
    parts: list[Roll | Decision] = [*report.rolls, *report.decisions]
    for part in parts:
        assert sum(part.change) == pytest.approx(0, abs=1e-12)
    for decision in report.decisions:
        assert decision.change[decision.seat] == pytest.approx(-decision.loss, abs=1e-12)
    for roll in report.rolls:
        assert roll.after - roll.before == pytest.approx(roll.luck, abs=1e-12)


def test_the_roll_off_has_its_luck() -> None:
    report = review(played("playmonster", ("greedy", "greedy"), "2"))
    off = [roll for roll in report.rolls if roll.round == 0]
    assert off
    assert report.players[0].start == pytest.approx(0.5)
    state = new_game(load("playmonster"), 3)
    assert chances_to_begin(state) == pytest.approx((1 / 3,) * 3)
    for face, chance in ((6, (1 / 6 * (1 / 6) / 3 + 2 * (5 / 6) * (1 / 6) / 2 + (5 / 6) ** 2)), (1, 1 / 108)):
        thrown = new_game(load("playmonster"), 3)
        for command in (AskRoll(0), Throw((face,))):
            result = play(thrown, command)
            assert isinstance(result, tuple)
            thrown = result[0]
        chances = chances_to_begin(thrown)
        assert chances[0] == pytest.approx(chance)
        assert sum(chances) == pytest.approx(1)


@pytest.mark.parametrize("unit", ["points", "win"])
def test_solitaire(unit: str) -> None:
    report = review(played("marina-solitaire", ("turn-optimal",), "6"), unit)  # type: ignore[arg-type]
    check_account(report)
    (player,) = report.players
    assert player.drift == 0
    if unit == "points":
        assert player.start == pytest.approx(5464.05, abs=0.01)
        assert player.result == report.totals[0]
        assert player.adjusted == pytest.approx(player.start - player.loss)
    else:
        assert player.start == pytest.approx(0.021785, abs=1e-6)
        assert player.result in (0.0, 1.0)


def test_solitaire_is_judged_by_its_own_aim_and_the_champion_loses_nothing_by_it() -> None:
    """The champion plays for the goal: judged by points it seemed to give away thousands."""
    record = played("marina-solitaire", ("champion",), "2")
    report = review(record)
    assert report.unit == "win"
    assert report.players[0].loss == pytest.approx(0, abs=1e-9)
    lines = review_lines(report)
    assert lines[1].startswith("Judged by the chance to reach the goal")
    assert review_lines(review(record, "points"))[1].startswith("Judged by points")


def test_a_row_says_what_completes_it() -> None:
    report = review(played("kcd", ("greedy", "thumb"), "3"))
    line = next(line for line in review_lines(report) if line.startswith("A row adds up"))
    one, other = report.players
    rest = other.loss - other.luck
    assert one.start + one.luck - one.loss + rest == pytest.approx(one.result)
    assert f"{100 * rest:+.1f} %" in line


def test_rounds_of_three_are_exact_in_points() -> None:
    report = review(played("marina", ("greedy", "thumb", "turn-optimal"), "3"))
    check_account(report)
    assert (report.unit, report.exact) == ("points", True)
    assert all(player.drift == 0 for player in report.players)
    assert report.players[2].cost < report.players[0].cost


def test_three_in_a_race_are_simulated_and_the_rest_is_drift() -> None:
    report = review(played(load("kcd", ["target=2000"]), ("greedy", "thumb", "cautious"), "3"), games=160)
    check_account(report)
    assert (report.source.kind, report.source.games, report.exact) == ("simulated", 160, False)
    assert sum(player.start for player in report.players) == pytest.approx(1)
    assert any(player.drift for player in report.players)
    assert all(abs(player.drift) < 0.5 for player in report.players)


def test_house_rules_without_a_table_are_judged_turn_by_turn() -> None:
    report = review(played(load("classic", ["target=3350"]), ("turn-optimal", "cautious"), "3"))
    check_account(report)
    assert (report.source.kind, report.unit, report.exact) == ("turn", "points", False)
    best, careful = report.players
    assert best.result == report.totals[0]
    assert careful.cost > 20 * max(best.cost, 1)


def test_games_with_cards_are_reviewed_in_chances_to_win() -> None:
    report = review(played(load("munchkin-farkle", ["target=3000"]), ("sage", "schemer", "greedy"), "5"))
    check_account(report)
    assert (report.source.kind, report.unit, report.exact) == ("estimated", "win", False)
    sage, _schemer, greedy = report.players
    assert sage.per_decision < greedy.per_decision  # it plays nearly as it is judged; greedy plays no card
    assert greedy.cost > 0
    assert any(decision.best.action == "card" != decision.played.action for decision in report.decisions)
    assert not any(other.what == CARD_MOMENT for other in report.others)  # the values look forward to cards
    for decision in report.decisions:
        assert decision.best.shares is not None
        assert sum(decision.best.shares) == pytest.approx(1)
        assert decision.best.win == pytest.approx(decision.best.shares[0])


def test_a_deck_that_the_sage_cannot_read_is_reviewed_in_points(monkeypatch: pytest.MonkeyPatch) -> None:
    record = played(load("munchkin-farkle", ["target=1500"]), ("schemer", "eager", "greedy"), "5")
    monkeypatch.setattr("hotdice.players.deck_words.obstacle", lambda rules, seats: "too much")
    assert review(record).unit == "points"
    with pytest.raises(NothingToSay, match="such a deck"):
        review(record, "win")


def test_points_with_cards_are_valued_by_the_schemer() -> None:
    report = review(played("munchkin-farkle", ("schemer", "eager", "greedy"), "5"), "points")
    check_account(report)
    assert (report.source.kind, report.unit) == ("estimated", "points")
    schemer, _eager, greedy = report.players
    assert schemer.cost == 0
    assert greedy.cost > 0  # it holds cards and never plays one
    assert any(decision.best.action == "card" != decision.played.action for decision in report.decisions)
    assert any(decision.played.action == "card" for decision in report.decisions)
    assert any(other.what == CARD_MOMENT for other in report.others)


def test_with_cards_luck_is_that_of_the_dice_and_only_cards_drift() -> None:
    """The dice are fair to everybody; what the estimates cannot foresee comes from cards, and is small."""
    luck: list[float] = []
    for seed in range(6):
        report = review(played("munchkin-farkle", ("schemer", "eager", "greedy"), f"d{seed}"), "points")
        check_account(report)
        luck += [roll.luck for roll in report.rolls]
        *holders, without = report.players
        assert without.drift == 0  # the greedy bot plays no card
        for player in holders:
            assert abs(player.drift) < 0.12 * player.result
    assert abs(sum(luck)) < 4 * math.sqrt(sum(value**2 for value in luck))


def with_events(record: Record, count: int, *more: object) -> Record:
    """A record cut short after so many events, and a command or two played then."""
    events = list(record.events[:count])
    state = Record(record.rules, record.names, record.players, events=tuple(events)).state()
    for command in more:
        result = play(state, command)  # type: ignore[arg-type]
        assert isinstance(result, tuple), result
        state = result[0]
        events += result[1]
    return Record(record.rules, record.names, record.players, record.dice, events=tuple(events))


def test_leaving_and_running_out_of_time_are_neither_luck_nor_loss() -> None:
    record = played("kcd", ("greedy", "thumb"), "5")
    rolled = next(i for i, event in enumerate(record.events) if isinstance(event, e.DiceRolled)) + 1
    left = review(with_events(record, rolled, Resign(0)))
    check_account(left)
    assert [other.what for other in left.others] == ["somebody left"]
    assert left.players[0].other < -0.2
    late = review(with_events(record, rolled, TimeOut(0), *_next_turn(record, rolled)))
    check_account(late)
    assert [other.what for other in late.others] == ["time ran out"]


def _next_turn(record: Record, rolled: int) -> tuple[object, ...]:
    return AskRoll(1), Throw((1, 2, 3, 4, 6, 6))


def test_turns_that_were_told_are_counted_and_not_judged() -> None:
    record = parse_record(
        """hotdice record 1
rules classic
seat Ann
seat Bob
first 1

hand=550
hand=x
234566:5 11344:11 =250
hand=600
"""
    )
    report = review(record)
    check_account(report)
    assert [other.what for other in report.others] == ["a turn told without its dice"] * 3
    assert not report.finished
    assert len(report.decisions) == 2


def test_there_is_nothing_to_review_without_dice() -> None:
    with pytest.raises(NothingToSay):
        review(Record(load("classic"), ("Ann", "Bob"), ("human", "human")))
    weighted = load("classic", ["weights=[1,1,1,1,1,2]"])
    state = new_game(weighted, 2)
    result = play(state, AskRoll(0))
    assert isinstance(result, tuple)
    thrown = play(result[0], SeededDice("1").throw(result[0]))
    assert isinstance(thrown, tuple)
    with pytest.raises(NothingToSay, match="weights"):
        review(Record(weighted, ("Ann", "Bob"), ("human", "human"), events=result[1] + thrown[1]))


def test_a_changed_value_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The account is a real check: where one end of the turns is worth a little else, it shows as drift."""
    from hotdice.coach.turns import SolvedTurn, Worth

    honest = SolvedTurn.lost

    def lost(self: SolvedTurn, state: object) -> Worth:
        worth = honest(self, state)  # type: ignore[arg-type]
        value = worth.value + 0.01
        return Worth(value, worth.points, self.everybody(value))

    monkeypatch.setattr(SolvedTurn, "lost", lost)
    report = review(played("kcd", ("greedy", "thumb"), "5"))
    assert any(abs(player.drift) > 0.005 for player in report.players)
