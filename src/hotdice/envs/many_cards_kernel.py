"""Thousands of games with cards, each stopped where an agent must decide, inside compiled code.

They run the simulator's course with cards (`hotdice.arena.card_kernel`); here it is left and entered again.
"""

from typing import NamedTuple

import numpy as np

from hotdice.arena import course
from hotdice.arena.card_kernel import Worker, play_on
from hotdice.arena.numbers import fast_game_key
from hotdice.envs.card_actions_kernel import Actions, carry_out_legal, write_legal, write_outcomes
from hotdice.envs.card_views_kernel import write_card_features, write_cards_seen, write_standing
from hotdice.envs.telling_kernel import FINE, Stage, begins_anew, show
from hotdice.envs.views_kernel import ACTOR, AGENT, BASE, GAME, Short, Small
from hotdice.odds.compiling import compiled_apart, compiled_lean_apart
from hotdice.players.deck_kernel import begin
from hotdice.players.deck_state import MOVER, OVER, PHASE, STARTER, TURN, follows
from hotdice.players.deck_words import Ints


class Cards(NamedTuple):
    """The games with cards as the simulator has them, a row each, and what their agents may do.

    `legal` is kept beside what was told, which belongs to whoever was told. `seen` is room for the fields of
    the cards one after the other, and `plain` the number of features before those of the cards.
    """

    games: Ints
    legal: Small
    seen: Small
    actions: Actions
    plain: int


@compiled_lean_apart
def begin_row(worker: Worker, stage: Stage, cards: Cards, row: int) -> None:
    """The next game of a row begins; the seats stay, and who begins may change."""
    table, count = stage.table, stage.games.seats.shape[2]
    starter = (table.seat - stage.games.now[row, BASE]) % count
    begin(worker.sheet, worker.words, cards.games[row], count, starter)


@compiled_lean_apart
def show_row(worker: Worker, stage: Stage, cards: Cards, row: int) -> None:
    """What the agent of a row may do and sees, and what the step has come to."""
    game, now, legal = cards.games[row], stage.games.now[row], cards.legal[row]
    write_standing(game, now, stage.games.seats[row], stage.games.faces[row])
    if game[PHASE] == OVER or game[TURN] > stage.table.max_turns:
        for action in range(legal.size):
            legal[action] = 0
        now[AGENT] = now[ACTOR]
    else:
        write_legal(worker.sheet, worker.words, cards.actions, game, legal)
        now[AGENT] = follows(game, game[MOVER], game[STARTER])
    for action in range(legal.size):
        stage.told.masks[row, action] = legal[action]
    show(stage, row)
    viewer = (now[AGENT] + game[STARTER]) % stage.games.seats.shape[2]
    write_cards_seen(worker.sheet, worker.words, game, viewer, cards.seen[row])
    if stage.views.features.shape[0]:
        write_card_features(cards.seen[row], stage.views.features[row], cards.plain)


@compiled_lean_apart
def step_row(
    worker: Worker, stage: Stage, cards: Cards, key: np.uint64, action: int, trace: Ints, move: Ints, row: int
) -> bool:
    """One step of a game; False where the action is not legal."""
    game, table = cards.games[row], stage.table
    if begins_anew(stage, row):
        begin_row(worker, stage, cards, row)
    elif not 0 <= action < cards.legal.shape[1] or not cards.legal[row, action]:
        return False
    else:
        carry_out_legal(worker.sheet, worker.words, cards.actions, game, trace, action, move)
    label = fast_game_key(key, np.uint64(stage.games.now[row, GAME]))
    play_on(worker, table.learners, table.max_turns, game, trace, label, move)
    show_row(worker, stage, cards, row)
    return True


@compiled_apart
def step_card_games(
    worker: Worker, stage: Stage, cards: Cards, key: np.uint64, actions: Ints, first: int, last: int
) -> int:
    """One step of the games from `first` up to `last`: FINE, or a game with an illegal action.

    A game that was over begins anew.
    """
    trace, move = np.zeros(0, np.int64), np.zeros(4, np.int64)
    for row in range(first, last):
        if not step_row(worker, stage, cards, key, actions[row], trace, move, row):
            return row
    return FINE


@compiled_apart
def fill_card_outcomes(worker: Worker, stage: Stage, cards: Cards, points: Short, left: Small) -> None:
    """For each game and each legal keep its points and the dice of the next roll."""
    for row in range(len(points)):
        now = stage.games.now[row]
        if not now[course.OVER] and now[course.TURN] <= stage.table.max_turns:
            write_outcomes(
                worker.sheet, worker.words, cards.actions, cards.games[row], points[row], left[row]
            )
