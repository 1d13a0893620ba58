"""The exact bots: their books agree with the solver, and compiled code plays what they play."""

from itertools import product

import numpy as np
import pytest

from hotdice.arena import Match, Seating, share_of
from hotdice.arena.compiled_games import compiled_stretch
from hotdice.arena.playing import referee_stretch
from hotdice.game import Keep, parse_position
from hotdice.odds.race import Race
from hotdice.odds.solved import stored
from hotdice.odds.turn import solve_turn
from hotdice.players import UnknownBot, make
from hotdice.players.exact_bots import ExactBot
from hotdice.players.judging import Judge
from hotdice.players.policy import champion_book, fresh_notes, group_of, points_book
from hotdice.players.policy_kernel import RACE, Book, Notes, plan_of, solve_block, write_plans
from hotdice.players.worth import WorthBook, worth_book
from hotdice.players.worth_kernel import worths_by_desk
from hotdice.rules import load
from hotdice.testing import check_bot

SHEET = "kcd"


def test_the_champions_book_is_the_solvers_table() -> None:
    book = champion_book(load(SHEET))
    assert book.kind == RACE
    notes = fresh_notes([book])
    for block in np.random.default_rng(1).integers(0, book.main, 200):
        solve_block(book, int(block), notes.bank, notes.value, notes.best)
        assert abs(notes.value[0, book.dice - 1] - book.values[block]) < 1e-8


def faults_in_plans(book: Book, notes: Notes, block: int) -> int:
    """How many plans of a block, once it is solved alone, take a keep or a stop that is not the best."""
    end = solve_block(book, block, notes.bank, notes.value, notes.best)
    faults = 0
    for total, dice in product(range(end), range(book.dice)):
        plan = notes.plans[plan_of(notes.near, notes.far, block, total, dice + 1)]
        first = int(book.class_first[dice])
        for each in range(first, int(book.class_first[dice + 1])):
            choices = slice(book.class_start[each], book.class_start[each + 1])
            rows, left = total + book.points[choices], book.left[choices] - 1
            entry = int(plan[each - first + 1])
            row, dice_left = total + (entry >> 5), (entry >> 1 & 15) - 1
            worth = notes.bank[row] if entry & 1 else notes.value[row, dice_left]
            faults += worth < notes.best[rows, left].max() - 1e-11
    return faults


def test_plans_made_eight_at_a_time_are_the_best_of_each_turn() -> None:
    book = champion_book(load(SHEET))
    notes = fresh_notes([book])
    for block in (*np.random.default_rng(2).integers(0, book.main, 6).tolist(), book.main + 37):
        first, count = group_of(book, block)
        assert write_plans(book, notes, 0, first, count)
        assert faults_in_plans(book, notes, block) == 0
    number = plan_of(notes.near, notes.far, block, 0, book.dice)
    notes.plans[number, 1] ^= 1  # negative control: stop where the plan rolls, or the other way round
    assert faults_in_plans(book, notes, block) > 0


def faults_in_page(found: WorthBook, block: int) -> int:
    """How many numbers of a page differ, in whatever bit, from those of the block solved alone."""
    book, desk, page = found.book, found.desk(), found.pages.worth[block]
    faults = 0
    for total, dice in product(range(len(page)), range(1, book.dice + 1)):
        faults += worths_by_desk(book, desk, block, total, dice) != (page[total, 0], page[total, dice])
    return faults


@pytest.mark.parametrize("sheet", [SHEET, "marina"])
def test_pages_made_eight_at_a_time_are_those_of_each_turn(sheet: str) -> None:
    found = worth_book(champion_book(load(sheet)))
    main = found.book.main
    for block in (*np.random.default_rng(3).integers(0, main, 3).tolist(), main - 1, main + 37):
        found.write(block)
        assert faults_in_page(found, block) == 0
    page = found.pages.worth[block]
    page[3, 2] = np.nextafter(page[3, 2], 2.0)  # negative control: one bit
    assert faults_in_page(found, block) == 1


@pytest.mark.parametrize("total", [500, 2500, 5000, 9000])
def test_the_desk_says_what_the_champion_says(total: int) -> None:
    """Near the end of a turn, beyond where all stop, and beyond what a page holds."""
    state = parse_position(f"kcd~r9~s1~m1~n~1500.0.y_2000.0.y~t{total}.3")
    bot = make("champion")
    assert isinstance(bot, ExactBot)
    values = {each.then: each.value for each in bot.values(state)}
    found = worth_book(bot.book(state.rules))
    book = found.book
    block = 30 * book.places + 40
    assert worths_by_desk(book, found.desk(), block, total // book.step, 3) == (
        values["bank"],
        values["roll"],
    )


