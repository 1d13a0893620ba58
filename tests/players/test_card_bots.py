"""Bots and cards: who plays them, who lets them lie, and what the schemer weighs."""

import pytest
from msgspec.structs import replace

from game.cards.tables import card, game_of, table
from game.helpers import after
from hotdice.game import (
    Bank,
    PassWindow,
    Phase,
    PlayCard,
    SeededDice,
    State,
    Step,
    can,
    card_plays,
    new_game,
    view,
)
from hotdice.game import events as e
from hotdice.players import Player, make, play_out
from hotdice.players.card_gains import GAINS, gain
from hotdice.players.card_prices import price
from hotdice.players.deck_reading import d
from hotdice.players.deck_reading import game_of as array_of
from hotdice.players.deck_words import Builder, sheet_with_cards
from hotdice.players.eager_bot import EagerBot
from hotdice.players.keeping import total_to_win
from hotdice.players.outlook import Outlook
from hotdice.players.schemer_bot import SchemerBot
from hotdice.players.turn_values import TurnValues
from hotdice.rules import load
from hotdice.rules.deck import Act

RULES = load("munchkin-farkle")
NO_CARDS = ("cautious", "threshold:300", "greedy")
WITH_CARDS = ("random:3", "eager", "schemer")


@pytest.mark.parametrize("name", NO_CARDS + WITH_CARDS)
def test_who_plays_cards(name: str) -> None:
    _, events = play_out(new_game(RULES, 3), [make(name)] * 3, SeededDice("who"))
    played = [event for event in events if isinstance(event, e.CardPlayed)]
    assert bool(played) == (name in WITH_CARDS)
    if name in NO_CARDS:
        assert any(isinstance(event, e.WindowPassed) for event in events), "a window is passed, not waited at"


@pytest.mark.parametrize("name", [*NO_CARDS, "thumb", *WITH_CARDS])
def test_every_bot_that_needs_no_solver_ends_a_game_with_cards(name: str) -> None:
    state, _ = play_out(new_game(RULES, 4), [make(name)] * 4, SeededDice("line-up"))
    assert state.over


class Honest:
    """A player that is shown only what its seat may see."""

    def __init__(self, player: Player) -> None:
        self.player = player

    def choose(self, state: State) -> object:
        return self.player.choose(view(state, state.mover))


@pytest.mark.parametrize("name", ["eager", "schemer"])
def test_card_bots_decide_by_what_their_seat_may_see(name: str) -> None:
    bot = make(name)
    honest: list[Player] = [Honest(bot)] * 3  # type: ignore[list-item]
    for seed in ("a", "b"):
        start = new_game(RULES, 3)
        assert play_out(start, honest, SeededDice(seed)) == play_out(start, [bot] * 3, SeededDice(seed))


def test_every_effect_has_an_estimate() -> None:
    assert set(GAINS) == set(Act)


def test_the_schemer_is_the_better_player() -> None:
    """A small sample of what docs/cards.md measures: far ahead, so that chance cannot turn it round."""
    wins = 0.0
    games = 60
    for game in range(games):
        seat = game % 3
        line_up = [SchemerBot() if place == seat else EagerBot() for place in range(3)]
        state, _ = play_out(new_game(RULES, 3), line_up, SeededDice(f"better.{game}"))
        wins += (seat in state.winners) / len(state.winners)
    assert wins / games > 0.42, "equal play would win a third"


def test_a_card_is_worth_more_while_there_is_time() -> None:
    assert RULES.deck is not None
    for found in RULES.deck.cards:
        prices = [price(found, turns) for turns in range(15)]
        assert prices[0] == found.gold
        assert prices == sorted(prices)


def test_the_leader_is_the_one_to_curse() -> None:
    choice = SchemerBot().judge(Outlook(table(5000, 3000, 8000)))
    curses = {judged.play.target: judged.gain for judged in choice if judged.play.card == "jam"}
    assert curses[2] > curses[1]
    shielded = SchemerBot().judge(Outlook(table(5000, 3000, 8000, in_play="3.9.3.n")))
    blunted = {judged.play.target: judged.gain for judged in shielded if judged.play.card == "jam"}
    assert blunted[2] < curses[2]


