"""Munchkin Farkle with its cards in the environments: the libraries' checkers, and the referee's game."""

import warnings
from collections import Counter

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from hotdice.arena.dice import GameDice
from hotdice.envs import farkle_aec
from hotdice.envs.card_layout import layout_of
from hotdice.envs.farkle import FarkleEnv
from hotdice.envs.layout import action_mask, must_decide, observe, to_action, to_command
from hotdice.game import (
    Bank,
    Command,
    Keep,
    PlayCard,
    Refusal,
    Roll,
    State,
    Step,
    new_game,
    play,
    turn_choices,
)
from hotdice.players import Player, make
from hotdice.rules import load

SHEET = "munchkin-farkle"


def after(state: State, command: Command) -> State:
    result = play(state, command)
    assert not isinstance(result, Refusal), result
    return result[0]


def whole(state: State, bot: Player) -> Command:
    """A bot's choice, with what follows a keep where nothing else could come in between."""
    command = bot.choose(state)
    if isinstance(command, Keep) and command not in turn_choices(state):
        banks = isinstance(bot.choose(after(state, command)), Bank)
        return Keep(command.seat, command.dice, "bank" if banks else "roll")
    return command


@pytest.mark.parametrize("reward", ["win", "points"])
def test_gymnasium_checker(reward: str) -> None:
    env = gymnasium.make("hotdice/Farkle-v0", rules=SHEET, opponents=("eager", "schemer"), reward=reward)
    check_env(env.unwrapped)


def test_pettingzoo_checkers() -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        api_test(farkle_aec.env(rules=SHEET, players=4), num_cycles=200, verbose_progress=False)
    seed_test(lambda: farkle_aec.env(rules=SHEET, players=3), num_cycles=50)


@pytest.mark.parametrize("seats", [3, 5])
def test_every_choice_is_an_action_of_its_own_and_leads_back(seats: int) -> None:
    """Random games: every choice that the referee lists has its own place, and nothing else is legal."""
    random = np.random.default_rng(seats)
    kinds: Counter[str] = Counter()
    for game in range(6):
        state, dice = new_game(load(SHEET), seats, first=0), GameDice("layout", game)
        while not state.over and state.turn < 60:
            if state.step is Step.WAIT:
                state = after(state, dice.throw(state))
                continue
            choices = turn_choices(state)
            actions = [to_action(state, choice) for choice in choices]
            assert [to_command(state, action) for action in actions] == list(choices)
            assert len(set(actions)) == len(actions)
            if must_decide(state):
                assert sorted(actions) == np.flatnonzero(action_mask(state)).tolist()
            chosen = choices[random.integers(len(choices))]
            kinds[type(chosen).__name__] += 1
            kinds["keep alone"] += isinstance(chosen, Keep) and not chosen.then
            kinds["with dice"] += isinstance(chosen, PlayCard) and bool(chosen.dice)
            kinds["aimed"] += isinstance(chosen, PlayCard) and chosen.target >= 0
            state = after(state, chosen)
    assert all(kinds[kind] > 0 for kind in ("Roll", "Bank", "PassWindow", "keep alone", "with dice", "aimed"))


def test_a_bot_that_plays_by_actions_plays_the_game_of_the_simulator() -> None:
    env = FarkleEnv(SHEET, ("schemer", "eager"), reward="points")
    bot = make("eager")
    for game in range(4):
        env.reset(options={"dice": ("cards", game)})
        points, over = env.state.totals[0], False
        while not over:
            seen, reward, over, _, info = env.step(np.int64(to_action(env.state, whole(env.state, bot))))
            assert not info["illegal"]
            points += int(reward)
            assert env.observation_space.contains(seen)
        players = [bot, make("schemer"), make("eager")]
        state, dice = new_game(load(SHEET), 3, first=0), GameDice("cards", game)
        while not state.over:
            thrown = dice.throw(state) if state.step is Step.WAIT else None
            state = after(state, thrown or players[state.mover].choose(state))
        assert env.state == state
        assert points == state.totals[0], "the Gold Pieces at the end are points, too"


def test_a_seat_sees_its_own_hand_and_how_many_the_others_hold() -> None:
    state = new_game(load(SHEET), 3, first=0)
    deck = load(SHEET).deck
    assert deck is not None
    layout = layout_of(load(SHEET), 3)
    state = after(state, PlayCard(0, "jam", 2))
    names = [card.id for card in deck.cards]
    for seat in range(3):
        seen = observe(state, seat)
        held = [names[place] for place in np.flatnonzero(seen["hand"])]
        assert state.cards is not None
        assert sorted(held) == sorted(set(state.cards.hands[seat]))
        sizes = [len(state.cards.hands[(seat + step) % 3]) for step in range(3)]
        assert seen["held"].tolist() == sizes
        on = seen["in_play"].reshape(3, len(names))
        assert np.argwhere(on).tolist() == [[(2 - seat) % 3, names.index("jam")]]
        assert seen["card_played"].tolist() == [1]
        for name, space in layout.fields().items():
            assert space.contains(seen[name]), name
    assert action_mask(state).sum() == 0, "the card is played: there is nothing left but to roll"
    assert turn_choices(state) == (Roll(0),)
