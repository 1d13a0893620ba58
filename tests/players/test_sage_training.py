"""How the sage learns: who plays, what positions should have said, and that a net moves there."""

import numpy as np
import pytest
from scripts.sage_train import (
    Games,
    Lesson,
    aims_of,
    begin_net,
    chances_of,
    learn,
    parts_of,
    thought_through,
)

from hotdice.players.deck_words import Floats
from hotdice.players.sage_bot import SageBot, learned
from hotdice.players.sage_value_kernel import INPUTS, NET


def test_in_self_play_most_seats_are_the_sage_that_learns() -> None:
    net = learned()
    parts = parts_of(15_000, 3, own=True)
    seats = [bot for part in parts for bot in part.bots * part.games]
    assert 0.6 < seats.count("sage") / len(seats) < 0.95
    assert {len(part.bots) for part in parts} == {3, 4, 5}
    players = [player for part in parts_of(200, 1, own=True) for player in part.players(net)]
    sages = [player for player in players if isinstance(player, SageBot)]
    assert sages
    assert all(sage.net is net for sage in sages)


def test_elsewhere_only_schemers_play() -> None:
    for number in (0, 3):
        assert {bot for part in parts_of(200, number) for bot in part.bots} == {"schemer"}


def two_games() -> Games:
    """Two games of three: one of two positions that seat 0 wins, one of one position that seat 2 wins."""
    rng = np.random.default_rng(3)
    return Games(
        inputs=rng.random((3, 3, INPUTS), np.float32),
        shares=np.array([[1.0, 0, 0], [0, 0, 1.0]]),
        starts=np.array([0, 2, 3]),
        movers=np.array([0, 1, 2]),
        ahead=np.array([0.5, 0.4, 0.9]),
    )


def test_aims_mix_who_won_with_what_was_said_a_turn_later() -> None:
    net, played = begin_net(), two_games()
    assert aims_of(net, played, 1.0).tolist() == [[1, 0, 0], [1, 0, 0], [0, 0, 1]]
    said = chances_of(net, played.inputs)
    half = aims_of(net, played, 0.5)
    assert half[1] == pytest.approx([1, 0, 0])
    assert half[0] == pytest.approx(np.array([0.5, 0, 0]) + said[1] / 2, abs=1e-6)


def test_a_turn_that_was_thought_through_is_worth_that_to_its_mover() -> None:
    said = np.array([[0.5, 0.3, 0.2]], np.float32)
    came = np.array([[0.0, 1.0, 0.0]], np.float32)
    aim = thought_through(said, came, np.array([0]), np.array([0.4]))
    assert aim[0] == pytest.approx([0.4, (0.36 + 0.6) / 2, (0.24 + 0.0) / 2])
    sure = thought_through(said, np.array([[0.9, 0.1, 0.0]], np.float32), np.array([0]), np.array([0.4]))
    assert sure[0] == pytest.approx([0.4, 0.36, 0.24])  # what came says little about the others there
    lucky = thought_through(
        said, np.array([[0.6, 0.4, 0.0]], np.float32), np.array([0]), np.array([0.4]), 0.5
    )
    assert lucky[0, 0] == pytest.approx(0.5)  # in self-play what came counts for the mover, too
    assert lucky.sum() == pytest.approx(1)


def test_a_net_learns_what_it_is_told() -> None:
    rng = np.random.default_rng(5)
    seen = rng.random((400, 3, INPUTS)).astype(np.float32)
    movers = np.zeros(400, np.int64)
    ahead = 1 / (1 + np.exp(-2 * (seen[:, 0, 0] - seen[:, 1, 0])))
    lesson = Lesson(seen, np.full((400, 3), 1 / 3, np.float32), movers, ahead)

    def wrong(net: Floats) -> float:
        return float(np.abs(chances_of(net, seen)[:, 0] - ahead).mean())

    net = begin_net()
    assert net.size == NET
    after = learn(net, [lesson], steps=400, seed=1, rate=0.01, thinking=True, batch=128)
    assert wrong(after) < wrong(net) / 2
    evenly = learn(net, [lesson], steps=400, seed=1, rate=0.01, thinking=False, batch=128)
    assert wrong(evenly) > wrong(net) / 2  # it was told that all have a third
