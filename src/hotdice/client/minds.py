"""What somebody who decides for a seat is asked with, for each kind of game."""

from collections.abc import Iterable
from typing import Any

from hotdice.game import State, evolve, new_game
from hotdice.match import wire
from hotdice.match.games.boards import PLACE
from hotdice.match.games.duplicate_record import board_rules, board_seats
from hotdice.match.games.farkle import first_state
from hotdice.match.kinds import KINDS
from hotdice.rules import resolve

DUPLICATES = ("two-tables", "parallel")


def is_asked(view: wire.TableView) -> bool:
    """Whether the game waits for a decision of this viewer."""
    if view.phase != "playing" or view.seat is None or view.chairs[view.seat].stand_in:
        return False
    game = KINDS[view.kind].read_view(view.game)
    if view.kind == "munchkin":
        return view.seat in game.state.asked
    if view.kind in DUPLICATES:
        return game.own is not None and bool(game.own.legal) and not game.waiting
    return bool(game.mover == view.seat)


def state_of(view: wire.TableView, news: Iterable[wire.News]) -> Any:
    """The state of the game as this viewer knows it: of the own board in a duplicate match."""
    if view.kind == "munchkin":
        return KINDS["munchkin"].read_view(view.game).state
    if view.kind in DUPLICATES:
        return _own_board(view, news)
    state = first_state(view.rules, len(view.chairs), view.options)
    for line in news:
        for event in KINDS[view.kind].unpack(line.events):
            state = evolve(state, event)
    return state


def _own_board(view: wire.TableView, news: Iterable[wire.News]) -> State:
    rules = resolve(view.rules)
    state = new_game(board_rules(rules, view.kind), board_seats(rules, view.kind))
    for line in news:
        for board, event in KINDS[view.kind].unpack(line.events):
            if board == view.seat:
                state = evolve(state, event)
    return state


def choose(player: Any, view: wire.TableView, news: Iterable[wire.News]) -> Any:
    """What a bot decides on this seat."""
    state = state_of(view, news)
    if view.kind == "munchkin":
        return player.choose(state, view.seat)
    assert view.kind not in DUPLICATES or state.mover == PLACE
    return player.choose(state)
