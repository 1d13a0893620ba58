"""Random play with cards, legal and illegal: what the referee and the cards promise holds at every step."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from conftest import by_day
from game.cards.tables import card, colours, rules_with
from game.test_machine import any_command
from hotdice.game import (
    Command,
    Event,
    PassWindow,
    PlayCard,
    PositionError,
    Record,
    Refusal,
    SeededDice,
    State,
    Step,
    can,
    commands_of,
    decide,
    fold,
    legal,
    new_game,
    outcomes,
    parse_position,
    parse_record,
    play,
    print_position,
    print_record,
    still_holds,
    to_csv,
    turn_choices,
    view,
    weight_of_all,
)
from hotdice.game.cards import HIDDEN
from hotdice.players import make, play_out
from hotdice.rules import Ruleset, load


def every_effect(most: int = 7, **rules: Any) -> Ruleset:
    """A deck with every word of the vocabulary, on a short game; a card gives up to so many dice."""
    return rules_with(
        card("flip", {"do": "flip_die"}, when=["after_roll", "on_farkle"]),
        card("set", {"do": "set_die", "face": 1}, when="on_farkle"),
        card("reroll", {"do": "reroll", "most": 3}, when=["after_roll", "on_farkle"]),
        card("second", {"do": "second_throw"}, when="on_farkle"),
        card("escape", {"do": "keep_on_farkle", "points": 50}, when="on_farkle"),
        card("pep", {"do": "turn_points", "points": 75}, when=["after_keep", "on_stop"]),
        card("gift", {"do": "total_points", "points": 25}),
        card("thief", {"do": "take_points", "points": 400}, target="leader"),
        card("fine", {"do": "lose_points", "points": 300}, target="ahead"),
        card(
            "push",
            {"do": "must_roll"},
            {"do": "double", "most": 500},
            when="after_keep",
            lasts="own_turns",
            turns=1,
        ),
        card("burden", {"do": "fewer_dice", "dice": 3}, lasts="own_turns", turns=2),
        card(
            "curse",
            {"do": "fewer_dice", "dice": 4},
            target="foe",
            lasts="targets_turns",
            turns=2,
            ends_on_farkle=True,
        ),
        card("cup", {"do": "more_dice", "dice": 2, "most": most}, lasts="whole_game"),
        card("wait", {"do": "bonus_on_stop", "points": 100}, lasts="until_triggered"),
        card("gag", {"do": "lock_hand"}, target="foe", lasts="own_turns", turns=2),
        card("shield", {"do": "cancel_next"}, lasts="until_triggered"),
        **{"target": 3000} | rules,
    )


EVERY_EFFECT = every_effect()
HIDDEN_SETS = rules_with(
    *(card(name, {"do": "total_points", "points": 100}) for name in ("gem", "coin", "ring")),
    deck={"colours": colours(red=["gem", "coin"], blue=["coin", "ring"], green=["ring"])},
    target=3000,
)
TABLES = {"house": load("munchkin-farkle"), "every effect": EVERY_EFFECT, "different sets": HIDDEN_SETS}


def card_commands(rules: Ruleset) -> st.SearchStrategy[Command]:
    """Commands about cards, most of them nonsense in most moments."""
    assert rules.deck is not None
    names = [card.id for card in rules.deck.cards]
    seat = st.integers(-1, 5)
    dice = st.lists(st.integers(0, 8), max_size=3).map(tuple)
    return st.one_of(
        st.builds(PlayCard, seat, st.sampled_from([*names, "nonsense", HIDDEN, ""]), seat, dice),
        st.builds(PassWindow, seat),
    )


class CardGames(RuleBasedStateMachine):
    """One game with cards."""

    state: State
    start: State
    seen: list[State]
    events: tuple[Event, ...]

    @initialize(name=st.sampled_from(sorted(TABLES)), more=st.integers(0, 2))
    def begin(self, name: str, more: int) -> None:
        rules = TABLES[name]
        allowed = rules.seats_allowed
        self.start = self.state = new_game(rules, allowed[min(more, len(allowed) - 1)], first=0)
        self.seen = [view(self.start, seat) for seat in range(len(self.start.seats))]
        self.events = ()

    def do(self, command: Command) -> None:
        before = self.state
        possible = can(before, command)
        result = play(before, command)
        if isinstance(result, Refusal):
            assert not possible
            assert result.sentence.endswith(".")
            assert decide(before, command) == result
            return
        assert possible
        self.state = result[0]
        self.events += result[1]
        self.seen = [fold(seen, result[1]) for seen in self.seen]
        self.seen += [view(self.state, seat) for seat in range(len(self.seen), len(self.state.seats))]

    @precondition(lambda self: not self.state.over and self.state.step is not Step.WAIT)
    @rule(data=st.data())
    def legal_move(self, data: st.DataObject) -> None:
        moves = legal(self.state) if data.draw(st.booleans()) else turn_choices(self.state)
        assert all(can(self.state, move) for move in moves)
        assert len(set(moves)) == len(moves)
        self.do(data.draw(st.sampled_from(moves)))

    @precondition(lambda self: self.state.step is Step.WAIT)
    @rule(seed=st.integers(0, 1000))
    def dice(self, seed: int) -> None:
        assert sum(weight for _, weight in outcomes(self.state)) == weight_of_all(self.state)
        self.do(SeededDice(str(seed)).throw(self.state))

    @rule(data=st.data())
    def any_card(self, data: st.DataObject) -> None:
        self.do(data.draw(card_commands(self.state.rules)))

    @rule(command=any_command())
    def anything(self, command: Command) -> None:
        self.do(command)

    @invariant()
    def the_log_folds_to_the_state(self) -> None:
        assert fold(self.start, self.events) == self.state

    @invariant()
    def cards_never_appear_or_vanish(self) -> None:
        cards, deck = self.state.cards, self.state.rules.deck
        assert cards is not None
        assert deck is not None
        for seat, colour in enumerate(cards.colours):
            laid = [entry.card for entry in cards.in_play if entry.owner == seat]
            everywhere = Counter([*cards.hands[seat], *cards.discards[seat], *laid])
            assert everywhere == Counter(deck.colours[colour].cards)

    @invariant()
    def what_is_secret_stays_out_of_every_view(self) -> None:
        cards, deck = self.state.cards, self.state.rules.deck
        assert cards is not None
        assert deck is not None
        for seat, seen in enumerate(self.seen):
            assert seen == view(self.state, seat), "a view can be folded on"
            assert seen.cards is not None
            for other, hand in enumerate(seen.cards.hands):
                assert hand == (cards.hands[other] if other == seat else (HIDDEN,) * len(cards.hands[other]))
                if other != seat and not deck.same_for_all:
                    assert seen.cards.colours[other] == -1
                assert still_holds(seen, other) == still_holds(self.state, other)

    @invariant()
    def a_turn_makes_sense(self) -> None:
        state = self.state
        assert state.cards is not None
        assert 1 <= state.turn_dice <= 10
        assert state.step is not Step.BETWEEN
        assert all(entry.turns != 0 for entry in state.cards.in_play)
        if state.step in (Step.FARKLE, Step.STOP):
            assert not state.cards.played
            assert any(isinstance(move, PlayCard) for move in legal(state)), "a window is there for a card"
        if state.step is Step.FARKLE:
            assert state.rules.table.options(state.faces).farkle
        if not state.over and state.step is not Step.WAIT:
            assert legal(state)

    @invariant()
    def a_position_round_trips(self) -> None:
        try:
            text = print_position(self.state)
        except PositionError:
            assert self.state.over or any(seat.dice for seat in self.state.seats)
            return
        again = parse_position(text)
        assert print_position(again) == text
        assert again.cards is not None
        assert self.state.cards is not None
        assert again.cards.hands == self.state.cards.hands
        assert len(legal(again)) == len(legal(self.state))

    def teardown(self) -> None:
        if not hasattr(self, "state"):
            return
        count, rules = len(self.state.seats), self.start.rules
        names, late = tuple(f"Seat {i}" for i in range(count)), count - len(self.start.seats)
        record = Record(rules, names, ("human",) * count, first=0, events=self.events, late=late)
        again = parse_record(print_record(record))
        assert again.events == record.events
        assert again.state() == self.state
        assert to_csv(again) == to_csv(record)
        state: State = self.start
        for command in commands_of(self.events):
            result = play(state, command)
            assert not isinstance(result, Refusal)
            state = result[0]
        assert state == self.state


CardGames.TestCase.settings = settings(
    max_examples=by_day(25, 50),
    stateful_step_count=50,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
TestCardGames = CardGames.TestCase


@pytest.mark.parametrize("name", sorted(TABLES))
@pytest.mark.parametrize("seed", range(4))
def test_games_with_cards_end_and_replay(name: str, seed: int) -> None:
    rules = TABLES[name]
    bots = [make(f"random:{seed}"), make("eager"), make("schemer")]
    state, events = play_out(new_game(rules, 3), bots, SeededDice(str(seed)))
    assert state.over
    record = Record(rules, ("Ann", "Bob", "Cleo"), ("random", "eager", "schemer"), events=events)
    again = parse_record(print_record(record))
    assert again.state() == state
    assert again.events == events
