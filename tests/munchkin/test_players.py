"""The bots: legal and deterministic to the end of the game, and what they think a roll is worth."""

import pytest
from msgspec.structs import replace

from hotdice.munchkin import HIDDEN, Pile, SeededChance, load, new_game, view
from hotdice.munchkin import commands as c
from hotdice.munchkin import tasks as t
from hotdice.players import UnknownBot
from hotdice.players.munchkin_measuring import BRANCHES, Sample, measure, plain, summary, table_lines
from hotdice.players.munchkin_player import IllegalChoice, play_out
from hotdice.players.munchkin_registry import make_munchkin, munchkin_bots
from hotdice.players.munchkin_shrewd_bot import ShrewdBot
from hotdice.players.munchkin_worth import mean_worth, result_worths, roll_worth, worth
from munchkin.helpers import do, rolled, seat, table


@pytest.mark.parametrize(
    ("name", "players", "games"),
    [
        ("shrewd", 2, 4),
        ("shrewd", 3, 4),
        ("shrewd", 6, 2),
        ("steady", 3, 4),
        ("gambler", 2, 1),
        ("gambler", 3, 1),
    ],
)
def test_games_of_bots_end_with_a_winner(name: str, players: int, games: int) -> None:
    for number in range(games):
        bots = [make_munchkin(name)] * players
        state, commands = play_out(new_game(load(), players), bots, SeededChance(f"{name}{number}"))
        assert state.over
        again, same = play_out(new_game(load(), players), bots, SeededChance(f"{name}{number}"))
        assert (again, same) == (state, commands)
        assert state.reason == "level" or name == "gambler"


def test_epic_games_end_too() -> None:
    sheet = load(["winning_level=20"])
    state, _ = play_out(new_game(sheet, 3), [ShrewdBot()] * 3, SeededChance("epic"))
    assert (state.reason, max(state.levels)) == ("level", 20)


def test_a_bot_that_cheats_is_named() -> None:
    class Cheat:
        def choose(self, view: object, seat: int) -> c.Command:
            return c.Pick(seat, 5)

    with pytest.raises(IllegalChoice, match="Nobody asked"):
        play_out(new_game(load(), 2), [Cheat(), Cheat()], SeededChance("1"))


def test_bots_by_name() -> None:
    assert [bot.name for bot in munchkin_bots()] == ["random", "gambler", "steady", "shrewd", "seer"]
    for text in ("nobody", "shrewd:3", "", "SHREWD"):
        with pytest.raises(UnknownBot):
            make_munchkin(text)


def test_a_roll_is_the_mean_of_its_results_and_rolling_again_is_worth_the_roll() -> None:
    state = table(seat(5, hand=["bent-fork"]), seat(3, hand=["oak-door", "tall-tale"]), seat(2))
    seen = view(state, 0)
    worths = result_worths(seen, 0)
    assert worths[7] is None
    assert worths[8] is None
    rest = [value for value in worths.values() if value is not None]
    expected = sum(rest) / 8
    assert roll_worth(seen, 0) == pytest.approx(expected)
    assert (sum(rest) + 2 * expected) / 10 == pytest.approx(expected)
    assert worths[10] == max(rest)


def test_what_results_are_worth_follows_the_table() -> None:
    low, high = table(seat(3), seat(3)), table(seat(9), seat(3))
    assert (result_worths(low, 0)[5] or 0) > 1 > (result_worths(high, 0)[5] or 0)
    assert result_worths(table(seat(3), seat(1)), 0)[9] == 0
    assert result_worths(table(seat(3), seat()), 0)[6] == 0
    empty = table(seat(3), seat(), doors=(), treasures=())
    assert [result_worths(empty, 0)[face] for face in (1, 2, 3, 4)] == [0, 0, 0, 0]
    top = table(seat(3), seat(), treasure_discard=["tall-tale"])
    assert result_worths(top, 0)[1] == 1.0
    many = table(seat(3, hand=["bent-fork"]), seat(hand=["oak-door"] * 1 + ["tall-tale", "brass-hat"]))
    assert (result_worths(view(many, 0), 0)[6] or 0) > 0
    rich = table(seat(3, hand=["tall-tale", "family-silver"]), seat(hand=["bent-fork"]))
    assert (result_worths(view(rich, 0), 0)[6] or 0) < 0  # compulsory, so it can cost


def test_nobody_values_cards_that_are_hidden() -> None:
    state = table(seat(3, hand=["bent-fork"]), seat(hand=["tall-tale", "good-deed"]))
    other = table(seat(3, hand=["bent-fork"]), seat(hand=["wrong-door", "damp-sock"]))
    assert result_worths(view(state, 0), 0)[6] == result_worths(view(other, 0), 0)[6]
    mean = (mean_worth(load(), Pile.DOOR) + mean_worth(load(), Pile.TREASURE)) / 2
    assert worth(view(state, 0), 0, HIDDEN) == mean


