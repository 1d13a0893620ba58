"""What the actions of many games lose, exactly: each game is laid before the judge as the referee has it."""

import numpy as np
import numpy.typing as npt

from hotdice.arena.course import CONTENDING, FARKLES, OPENED, PHASE, PLACE, ROUND, TOTAL, TRIGGER, TURN
from hotdice.envs.layout import to_command
from hotdice.envs.views_kernel import ADDRESS, HAND, TURN_TOTAL, Games
from hotdice.game import Phase, Seat, State, Step
from hotdice.players.judging import Judge
from hotdice.rules import Ruleset

_PHASES = (Phase.NORMAL, Phase.LAST, Phase.PLAY_OFF)


def state_of(rules: Ruleset, games: Games, game: int) -> State:
    """A game whose roll lies on the table, as the referee has it; the place that began is seat 0."""
    now, seats = games.now[game].tolist(), games.seats[game]
    phase = _PHASES[now[PHASE]]
    hand = tuple(die + 1 for die in range(rules.dice) if now[HAND] >> die & 1)
    contending = np.flatnonzero(seats[CONTENDING]).tolist() if phase is Phase.PLAY_OFF else []
    return State(
        rules=rules,
        seats=tuple(
            Seat(total=total, opened=bool(opened), farkles=farkles)
            for total, opened, farkles in seats[[TOTAL, OPENED, FARKLES]].T.tolist()
        ),
        phase=phase,
        step=Step.KEEP,
        mover=now[PLACE],
        starter=0,
        round=now[ROUND],
        turn=now[TURN],
        turn_total=now[TURN_TOTAL],
        turn_dice=rules.dice,
        hand=hand,
        faces=tuple(games.faces[game, die - 1].item() for die in hand),
        trigger=now[TRIGGER],
        contenders=tuple(contending),
    )


def regrets_of(judge: Judge, games: Games, actions: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """The loss of each action in chances to win; not a number where nobody knows it or nothing is decided."""
    found = np.full(len(actions), np.nan)
    for game in np.flatnonzero(games.now[:, ADDRESS] >= 0).tolist():
        state = state_of(judge.rules, games, game)
        loss = judge.regret(state, to_command(state, int(actions[game])))
        if loss is not None:
            found[game] = loss
    return found
