"""Munchkin Farkle with its cards, thousands at once: the referee's games, field by field."""

from collections.abc import Sequence
from functools import reduce
from operator import add
from typing import Any

import gymnasium
import numpy as np
import pytest
from scripts.same_games import card_chunk, compare

import hotdice.envs
from envs.test_learning import check_self_play
from game.cards.tables import card, rules_with
from game.cards.test_card_machine import EVERY_EFFECT, HIDDEN_SETS, every_effect
from hotdice.arena import card_games
from hotdice.arena.card_kernel import Worker
from hotdice.envs import many_cards, many_cards_kernel
from hotdice.envs.farkle import FarkleEnv
from hotdice.envs.layout import action_count
from hotdice.envs.many import FarkleVectorEnv
from hotdice.players.deck_words import GOLD
from hotdice.rules import Ruleset, load

HOUSE = load("munchkin-farkle", ["target=2500"])
BRIEF = rules_with(
    card("again", {"do": "reroll", "most": 2}, when="after_roll"), target=300, opening=0, last_chance="none"
)
"""A game that may be over before the last seat has anything to choose."""
OPEN = rules_with(
    card("coin", {"do": "total_points", "points": 100}),
    card("thief", {"do": "take_points", "points": 400}, target="foe"),
    card("again", {"do": "reroll", "most": 2}, when=["after_roll", "on_farkle"]),
    deck={"hands": "open"},
    target=2000,
)
DECKS = {"every": every_effect(6, dice=5, target=2000), "hidden": HIDDEN_SETS, "open": OPEN}
TABLES: dict[str, dict[str, Any]] = {
    "raw": {"bots": ("eager", "greedy"), "seat": 1, "games": 2, "rotate": True},
    "points": {"bots": ("schemer", "eager"), "reward": "points", "games": 2},
    "features": {"bots": ("eager", "thumb"), "seat": 2, "observation": "features", "rotate": True},
    "five": {"bots": ("eager", "greedy", "cautious", "threshold:300"), "seat": 3, "rotate": True},
}


@pytest.mark.parametrize("name", TABLES)
def test_the_same_games_with_the_house_deck(name: str) -> None:
    given = TABLES[name] | {"rows": 60, "seed": name}
    found = compare(HOUSE, given.pop("bots"), **given)
    assert found.over + found.cut == 60 * given.get("games", 1)
    assert found.over > 0


@pytest.mark.parametrize("name", DECKS)
def test_the_same_games_with_a_deck_of_ones_own(name: str) -> None:
    found = compare(DECKS[name], ("eager", "greedy"), rows=25, games=2, seat=1, rotate=True, max_turns=90)
    assert found.over > 0


def test_games_that_are_over_or_cut_short_before_anybody_decides_are_the_same() -> None:
    """Beside the ends the games that are missed, and a mask that is empty where a game is cut short."""
    found = compare(BRIEF, ("greedy", "threshold:300"), rows=60, seat=2, games=2, rotate=True)
    assert found.missed > 0
    found = compare(HOUSE, ("greedy", "greedy"), rows=12, games=2, rotate=True, max_turns=4)
    assert found.cut > 12


@pytest.mark.parametrize("reward", ["win", "points"])
def test_self_play_with_cards_is_the_game_of_the_referee(reward: Any) -> None:
    check_self_play(load("munchkin-farkle", ["target=1000"]), 3, reward, 6)


SAGES = [("sage", "sage:blind"), ("sage:cardless", "eager")]


@pytest.mark.nightly
@pytest.mark.parametrize("bots", SAGES, ids="+".join)
def test_the_same_games_against_the_sage(bots: Sequence[str]) -> None:
    assert compare(HOUSE, bots, rows=8, games=2, seat=1, rotate=True, max_turns=30).moments > 100


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(10))
def test_thousands_of_games_with_cards_are_the_same_games(part: int) -> None:
    found = reduce(add, map(card_chunk, range(6 * part, 6 * part + 6)))
    assert found.over > 60


def test_a_planted_difference_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """In compiled code a card has ten more Gold Pieces, a hand a card less, a mask an action more."""
    table, step = card_games.card_table, many_cards_kernel.step_card_games

    def richer(rules: Ruleset, players: Any) -> Any:
        found = table(rules, players)
        words = found.words.copy()
        words[found.sheet.table + GOLD] += 10
        return found._replace(words=words)

    def poorer(rules: Ruleset, players: Any) -> Any:
        found = table(rules, players)
        words = found.words.copy()
        words[found.sheet.deals] &= ~1
        return found._replace(words=words)

    for planted, what in ((richer, "scores|reward"), (poorer, "action_mask|hand|held")):
        monkeypatch.setattr(many_cards, "card_table", planted)
        with pytest.raises(AssertionError, match=what):
            compare(HOUSE, ("greedy", "greedy"), rows=6, games=1, reward="points", max_turns=200)
    monkeypatch.undo()

    def wider(worker: Worker, stage: Any, *rest: Any) -> int:
        result = step(worker, stage, *rest)
        stage.told.masks[3, 190] = 1
        return result

    monkeypatch.setattr(many_cards, "step_card_games", wider)
    with pytest.raises(AssertionError, match="action_mask"):
        compare(HOUSE, ("greedy", "greedy"), rows=6)


