"""Compiled code and the referee play the same games with cards, event for event: many decks, many seeds."""

import random
import sys
from collections.abc import Iterable
from itertools import product
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace
from scripts.card_luck import LuckyGames, lucky_games

from conftest import rest_by_night
from game.cards.test_card_machine import EVERY_EFFECT, HIDDEN_SETS
from hotdice.arena import GameDice, Match, Seating, schemer_kernel, simulate
from hotdice.arena import card_games as compiled
from hotdice.arena.card_kernel import play_on
from hotdice.arena.playing import referee_stretch, stretch_of
from hotdice.arena.statistics import share_of
from hotdice.game import PlayCard, new_game, parse_position
from hotdice.game import events as e
from hotdice.odds.stopping import COUNTS, NOTHING, REFUSED, stop_words
from hotdice.players import deck_state, deck_words, make, play_out
from hotdice.players import deck_trace_kernel as k
from hotdice.players.deck_kernel import begin
from hotdice.players.deck_reading import game_of
from hotdice.players.deck_state import (
    NORMAL,
    ON_FARKLE,
    ON_STOP,
    OPENED,
    PHASE,
    PLAYING_OFF,
    TOTAL,
    end_of,
    room_for,
    seat_at,
)
from hotdice.players.deck_words import Builder, obstacle, sheet_with_cards
from hotdice.players.moves_kernel import A_CARD, MOVE
from hotdice.players.outlook import Outlook
from hotdice.rules import End, Ruleset, end_of_stop, from_raw, load, recorded
from hotdice.testing.drawing import draw_rules

HOUSE = load("munchkin-farkle")
BOTS = ("eager", "schemer", "greedy", "thumb", "threshold:300")


def _set(dice: Iterable[int]) -> int:
    return sum(1 << die for die in dice)


def _word(faces: Iterable[int]) -> int:
    found = 0
    for face in faces:
        found = found * 8 + face
    return found


def rows_of(rules: Ruleset, event: e.Event) -> list[list[int]]:
    """An event of the referee as compiled code writes it down."""
    order = rules.deck.order if rules.deck else {}
    match event:
        case e.RollAsked():
            return [[k.ASKED, event.seat, event.turn, event.roll, event.throw, _set(event.dice)]]
        case e.DiceRolled():
            return [[k.ROLLED, event.seat, _set(event.dice), _word(event.faces), 0, 0]]
        case e.DiceKept():
            return [[k.KEPT, event.seat, _set(event.dice), _word(event.faces), event.points, 0]]
        case e.Banked():
            return [[k.BANKED, event.seat, event.points, 0, 0, 0]]
        case e.Farkled():
            return [[k.FARKLED, event.seat, event.lost, event.penalty, 0, 0]]
        case e.TurnBegan():
            return [[k.BEGAN, event.seat, event.round, event.turn, 0, 0]]
        case e.LastTurnsBegan():
            return [[k.LAST_TURNS, event.trigger, 0, 0, 0, 0]]
        case e.PlayOffBegan():
            return [[k.PLAY_OFF_BEGAN, event.seats[0], len(event.seats), 0, 0, 0]]
        case e.GameEnded():
            return [[k.ENDED, seat, len(event.winners), 0, 0, 0] for seat in sorted(event.winners)]
        case e.WindowOpened():
            return [[k.WINDOW, event.seat, ON_FARKLE if event.window == "on_farkle" else ON_STOP, 0, 0, 0]]
        case e.WindowPassed():
            return [[k.PASSED, event.seat, 0, 0, 0, 0]]
        case e.CardPlayed():
            stopped = order[event.stopped_by] if event.stopped_by else -1
            dice = _set(event.dice)
            return [[k.CARD_PLAYED, event.seat, order[event.card], event.target, dice, stopped]]
        case e.DiceTurned():
            return [[k.TURNED, event.seat, _set(event.dice), _word(event.faces), 0, 0]]
        case e.TurnPointsAdded():
            return [[k.ADDED, event.seat, order[event.card], event.points, 0, 0]]
        case e.PointsMoved():
            return [[k.MOVED, event.source, order[event.card], event.taker, event.points, 0]]
        case e.CardEnded():
            return [[k.CARD_ENDED, event.owner, order[event.card], 0, 0, 0]]
        case e.GoldCounted():
            return [[k.GOLD_COUNTED, seat, gold, 0, 0, 0] for seat, gold in enumerate(event.gold)]
    raise AssertionError(f"compiled games have no {event!r}")


