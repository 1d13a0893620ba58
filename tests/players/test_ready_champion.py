"""The champion at a table of strangers: as good as the one at home, and it never keeps anybody waiting."""

import subprocess
import sys

import pytest

from hotdice.arena.dice import GameDice
from hotdice.game import Refusal, State, Step, new_game, play
from hotdice.players import Player, make
from hotdice.players.judging import Judge
from hotdice.players.ready_champion import ReadyChampion
from hotdice.rules import load


def lost(rules: str, bot: Player, games: int) -> float:
    """What the first seat's decisions lose in all, against greedy, by the judge."""
    judge, total = Judge(load(rules)), 0.0
    players = [bot, make("greedy")]
    for game in range(games):
        state, dice = new_game(load(rules), 2, first=0), GameDice("ready", game)
        while not state.over:
            command = dice.throw(state) if state.step is Step.WAIT else players[state.mover].choose(state)
            if state.mover == 0 and state.step in (Step.KEEP, Step.DECIDE):
                total += judge.regret(state, command) or 0.0
            state = played(state, command)
    return total


def played(state: State, command: object) -> State:
    result = play(state, command)  # type: ignore[arg-type]
    assert not isinstance(result, Refusal), result
    return result[0]


@pytest.mark.parametrize("rules", ["playmonster", "facebook", "marina", "kcd"])
def test_between_two_it_loses_nothing(rules: str) -> None:
    assert lost(rules, ReadyChampion(), 2) < 1e-9


def test_who_errs_more_loses_more_and_no_more_than_allowed() -> None:
    losses = [lost("kcd", ReadyChampion(amount), 6) for amount in (0.0, 1.0, 8.0)]
    assert losses == sorted(losses)
    assert losses[0] < 1e-9 < losses[1] < losses[2]


@pytest.mark.parametrize(
    ("rules", "settings", "seats"),
    [("classic", [], 4), ("marina", [], 3), ("classic", ["target=3050"], 2), ("munchkin-farkle", [], 3)],
)
def test_it_plays_every_table_to_the_end(rules: str, settings: list[str], seats: int) -> None:
    """Also among more, by house rules that nobody has solved, and with cards that others play."""
    players = [ReadyChampion(), *(make("greedy") for _ in range(seats - 1))]
    state, dice = new_game(load(rules, settings), seats, first=0), GameDice("ready", 1)
    while not state.over:
        state = played(
            state, dice.throw(state) if state.step is Step.WAIT else players[state.mover].choose(state)
        )
    assert state.winners


def test_nothing_is_compiled_for_it() -> None:
    program = (
        "import sys\n"
        "from hotdice.game import parse_position\n"
        "from hotdice.match.games.farkle import safe_bot\n"
        "for name in ('champion', 'err:2'):\n"
        "    safe_bot(name).choose(parse_position('playmonster~r9~s1~m1~n~9000.0.y_9500.0.y~t400.3'))\n"
        "assert 'numpy' in sys.modules and 'numba' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
