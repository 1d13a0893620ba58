"""Bots written down for the evaluator win as often as they do in games."""

import pytest

from conftest import rest_by_night
from hotdice.arena import Match, Seating, share_of, simulate
from hotdice.arena import turns_of as mean_turns
from hotdice.odds.evaluating import meet
from hotdice.players.fixed_play import NotFixed, turns_of
from hotdice.players.paper_rule import all_card_rules
from hotdice.rules import load

GAMES = {
    "busche-neller": ("greedy", "turn-optimal"),
    "playmonster": ("thumb", "turn-optimal"),
    "zilch": ("turn-optimal", "paper"),
    "munchkin-farkle-plain": ("turn-optimal", "thumb"),
}


@pytest.mark.parametrize("name", rest_by_night(GAMES, "playmonster", "zilch"))
def test_games_agree(name: str) -> None:
    """On a short way to the target, so that every rule about the end counts for much."""
    bots = GAMES[name]
    rules = load(name, ["target=2000", "min_players=2"])
    match = meet(*(turns_of(rules, bot) for bot in bots))
    for order, exact in ((bots, match.first), (bots[::-1], 1 - match.second)):
        found = simulate(Match.of(rules, order, seed="7"), 200_000)
        assert abs(share_of(found.tally, 0).mean - exact) < 4 * (0.25 / 200_000) ** 0.5, (order, exact)


@pytest.mark.nightly
@pytest.mark.parametrize("name", [name for name in sorted(all_card_rules()) if load(name).min_players <= 2])
@pytest.mark.parametrize("bot", ["paper", "paper:3"])
def test_a_million_games_by_the_card(name: str, bot: str) -> None:
    rules, card = load(name), all_card_rules()[name]
    found = simulate(Match.of(rules, (bot, "champion"), seed="card", seating=Seating.DUPLICATE), 1_000_000)
    exact = card.back_wins if bot == "paper" else card.front_wins
    assert abs(share_of(found.tally, 0).mean - exact) < 4 * (0.25 / 1_000_000) ** 0.5


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["busche-neller", "classic", "facebook"])
@pytest.mark.parametrize("bot", ["greedy", "thumb", "turn-optimal", "paper"])
def test_a_million_games_against_the_champion(name: str, bot: str) -> None:
    rules = load(name)
    match = meet(*(turns_of(rules, each) for each in (bot, "champion")))
    found = simulate(Match.of(rules, (bot, "champion"), seed="3"), 1_000_000)
    assert abs(share_of(found.tally, 0).mean - match.first) < 3.3 * (0.25 / 1_000_000) ** 0.5
    assert mean_turns(found.tally).mean == pytest.approx(match.turns, rel=0.02)


def test_what_cannot_be_written_down_is_refused() -> None:
    with pytest.raises(NotFixed, match="random"):
        turns_of(load("kcd"), "random")