def by_the_referee(match: Match, game: int) -> list[list[int]]:
    start = new_game(match.rules, len(match.bots), first=match.starter(game))
    players = [make(bot) for bot in match.bots]
    _, events = play_out(start, players, GameDice(match.seed, match.dice_of(game)))
    return [row for event in events for row in rows_of(match.rules, event)]


def same_events(match: Match, games: Iterable[int]) -> int:
    """How many events were compared; both play exactly the same ones."""
    compared = 0
    for game in games:
        expected = by_the_referee(match, game)
        found = compiled.trace_of(match, game).tolist()
        for number, (one, other) in enumerate(zip(expected, found, strict=False)):
            assert one == other, f"game {game}, event {number}"
        assert len(expected) == len(found)
        compared += len(found)
    return compared


def line_up(seats: int, shift: int) -> list[str]:
    return [BOTS[(shift + seat) % len(BOTS)] for seat in range(seats)]


@pytest.mark.parametrize("rules", [HOUSE, EVERY_EFFECT, HIDDEN_SETS], ids=["house", "every", "sets"])
def test_the_same_events(rules: Ruleset) -> None:
    for shift, seats in enumerate((3, 3, min(5, rules.seats_allowed[-1]))):
        bots = line_up(seats, shift)
        match = Match.of(rules, bots, seed=f"events.{shift}", seating=Seating.ROTATE)
        assert same_events(match, range(4)) > 200


def drawn(number: int) -> Ruleset | None:
    """A sheet with cards drawn at random, if compiled code plays it and games on it end soon."""
    rules = draw_rules(random.Random(f"cards.{number}"), cards=True)
    seats = max(2, rules.min_players)
    if seats not in rules.seats_allowed or obstacle(rules, seats):
        return None
    return rules if rules.rounds or rules.target <= 20_000 else None


def own_deck(number: int) -> Ruleset:
    """Munchkin Farkle with a deck drawn at random."""
    raw = None
    rng = random.Random(f"deck.{number}")
    while raw is None or "deck" not in raw or isinstance(raw["deck"], str):
        from hotdice.testing.drawing import draw_raw

        raw = draw_raw(rng, cards=True)
    try:
        return from_raw({"base": "munchkin-farkle", "deck": raw["deck"], "target": 3000})
    except ValueError:
        return own_deck(number + 1000)


@pytest.mark.parametrize("number", range(6))
def test_decks_drawn_at_random(number: int) -> None:
    rules = own_deck(number)
    match = Match.of(rules, line_up(rules.min_players, number), seed="drawn", seating=Seating.ROTATE)
    assert same_events(match, range(2)) > 50