def test_the_book_for_points_is_the_solvers_turn() -> None:
    for sheet in ("kcd", "busche-neller", "classic"):
        rules = load(sheet)
        book = points_book(rules)
        notes = fresh_notes([book])
        solve_block(book, 1, notes.bank, notes.value, notes.best)
        assert notes.value[0, book.dice - 1] == pytest.approx(solve_turn(rules).expected, abs=1e-9)


@pytest.mark.parametrize(
    ("sheet", "bots"),
    [
        (SHEET, ("champion", "turn-optimal")),
        (SHEET, ("champion", "champion")),
        (SHEET, ("champion", "thumb", "turn-optimal")),
        ("classic", ("turn-optimal", "greedy")),
        ("marina", ("turn-optimal", "thumb")),
        ("munchkin-farkle-plain", ("turn-optimal", "greedy", "thumb")),
        ("marina-solitaire", ("turn-optimal",)),
    ],
)
@pytest.mark.parametrize("seating", [Seating.FIXED, Seating.DUPLICATE])
def test_compiled_code_plays_what_the_bots_play(sheet: str, bots: tuple[str, ...], seating: Seating) -> None:
    match = Match(sheet, bots, "exact", seating)
    games = match.whole(12)
    assert compiled_stretch(match)(0, games).to_plain() == referee_stretch(match)(0, games).to_plain()


def test_the_champion_against_itself_wins_as_often_as_the_solver_says() -> None:
    race = stored(load(SHEET))
    assert isinstance(race, Race)
    tally = compiled_stretch(Match(SHEET, ("champion", "champion"), "value"))(0, 60_000)
    expected = race.first_player_wins
    share = share_of(tally, 0)
    assert abs(share.mean - expected) < 2 * (share.high - share.low) / 2
    assert not share.holds(expected + 0.02)


def test_the_order_of_strength() -> None:
    for better, worse in (
        ("champion", "turn-optimal"),
        ("turn-optimal", "greedy"),
        ("thumb", "threshold:300"),
    ):
        tally = compiled_stretch(Match(SHEET, (better, worse), "order", Seating.DUPLICATE))(0, 60_000)
        assert share_of(tally, 0).low > 0.5, (better, worse)


def test_they_conform() -> None:
    for name in ("turn-optimal", "champion", "thumb", "err:2"):
        assert check_bot(lambda name=name: make(name), sheets=[SHEET], games=1) > 20  # type: ignore[misc]


def test_a_larger_error_loses_more() -> None:
    judge = Judge(load(SHEET))
    losses = []
    for amount in ("err:0", "err:1", "err:6"):
        bot = make(amount)
        total = 0.0
        for roll in ("123456", "115566", "233456", "122346", "445556"):
            state = parse_position(f"kcd~r2~s1~m1~n~1500.0.y_2000.0.y~t0.6.{roll}")
            regret = judge.regret(state, bot.choose(state))
            assert regret is not None
            assert regret <= 2 * float(amount[4:]) / 100 + 1e-12
            total += regret
        losses.append(total)
    assert losses[0] == 0
    assert losses[0] < losses[1] < losses[2]


def test_the_judge_knows_a_blunder() -> None:
    """With 3,950 points, stopping at 4,050 wins at once; rolling on one die risks it."""
    state = parse_position("kcd~r9~s1~m1~n~3950.0.y_3900.0.y~t0.6.123446")
    judge = Judge(load(SHEET))
    assert judge.values(state)[0].value == 1.0
    assert judge.regret(state, Keep(0, (1,), "bank")) == 0.0
    blunder = judge.regret(state, Keep(0, (1,), "roll"))
    assert blunder is not None
    assert blunder > 0.05
    assert (
        judge.regret(parse_position("kcd~r1~s1~m1~n~0.0.y_0.0.y_0.0.y~t0.6.123446"), Keep(0, (1,), "bank"))
        is None
    )


def test_names() -> None:
    assert isinstance(make("champion"), ExactBot)
    for wrong in ("err:x", "err:", "err:101", "champion:1", "thumb:1-2", "thumb:a-b-c"):
        with pytest.raises(UnknownBot):
            make(wrong)
