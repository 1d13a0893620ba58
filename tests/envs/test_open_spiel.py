"""The OpenSpiel game passes OpenSpiel's own random simulations, and it is the referee's game."""

import random
from typing import Any, Literal

import pyspiel
import pytest
from msgspec.structs import replace

from hotdice.arena.dice import GameDice
from hotdice.envs.layout import go_on, must_decide, to_action
from hotdice.envs.open_spiel import NAME, FarkleGame
from hotdice.game import Keep, PlayCard, Roll, Step, Throw, new_game, play
from hotdice.players import make
from hotdice.rules import load, shipped

SHEETS = [name for name in shipped() if not load(name).deck and max(load(name).seats_allowed) > 1]
CARDS = [name for name in shipped() if load(name).deck]


def the_game(sheet: str, players: int = 0) -> Any:
    count = players or max(2, load(sheet).min_players)
    return pyspiel.load_game(f"{NAME}(rules={sheet},players={count})")


@pytest.mark.parametrize("sheet", SHEETS + CARDS)
def test_open_spiels_random_simulations(sheet: str) -> None:
    pyspiel.random_sim_test(the_game(sheet), num_sims=2, serialize=False, verbose=False)


def test_a_state_can_be_written_and_read() -> None:
    pyspiel.random_sim_test(the_game("marina"), num_sims=1, serialize=True, verbose=False)


def test_the_checker_finds_a_fault() -> None:
    """Negative control: legal actions out of order, a thing that OpenSpiel forbids."""
    game = the_game("classic")
    state = game.new_initial_state()
    state.apply_action(state.chance_outcomes()[0][0])
    honest = type(state)._legal_actions
    try:
        type(state)._legal_actions = lambda self, player: honest(self, player)[::-1]
        with pytest.raises(pyspiel.SpielError):
            pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
    finally:
        type(state)._legal_actions = honest


@pytest.mark.parametrize("sheet", SHEETS)
def test_the_same_game_as_the_referee(sheet: str) -> None:
    """Bots play with the simulator's dice; the OpenSpiel state follows and pays what the referee says."""
    game = the_game(sheet)
    spiel = game.new_initial_state()
    state = new_game(load(sheet), game.num_players(), first=0)
    bots = [make(name) for name in ("threshold:300", "greedy", "cautious")]
    dice = GameDice("open spiel", 3)
    while not state.over:
        if state.step is Step.WAIT:
            throw = dice.throw(state)
            assert spiel.is_chance_node()
            # Fair dice are told in order of their faces, so the referee throws them in that order too.
            throw = type(throw)(tuple(sorted(throw.faces)) if not state.rules.weights else throw.faces)
            names = [spiel.action_to_string(spiel.current_player(), a) for a, _ in spiel.chance_outcomes()]
            spiel.apply_action(names.index("dice " + " ".join(map(str, throw.faces))))
            command: Any = throw
        else:
            command = bots[state.mover].choose(state)
            if isinstance(command, Keep):
                if not command.then:
                    after = play(state, command)
                    assert isinstance(after, tuple)
                    command = Keep(command.seat, command.dice, _then(bots[state.mover].choose(after[0])))
                assert spiel.current_player() == state.mover
                spiel.apply_action(to_action(state, command))
        result = play(state, command)
        assert isinstance(result, tuple), result
        state = result[0]
    assert spiel.is_terminal()
    share = game.num_players() / len(state.winners) - 1
    assert spiel.returns() == [share if seat in state.winners else -1.0 for seat in range(game.num_players())]


def _then(command: Any) -> Literal["roll", "bank"]:
    return "roll" if isinstance(command, Roll) else "bank"


def test_chances_sum_to_one_and_clones_are_apart() -> None:
    state = the_game("playmonster", 3).new_initial_state()
    assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1, abs=1e-12)
    twin = state.clone()
    twin.apply_action(0)
    assert state.is_chance_node()
    assert not twin.is_chance_node()
    assert len(state.observation_tensor(0)) == len(twin.observation_tensor(2))
    assert state.observation_string(0) == str(state)


def test_a_game_that_takes_too_long_is_a_draw() -> None:
    state = FarkleGame({"rules": "classic", "max_throws": 3}).new_initial_state()
    numbers = random.Random(1)
    while not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(numbers.choice(actions))
    assert state.returns() == [0.0, 0.0]


def test_cards_are_played_as_the_referee_plays_them() -> None:
    """Schemers play; every choice is an action that is legal and named, and the end is the referee's."""
    spiel = the_game("munchkin-farkle", 3).new_initial_state()
    state = new_game(load("munchkin-farkle"), 3, first=0)
    bots, dice, cards = [make("schemer")] * 3, GameDice("cards", 1), 0
    while not state.over:
        command: Any
        if state.step is Step.WAIT:
            faces = tuple(sorted(dice.throw(state).faces))
            names = [spiel.action_to_string(spiel.current_player(), a) for a, _ in spiel.chance_outcomes()]
            spiel.apply_action(names.index("dice " + " ".join(map(str, faces))))
            command = Throw(faces)
        elif must_decide(state):
            assert spiel.current_player() == state.mover
            command = bots[state.mover].choose(state)
            action = to_action(state, command)
            if action not in spiel.legal_actions():  # no card could be played after it
                after = play(state, command)
                assert isinstance(after, tuple)
                command = Keep(command.seat, command.dice, _then(bots[state.mover].choose(after[0])))
                action = to_action(state, command)
            if isinstance(command, PlayCard):
                cards += 1
                assert spiel.action_to_string(state.mover, action).startswith(f"play {command.card}")
            spiel.apply_action(action)
        else:
            command = go_on(state)
        result = play(state, command)
        assert isinstance(result, tuple), result
        state = result[0]
    assert cards
    assert spiel.is_terminal()
    share = 3 / len(state.winners) - 1
    assert spiel.returns() == [share if seat in state.winners else -1.0 for seat in range(3)]


def test_wrong_parameters_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="players"):
        FarkleGame({"rules": "classic", "players": 1})
    rules = load("munchkin-farkle")
    assert rules.deck is not None
    deck = replace(rules.deck, colours=(rules.deck.colours[0], *_poorer(rules.deck.colours[1:])))
    monkeypatch.setattr("hotdice.envs.open_spiel.load", lambda _name: replace(rules, deck=deck))
    with pytest.raises(ValueError, match="hidden cards"):
        FarkleGame({"rules": "munchkin-farkle", "players": 3})


def _poorer(colours: Any) -> Any:
    return (replace(colour, cards=colour.cards[1:]) for colour in colours)