@pytest.mark.parametrize("seed", range(8))
def test_the_ends_of_turns_with_cards_are_those_of_the_rules(seed: int) -> None:
    """Stops, and turns that a card has ended, for every standing near the target and the door."""
    pick = random.Random(seed).choice
    settings = {
        "target": 1500, "reach": pick(["at_least", "more_than", "exactly"]), "last_chance": "none",
        "opening": pick([0, 350]), "opening_policy": pick(["must_reach", "may_stop"]),
        "minimum": pick([0, 200, 400]), "minimum_binds_win": pick([True, False]),
    }  # fmt: skip
    rules = from_raw({"base": "munchkin-farkle"} | settings)
    builder = Builder()
    sheet = sheet_with_cards(rules, builder)
    words, game = builder.words, np.zeros(room_for(sheet.cards, 3), np.int64)
    begin(sheet, words, game, 3, 0)
    kinds = {End.NOTHING: NOTHING, End.COUNTS: COUNTS}
    for total, points, opened, play_off in product(
        range(0, 1600, 50), range(50, 900, 50), (True, False), (True, False)
    ):
        game[seat_at(TOTAL, 0)], game[seat_at(OPENED, 0)] = total, opened
        game[PHASE] = PLAYING_OFF if play_off else NORMAL
        end = end_of_stop(rules, total, points, opened=opened, play_off=play_off)
        assert end_of(sheet, words, game, points) == kinds.get(end, REFUSED)
        kept = recorded(rules, total, points, opened=opened, play_off=play_off)
        assert deck_state.recorded(sheet, words, game, points) == kept


MULTIPLES = [
    ["bank_step=200", "opening=350", "target=3000"],
    ["bank_step=100", "minimum=300", "minimum_binds_win=false", "target=3000"],
]


@pytest.mark.parametrize("bots", rest_by_night([line_up(3, 0), ["sage", "schemer", "thumb"]], line_up(3, 0)))
@pytest.mark.parametrize("settings", MULTIPLES, ids=" ".join)
def test_banks_that_are_multiples_are_compiled_with_cards(settings: list[str], bots: list[str]) -> None:
    """A rule about stops needs no more than its table."""
    match = Match.of(load("munchkin-farkle", settings), bots, seed="multiples", seating=Seating.ROTATE)
    assert same_events(match, range(2)) > 200