def test_shrewd_buys_exactly_where_the_roll_is_worth_more_than_a_level() -> None:
    tempting = table(seat(5), seat(5), treasure_discard=["tall-tale"], door_discard=["wrong-door"])
    dull = table(seat(5), seat(1), doors=(), treasures=())
    assert isinstance(ShrewdBot(0.2).choose(tempting, 0), c.RollDie)
    assert isinstance(ShrewdBot().choose(dull, 0), c.KickDoor)
    assert isinstance(make_munchkin("steady").choose(tempting, 0), c.KickDoor)
    assert isinstance(make_munchkin("gambler").choose(dull, 0), c.RollDie)
    assert isinstance(make_munchkin("gambler").choose(table(seat(1), seat()), 0), c.KickDoor)


def test_shrewd_uses_its_dice_cards_where_they_matter() -> None:
    mine = do(table(seat(5, hand=["loaded-die"]), seat(3), seat(3)), c.RollDie(0), c.Throw(4))
    assert ShrewdBot().choose(mine, 0) == c.TurnDie(0, "loaded-die", 5)
    good = do(table(seat(5, hand=["loaded-die"]), seat(3), seat(3)), c.RollDie(0), c.Throw(5))
    assert ShrewdBot().choose(good, 0) == c.Pass(0)
    theirs = do(table(seat(5), seat(3, hand=["reloaded-die"])), c.RollDie(0), c.Throw(5), c.Pass(0))
    turned = ShrewdBot().choose(view(theirs, 1), 1)
    assert isinstance(turned, c.TurnDie)
    assert turned.face != 5


def test_shrewd_chooses_well_among_results() -> None:
    bot = ShrewdBot()
    picture = rolled(table(seat(5), seat(3), seat(3)), 10)
    assert bot.choose(picture, 0) == c.Pick(0, 5)
    duel = rolled(table(seat(5), seat(3)), 10)
    assert bot.choose(duel, 0) == c.Pick(0, 9)  # between two, a level taken counts double
    source = rolled(table(seat(5), seat(3), treasure_discard=["tall-tale"]), 1)
    assert bot.choose(source, 0) == c.Take(0, "discard")
    poor = rolled(table(seat(5), seat(3), treasure_discard=["bent-fork"]), 1)
    assert bot.choose(poor, 0) == c.Take(0, "deck")
    victim = rolled(table(seat(5), seat(3), seat(7), seat(2)), 9)
    assert bot.choose(victim, 0) == c.Choose(0, 2)
    swap = rolled(table(seat(5, play=["scholar"]), seat(play=["duelist"])), 7)
    assert bot.choose(swap, 0) == c.Swap(0, "scholar", 1, "duelist")
    keep = rolled(table(seat(5, play=["duelist"]), seat(play=["scholar"])), 7)
    assert bot.choose(keep, 0) == c.Decline(0)


def test_shrewd_stops_a_victory_that_would_end_the_game_and_no_other() -> None:
    for level, moves in ((9, c.Boost), (5, c.Pass)):
        state = table(seat(level), seat(3, hand=["borrowed-thunder", "older-brother"]))
        state = do(state, c.KickDoor(0), c.Deal("mild-ghost"), c.Claim(0))
        assert isinstance(state.task, t.AnswerFight)
        assert isinstance(ShrewdBot().choose(view(state, 1), 1), moves)


def test_the_measurement_adds_up() -> None:
    samples = [
        Sample(
            4, 0.9, (0.5,) * 6 + (None, 0.2, 1.2, 1.7), (0.5, 0.4, *[0.4] * 4, 0.6, 0.4, 0.4, 0.4, 0.5, 0.6)
        ),
        Sample(
            6, 1.1, (0.5,) * 6 + (0.1, 0.2, 1.2, 1.7), (0.5, 0.4, *[0.4] * 4, 0.6, 0.4, 0.4, 0.4, 0.5, 0.6)
        ),
    ]
    found = summary(samples, 10)
    assert len(BRANCHES) == 12
    assert found.level == pytest.approx(0.1)
    rows = {row.face: row for row in found.rows}
    assert rows[5].measured == pytest.approx(2)  # from 0.4 to 0.6 is two levels
    assert rows[9].measured == pytest.approx(1)
    assert rows[1].measured == pytest.approx(0)
    assert (rows[7].again, rows[7].model) == (0.5, 0.1)
    assert (rows[9].worth_it, rows[1].worth_it) == (1, 0)
    assert found.worth_it == 0.5
    assert len(table_lines(found)) == 14
    assert plain(found)["positions"] == 2


def test_the_measurement_is_the_same_for_the_same_seed_and_any_number_of_workers() -> None:
    one = measure(3, rollouts=1, seed="7")
    assert one == measure(3, rollouts=1, seed="7", workers=2)
    assert replace(one, positions=0) != replace(measure(3, rollouts=1, seed="8"), positions=0)
