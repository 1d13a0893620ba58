"""What the page says before the server does: the goal of a turn, the first moment of a game."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from hotdice.game import Roll, Throw, do, new_game
from hotdice.game.events import Farkled
from hotdice.game.offers import bank_offer
from hotdice.game.verifying import needed_to_bank
from hotdice.rules import resolve, shipped
from hotdice.rules.compiled import compiled
from web.modules import run_module

_GOALS = """
import { goalOf } from "page/core/game/goals";
export const answer = (asked) => asked.map(({ rules, game, points }) => goalOf(rules, game, points));
"""


def _seat(total: int, *, opened: bool = True, farkles: int = 0) -> dict[str, Any]:
    return {"total": total, "opened": opened, "farkles": farkles, "gone": False}


def _asked(rules: str, points: int, *seats: dict[str, Any], phase: str = "normal", needed: int = 0) -> Any:
    game = {"phase": phase, "mover": 0, "round": 3, "needed": needed, "seats": seats}
    return {"rules": msgspec.to_builtins(compiled(resolve(rules))), "game": game, "points": points}


def test_the_goal_is_the_most_urgent_fact(tmp_path: Path) -> None:
    asked = [
        _asked("classic", 300, _seat(0, opened=False), _seat(0)),
        _asked("classic", 300, _seat(9000), _seat(0)),
        _asked("classic", 1000, _seat(9000), _seat(0)),
        _asked("classic", 100, _seat(9000), _seat(9500), phase="last"),
        _asked("classic", 600, _seat(9000), _seat(9500), phase="last"),
        _asked("facebook", 0, _seat(2000), _seat(0), needed=300),
        _asked('{"base":"classic","reach":"more_than"}', 1000, _seat(9000), _seat(0)),
        _asked('{"base":"classic","reach":"exactly"}', 1100, _seat(9000), _seat(0)),
    ]
    assert run_module(tmp_path, _GOALS, asked) == [
        {"kind": "opening", "points": 500, "rest": 200},
        {"kind": "target", "target": 10000, "rest": 700},
        {"kind": "target", "target": 10000, "rest": 0},
        {"kind": "last", "rest": 450},
        {"kind": "last", "rest": 0},
        {"kind": "minimum", "points": 300, "rest": 300},
        {"kind": "target", "target": 10000, "rest": 50},
        None,
    ]


@pytest.mark.parametrize("restarts", ["true", "false"])
def test_what_the_next_farkle_costs_is_what_the_referee_takes(restarts: str, tmp_path: Path) -> None:
    """Five Farkles in a row: a sheet that does not restart its count charges the fourth and the fifth too."""
    house = f'{{"base":"playmonster","penalty":{{"count":3,"points":500,"restarts":{restarts}}}}}'
    state = new_game(resolve(house), 2, first=0)
    taken: list[int] = []
    asked: list[Any] = []
    while len(taken) < 10:  # of two who take turns
        mover = state.seats[state.mover]
        asked.append(_asked(house, 0, _seat(mover.total, farkles=mover.farkles), _seat(0)))
        state, _ = do(state, Roll(state.mover))
        state, events = do(state, Throw((2, 2, 3, 4, 6, 6)))
        taken += [event.penalty for event in events if isinstance(event, Farkled)]
    goals = run_module(tmp_path, _GOALS, asked)
    assert [goal["points"] if goal["kind"] == "penalty" else 0 for goal in goals] == taken
    assert sum(taken) == 2 * (500 if restarts == "true" else 1500)


_FIRST = """
import { beginningOf } from "page/core/game/beginnings";
export const answer = (asked) => asked.map(({ rules, players }) => beginningOf(rules, players));
"""
HOUSES = (
    '{"base":"kcd","minimum":300}',
    '{"base":"classic","compensation":[0,50,100],"first_player":"chosen"}',
)


def test_the_first_moment_is_foreseen_as_the_referee_begins(tmp_path: Path) -> None:
    sheets = [rules for rules in map(resolve, [*shipped(), *HOUSES]) if rules.deck is None]
    games = [(rules, count) for rules in sheets for count in rules.seats_allowed if count <= 4]
    given = [{"rules": msgspec.to_builtins(compiled(rules)), "players": count} for rules, count in games]
    for (rules, count), found in zip(games, run_module(tmp_path, _FIRST, given), strict=True):
        state = new_game(rules, count)
        assert found == msgspec.to_builtins(
            {
                "phase": state.phase,
                "turn": state.turn,
                "hand": list(state.hand),
                "turn_dice": state.turn_dice,
                "to_roll": list(state.dice_to_roll),
                "needed": needed_to_bank(state),
                "bank": bank_offer(state),
                "seats": [_seat(seat.total, opened=seat.opened) for seat in state.seats],
            }
        ), (rules.name, count)
    assert {len(new_game(rules, count).hand) > 0 for rules, count in games} == {True, False}