def test_make_vec_and_the_spaces() -> None:
    gymnasium.register_envs(hotdice.envs)
    games = gymnasium.make_vec(
        "hotdice/Farkle-v0", num_envs=5, rules="munchkin-farkle", opponents=["eager"] * 2
    )
    assert isinstance(games.unwrapped, FarkleVectorEnv)
    seen, _ = games.reset(seed=1)
    assert seen["action_mask"].shape == (5, 330)
    for form in ("raw", "features"):
        for seats in (3, 5):
            vector = FarkleVectorEnv(4, "munchkin-farkle", ["eager"] * (seats - 1), observation=form)
            single = FarkleEnv("munchkin-farkle", ["eager"] * (seats - 1), observation=form)
            assert vector.single_observation_space == single.observation_space
            assert vector.single_action_space.n == single.action_space.n
            seen, _ = vector.reset(seed=2)
            assert vector.observation_space.contains(seen)
            for _ in range(20):
                seen, *_ = vector.step(seen["action_mask"].argmax(axis=1))
                assert vector.observation_space.contains(seen)
            vector.close()


def test_what_is_told_stays_as_it_was() -> None:
    """A learner keeps what it has been given: the next step writes elsewhere, and masks can be written on."""
    games = FarkleVectorEnv(6, "munchkin-farkle", ["eager", "greedy"])
    seen, _ = games.reset(seed=4)
    kept = {name: value.copy() for name, value in seen.items()}
    actions = seen["action_mask"].argmax(axis=1)
    seen["action_mask"][:] = 0
    games.step(actions)
    seen["action_mask"][:] = kept["action_mask"]
    for name, value in kept.items():
        assert np.array_equal(seen[name], value), name


def test_points_and_dice_of_keeps() -> None:
    """What `outcomes` says of a keep is what its turn total and the next roll come to."""
    games = FarkleVectorEnv(40, "munchkin-farkle", ["greedy", "greedy"])
    seen, _ = games.reset(seed=6)
    looked = 0
    for _ in range(30):
        points, left = games.outcomes()
        mask, total = seen["action_mask"], seen["turn_total"][:, 0]
        keeps = np.flatnonzero(mask[:, 126:189].any(axis=1))  # keeps by themselves: a card could follow
        actions = mask.argmax(axis=1)
        actions[keeps] = 126 + mask[keeps, 126:189].argmax(axis=1)
        seen, _, _, _, _ = games.step(actions)
        after = keeps[seen["moment"][keeps, 0] == 2]
        assert (seen["turn_total"][after, 0] == (total + points[np.arange(40), actions])[after]).all()
        next_points, next_left = games.outcomes()
        assert (next_left[after, 189] == left[after, actions[after]]).all()
        assert not next_points[after].any()
        looked += len(after)
    assert looked > 50


def test_what_cannot_be_compiled_is_refused_in_a_sentence() -> None:
    coin = card("coin", {"do": "total_points", "points": 5})
    licks = rules_with(coin, last_chance="last_licks")
    cases: list[tuple[Any, list[str], str]] = [
        ("munchkin-farkle", ["random", "eager"], "RandomBot with cards cannot be compiled"),
        ("munchkin-farkle", ["eager"], "is for 3 to"),
        (EVERY_EFFECT, ["eager", "eager"], "up to 6 dice, and .* has a card for 7"),
        (licks, ["eager", "eager"], "a rule that the referee plays"),
    ]
    for rules, bots, why in cases:
        with pytest.raises(ValueError, match=why):
            FarkleVectorEnv(2, rules, bots)
    with pytest.raises(ValueError, match="has a card for 7"):
        action_count(EVERY_EFFECT, 3)
    games = FarkleVectorEnv(2, "munchkin-farkle", ["eager", "eager"])
    seen, _ = games.reset(seed=1)
    for wrong in (int(seen["action_mask"][0].argmin()), -1, 330):
        with pytest.raises(ValueError, match="is not legal in game 0"):
            games.step(np.array([wrong, 0]))


def test_nobody_knows_what_an_action_with_cards_loses() -> None:
    games = FarkleVectorEnv(4, "munchkin-farkle", ["eager", "eager"], regret=True)
    seen, _ = games.reset(seed=1)
    *_, info = games.step(seen["action_mask"].argmax(axis=1))
    assert np.isnan(info["regret"]).all()