def test_a_multiple_that_is_overlooked_with_cards_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Negative control: the stops of the same sheet without the rule."""

    def overlooked(rules: Ruleset, furthest: int = 0) -> Any:
        return stop_words(replace(rules, bank_step=0), furthest)

    monkeypatch.setattr(deck_words, "stop_words", overlooked)
    match = Match.of(load("munchkin-farkle", ["bank_step=200", "target=2900"]), line_up(3, 0), seed="planted")
    with pytest.raises(AssertionError, match="event"):
        same_events(match, range(4))


@pytest.mark.nightly
def test_whole_sheets_drawn_at_random() -> None:
    played = 0
    for number in range(60):
        rules = drawn(number)
        if rules is not None:
            seats = max(2, rules.min_players)
            match = Match.of(rules, line_up(seats, number), seed="sheets", seating=Seating.ROTATE)
            try:
                expected = referee_stretch(match)(0, seats)
            except ValueError:
                continue  # these bots do not bring games on this sheet to an end
            assert compiled.card_stretch(match)(0, seats) == expected
            played += same_events(match, [0]) > 0
    assert played > 10


@pytest.mark.parametrize("seating", list(Seating))
def test_the_same_counts(seating: Seating) -> None:
    match = Match("munchkin-farkle", ("eager", "schemer", "greedy"), "counts", seating)
    play_stretch, fast = stretch_of(match)
    assert fast
    assert play_stretch(0, 12) == referee_stretch(match)(0, 12)


def test_a_planted_difference_is_found() -> None:
    """A card that is worth ten Gold Pieces more in compiled code: the comparison must notice."""
    table = compiled.card_table

    def planted(rules: Ruleset, players: list[object]) -> compiled.CardTable:
        found = table(rules, players)  # type: ignore[arg-type]
        words = found.words.copy()
        words[found.sheet.table] += 10
        return found._replace(words=words)

    match = Match("munchkin-farkle", ("greedy", "greedy", "greedy"), "planted")
    assert same_events(match, [0]) > 100
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiled, "card_table", planted)
        with pytest.raises(AssertionError, match="event"):
            same_events(match, [0])


def test_a_turn_that_cards_may_save_is_worth_the_same_to_the_last_bit() -> None:
    """In this position a fraction of a point decides whether the schemer plays a card."""
    cards = "0-45_1-456_2-81~3.5.1.1_1.6.1.1_2.9.2.n~f.d6"
    turn = "r4~s1~m3~n~2100.0.y_0.1.n_1700.0.y~t150.4.3566"
    state = parse_position(f"munchkin-farkle.eyJ0YXJnZXQiOjI1MDB9~{turn}~{cards}")
    table = compiled.card_table(state.rules, [make("schemer")] * 3)
    worker, (game, _), move = table.worker(), game_of(state, table.sheet), np.zeros(4, np.int64)
    numbers = worker.sheet, worker.words, worker.reals, worker.memo
    schemer_kernel.look(worker.sheet, worker.words, worker.memo, game)
    slot = schemer_kernel.table_now(*numbers)
    now = schemer_kernel.moment(worker.sheet, worker.words, worker.memo, game, slot)
    assert now == Outlook(state).now
    schemer_kernel.schemer_move(*numbers, game, move)
    assert (move[MOVE] == A_CARD) == isinstance(make("schemer").choose(state), PlayCard)


@pytest.mark.parametrize("bots", [("eager",) * 3, ("schemer",) * 3], ids="+".join)
def test_compiled_games_keep_nothing_that_they_were_handed(bots: tuple[str, ...]) -> None:
    """Arrays can be freed after a game: nothing holds them any more often than before."""
    table = compiled.card_table(HOUSE, [make(bot) for bot in bots])
    worker, game, trace, move = table.worker(), table.room(), np.zeros(0, np.int64), np.zeros(4, np.int64)
    handed = worker.words, worker.reals, worker.memo.keys, game, trace, move
    before = [sys.getrefcount(array) for array in handed]
    for number in range(5):
        begin(worker.sheet, worker.words, game, len(bots), 0)
        play_on(worker, 0, 2000, game, trace, np.uint64(number), move)
    assert [sys.getrefcount(array) for array in handed] == before


def test_bots_that_are_not_compiled_play_with_the_referee() -> None:
    play_stretch, fast = stretch_of(Match("munchkin-farkle", ("random", "eager", "eager"), "r"))
    assert not fast
    assert play_stretch(0, 2).games == 2
    assert np.all(play_stretch(0, 2).wins.sum() >= 2)


@pytest.mark.nightly
def test_the_sage_plays_the_same_games_compiled_and_at_a_table() -> None:
    for rules, bots in (
        (HOUSE, ("sage", "schemer", "sage:blind")),
        (HOUSE, ("sage:counting", "eager", "greedy")),
        (EVERY_EFFECT, ("sage", "sage:cardless", "eager")),
        (HIDDEN_SETS, ("sage", "eager", "sage")),
    ):
        match = Match.of(rules, bots, seed="sage", seating=Seating.ROTATE)
        assert same_events(match, range(2)) > 100


@pytest.mark.nightly
def test_the_sage_wins_more_than_its_share() -> None:
    match = Match("munchkin-farkle", ("sage", "schemer", "schemer"), "strength", Seating.ROTATE)
    found = share_of(simulate(match, 3000).tally, 0)
    assert found.low > 1 / 3


@pytest.mark.nightly
def test_the_luck_of_throws_is_most_of_the_spread_and_nothing_in_the_mean() -> None:
    bots = ["sage", "schemer", "schemer"]
    found = lucky_games(HOUSE, bots, 1200)
    tally = simulate(Match.of(HOUSE, bots, seed="luck", seating=Seating.ROTATE), 1200).tally
    assert found.won().mean == pytest.approx(share_of(tally, 0).mean)  # whoever looks on changes nothing
    luck, raw, out = found.luck(), found.won(), found.won_without_luck()
    assert abs(luck.mean) < luck.high - luck.low
    assert out.high - out.low < 0.7 * (raw.high - raw.low)
    own = LuckyGames(found.shares, np.roll(found.lucks, 1, axis=0)).won_without_luck()
    assert own.high - own.low > raw.high - raw.low  # the luck of other games explains nothing
