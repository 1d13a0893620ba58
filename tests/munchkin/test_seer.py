"""The seer: it looks ahead, and at nothing that its seat may not see."""

from collections import Counter

import numpy as np
import pytest
from msgspec.structs import replace

from hotdice.munchkin import HIDDEN, Phase, SeededChance, State, load, new_game, view
from hotdice.munchkin import commands as c
from hotdice.players.munchkin_board import KINDS, numbered
from hotdice.players.munchkin_contest import contest
from hotdice.players.munchkin_player import MunchkinPlayer, next_command, play_out
from hotdice.players.munchkin_registry import make_munchkin
from hotdice.players.munchkin_seer_bot import SeerBot, unseen
from hotdice.players.munchkin_shrewd_bot import ShrewdBot
from hotdice.players.uncompiled import plain
from munchkin.helpers import all_cards, do, seat, table

KERNEL = plain("hotdice.players.munchkin_rollout_kernel")


def test_it_plays_whole_games_by_the_rules() -> None:
    bots: list[MunchkinPlayer] = [SeerBot(rounds=(1,)), ShrewdBot()]
    state, commands = play_out(new_game(load(["turn_limit=12"]), 2), bots, SeededChance("rules"))
    assert state.over
    assert play_out(new_game(load(["turn_limit=12"]), 2), bots, SeededChance("rules"))[1] == commands


def test_worlds_are_made_of_what_nobody_has_shown() -> None:
    """Every world has all cards of the game, what the seat sees where it is, and hands of the same size."""
    state, chance = new_game(load(), 3), SeededChance("worlds")
    while state.turn < 9 or state.waits_for_chance:
        state = do(state, next_command(state, [ShrewdBot()] * 3, chance))
    seat_of, card = state.asked[0], numbered(state.sheet)
    seen = view(state, seat_of)
    pools = unseen(card, seen, seat_of)
    kept = np.full(len(KINDS), 100)
    worlds = set()
    for number in range(5):
        board = card.board(seen)
        KERNEL.deal_hidden(
            card.rules, board, seat_of, pools, pools.copy(), kept, np.array([12345 + 77 * number])
        )
        lists = [*board.hands, *board.plays, *board.decks, *board.discards, *board.fight, board.body]
        found = Counter(card.ids[number] for row in lists for number in row[1 : row[0] + 1])
        assert found == all_cards(state)
        hands = [row[1 : row[0] + 1].tolist() for row in board.hands]
        assert [len(hand) for hand in hands] == [len(player.hand) for player in state.seats]
        assert [card.ids[number] for number in hands[seat_of]] == list(state.seats[seat_of].hand)
        worlds.add(str(hands))
    assert len(worlds) > 1


def hidden(state: State, seat_of: int) -> bool:
    return all(set(one.hand) <= {HIDDEN} for i, one in enumerate(view(state, seat_of).seats) if i != seat_of)


def test_it_decides_from_its_view_alone() -> None:
    mine = seat(8, hand=["borrowed-thunder"], play=["good-hammer"])
    one = table(mine, seat(7, hand=["wrong-door", "damp-sock"]), seat(3))
    other = table(mine, seat(7, hand=["tall-tale", "loaded-die"]), seat(3))
    assert hidden(one, 0)
    assert view(one, 0).seats == view(other, 0).seats
    first, second = (SeerBot(rounds=(4,)).choose(view(state, 0), 0) for state in (one, other))
    assert first == second


def test_it_lets_nobody_win_whom_it_can_stop() -> None:
    """The fighter at level 9 leads by one; shrewd would stop it, too, and a pass would lose the game."""
    start = table(
        seat(9, play=["bent-fork"]),
        seat(5, hand=["borrowed-thunder"]),
        seat(4),
        door_discard=["swapped-cloaks"],
    )
    fight = do(start, c.KickDoor(0), c.Deal("hungry-staircase"), c.Claim(0))
    assert isinstance(SeerBot(rounds=(8,)).choose(view(fight, 1), 1), c.Boost)


def test_it_brings_a_second_monster_where_that_wins_the_game() -> None:
    """At level 8 one monster is not enough; with the one of its hand it is. Shrewd claims the one."""
    mine = seat(8, hand=["open-window", "damp-sock"], play=["good-hammer", "kitchen-plate"])
    fight = do(table(mine, seat(9), seat(9)), c.KickDoor(0), c.Deal("tax-rat"))
    assert isinstance(ShrewdBot().choose(view(fight, 0), 0), c.Claim)
    assert SeerBot(rounds=(16,)).choose(view(fight, 0), 0) == c.Wander(0, "open-window", "damp-sock")


def test_it_sits_down_by_name() -> None:
    bot = make_munchkin("seer")
    assert isinstance(bot, SeerBot)
    assert not bot.fast  # at a table nobody waits for a compiler


def test_a_contest_counts_rolls_and_levels() -> None:
    found = contest(["steady", "gambler"], 2)
    assert found.standings[0].rolls == 0
    assert found.standings[1].rolls > 0
    with pytest.raises(ValueError, match="2 to 6"):
        contest(["steady"] * 7, 2)


@pytest.mark.nightly
def test_it_wins_more_than_its_share() -> None:
    found = contest(["seer", "shrewd", "shrewd"], 600, seed="strength")
    assert found.standings[0].low > 1 / 3


def test_a_dead_table_mate_is_not_cursed() -> None:
    """Between two, where the helper has died in a fight, there is nobody to curse."""
    state = table(seat(3, hand=["wrong-door"]), seat(3))
    dead = replace(state.seats[1], dead=True)
    assert ShrewdBot().choose(replace(state, phase=Phase.END), 0) == c.Curse(0, "wrong-door", 1)
    lonely = replace(state, seats=(state.seats[0], dead), phase=Phase.END)
    assert ShrewdBot().choose(lonely, 0) == c.EndTurn(0)
