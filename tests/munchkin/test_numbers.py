"""Munchkin Dice in numbers is the referee's game: the same table after every command, the same choices."""

from collections import Counter
from math import inf
from typing import Any

import numpy as np
import pytest

from hotdice.munchkin import SeededChance, Sheet, State, load, new_game, play, view
from hotdice.munchkin.commands import RollDie
from hotdice.players import munchkin_words as k
from hotdice.players.munchkin_board import Numbered, numbered
from hotdice.players.munchkin_contest import Sums, contest
from hotdice.players.munchkin_course import Course
from hotdice.players.munchkin_player import MunchkinPlayer, next_command, play_out
from hotdice.players.munchkin_registry import make_munchkin
from hotdice.players.munchkin_shrewd_bot import ShrewdBot
from hotdice.players.munchkin_words import Board
from hotdice.players.uncompiled import plain

APPLY = plain("hotdice.players.munchkin_results_kernel").apply
DECIDE = plain("hotdice.players.munchkin_mind_kernel").decide


def shown(board: Board) -> list[Any]:
    """A board without what lies behind the ends of its lists."""
    lists = (board.hands, board.plays, board.decks, board.discards, board.fight, board.body[None])
    tasks = board.agenda[: board.numbers[k.TASKS]]
    rows = [[row[1 : row[0] + 1].tolist() for row in one] for one in lists]
    return [board.numbers.tolist(), board.seats.tolist(), rows, tasks.tolist()]


def followed(sheet: Sheet, bots: list[MunchkinPlayer], seed: str) -> tuple[int, list[str]]:
    """How many commands a game had, and where numbers and referee differ."""
    table, state, chance = numbered(sheet), new_game(sheet, len(bots)), SeededChance(seed)
    board, count, faults = table.board(state), 0, []
    while not state.over:
        if not state.waits_for_chance:
            faults += _choice_differs(table, board, state)
        command = next_command(state, bots, chance)
        assert table.command_of(table.row_of(command)) == command
        APPLY(table.rules, board, table.row_of(command))
        result = play(state, command)
        assert isinstance(result, tuple)
        state, count = result[0], count + 1
        if shown(board) != shown(table.board(state)):
            faults.append(f"{count}: {command}")
            board = table.board(state)
    return count, faults


def _choice_differs(table: Numbered, board: Board, state: State) -> list[str]:
    seat = state.asked[0]
    row = table.room_for_command()
    DECIDE(table.rules, board, seat, 1.0, row, np.zeros(16))
    wanted, found = ShrewdBot().choose(view(state, seat), seat), table.command_of(row.tolist())
    return [] if wanted == found else [f"{wanted} or {found}"]


@pytest.mark.parametrize("seats", [2, 3, 6])
@pytest.mark.parametrize("names", [("shrewd",), ("random:1", "shrewd", "gambler", "random:2")])
def test_the_same_table_and_the_same_choices(seats: int, names: tuple[str, ...]) -> None:
    bots = [make_munchkin(names[seat % len(names)]) for seat in range(seats)]
    count, faults = followed(load(["turn_limit=40"]), bots, f"{seats}")
    assert count > 100
    assert faults == []


def test_other_settings_are_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = load(["winning_level=6", "paying_is_losing=true", "hand_limit=3", "turn_limit=30", "escape=6"])
    assert followed(sheet, [make_munchkin("gambler")] * 3, "settings")[1] == []
    # A table of numbers with another sheet's settings is found out.
    honest = numbered(sheet)
    monkeypatch.setattr(honest, "rules", numbered(load()).rules)
    assert followed(sheet, [make_munchkin("gambler")] * 3, "settings")[1]


def test_games_in_numbers_are_those_of_the_referee() -> None:
    bots = [ShrewdBot(), ShrewdBot(-inf), ShrewdBot(inf)]
    course = Course(load(), 3)
    for number in range(4):
        state, commands = play_out(new_game(load(), 3), bots, SeededChance(f"same/{number}"))
        rolls = Counter(command.seat for command in commands if isinstance(command, RollDie))
        found = course.play([bot.price for bot in bots], SeededChance(f"same/{number}"))
        assert found == (state.winners, state.levels, state.turn, tuple(rolls[seat] for seat in range(3)))


def test_workers_change_nothing() -> None:
    assert contest(["shrewd", "steady"], 6, workers=2) == contest(["shrewd", "steady"], 6)


def test_a_contest_in_pieces_is_the_same_contest() -> None:
    sums = Sums()
    contest(["shrewd", "steady"], 2, sums=sums)
    assert contest(["shrewd", "steady"], 6, sums=sums) == contest(["shrewd", "steady"], 6)
    assert sums.games == 6