def test_a_rescue_is_played_when_enough_is_at_stake() -> None:
    low = table(3000, 3000, 3000, turn="t150.3.234", discards=("2", "", ""))
    assert isinstance(SchemerBot().choose(low), PassWindow)
    high = table(3000, 3000, 3000, turn="t2500.3.234")
    assert SchemerBot().choose(high) == PlayCard(0, "pantry")
    assert isinstance(EagerBot().choose(high), PlayCard)


def test_a_rescue_in_hand_makes_bolder() -> None:
    with_net = table(3000, 3000, 3000, turn="t1000.2")
    without = table(3000, 3000, 3000, turn="t1000.2", discards=("23", "", ""))
    assert Outlook(with_net).table.roll(1000, 2) > Outlook(without).table.roll(1000, 2)


def test_on_a_last_turn_the_gold_pieces_of_everybody_count() -> None:
    rich = table(10_000, 9000, 9000, mover=2, phase="l1")
    poor = table(10_000, 9000, 9000, mover=2, phase="l1", discards=("", "0123456789", ""))
    assert RULES.deck is not None
    all_gold = RULES.deck.gold(RULES.deck.colours[0].cards)
    assert total_to_win(rich) == 10_000
    assert total_to_win(poor) == 10_000 + all_gold
    assert Outlook(poor).needed == 1000 + all_gold


def test_ahead_on_a_last_turn_is_enough() -> None:
    state = after(table(10_000, 9900, 9000, mover=2, phase="l1"), "155234:155")
    assert state.step is Step.DECIDE
    assert can(state, Bank(1))
    assert SchemerBot().choose(state) == Bank(1)


def test_turn_values_know_what_a_net_is_worth() -> None:
    rules = load("munchkin-farkle-plain")
    bare = TurnValues(rules, 6, float, top=3000)
    net = TurnValues(rules, 6, float, top=3000, rescue=lambda total, dice: total / 2)
    assert net.roll(0, 6) > bare.roll(0, 6)
    assert bare.offer(0, (2, 3, 4, 4, 6, 6)) == 0
    assert bare.stop_or_roll(400, 2) == 400
    assert bare.offer(0, (1, 2, 3, 4, 5, 6)) > 2000


def test_estimates_of_the_whole_vocabulary_are_finite() -> None:
    more, bonus = {"do": "more_dice", "dice": 1, "most": 7}, {"do": "bonus_on_stop", "points": 100}
    start = game_of(
        card("gift", {"do": "total_points", "points": 100}),
        card("cup", more, {"do": "fewer_dice", "dice": 2}, lasts="whole_game"),
        card("gag", {"do": "lock_hand"}, target="foe", lasts="targets_turns", turns=2),
        card("wait", bonus, {"do": "double", "most": 50}, lasts="until_triggered"),
    )
    deck = start.rules.deck
    assert deck is not None
    outlook = Outlook(start)
    gains = {play.card: gain(outlook, deck.by_id[play.card], play) for play in card_plays(start)}
    assert gains["gift"] == 100
    assert gains["cup"] < 0 < gains["gag"] < gains["wait"]
    assert can(start, SchemerBot().choose(start))


@pytest.mark.parametrize("trigger", range(4))
def test_last_turns_end_where_they_would_though_their_trigger_has_left(trigger: int) -> None:
    """What compiled code plays on: turns still to come are those of the referee, and who left wins no tie."""
    rules = load("munchkin-farkle")
    start, sheet = new_game(rules, 4, first=0), sheet_with_cards(rules, Builder())
    seats = tuple(replace(seat, gone=number == trigger) for number, seat in enumerate(start.seats))
    for mover in set(range(4)) - {trigger}:
        state = replace(start, seats=seats, phase=Phase.LAST, trigger=trigger, mover=mover)
        array, places = array_of(state, sheet)
        left = [seat for seat in state.active if (seat - trigger) % 4 > (mover - trigger) % 4]
        origin = int(array[d.TRIGGER])
        assert origin < 0
        assert len(places) - 1 - d.follows(array, places.index(mover), origin) == len(left)
