"""Random legal and illegal commands on every sheet: the referee's promises hold at every step."""

from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from conftest import by_day
from hotdice.game import (
    Adjust,
    Bank,
    Command,
    Correct,
    CountBonus,
    EnterTurn,
    Event,
    Keep,
    LiftRemark,
    MakeRemark,
    Phase,
    PlayOn,
    PositionError,
    Record,
    Refusal,
    Resign,
    Roll,
    SeededDice,
    SetDice,
    State,
    Step,
    TakeOver,
    TakeSeat,
    Throw,
    TimeOut,
    UseAdvice,
    can,
    commands_of,
    decide,
    evolve,
    fold,
    legal,
    new_game,
    outcomes,
    parse_position,
    parse_record,
    play,
    print_position,
    print_record,
    turn_choices,
    weight_of_all,
)
from hotdice.players import make, play_out
from hotdice.rules import Ruleset, load, shipped
from rules.strategies import random_rulesets


def any_command() -> st.SearchStrategy[Command]:
    """Commands of every kind, most of them nonsense in most moments."""
    seat = st.integers(-1, 6)
    return st.one_of(
        st.builds(Roll, seat),
        st.builds(Bank, seat),
        st.builds(TakeOver, seat),
        st.builds(Keep, seat, st.lists(st.integers(0, 11), max_size=7).map(tuple)),
        st.builds(Keep, seat, st.lists(st.integers(1, 6), max_size=4).map(tuple), st.just("bank")),
        st.builds(Throw, st.lists(st.integers(0, 7), max_size=7).map(tuple)),
        st.builds(EnterTurn, seat, st.none() | st.integers(-50, 3000)),
        st.builds(TimeOut, seat),
        st.builds(Resign, seat),
        st.builds(UseAdvice, seat),
        st.builds(EnterTurn, seat, st.none() | st.integers(-50, 3000), st.just(True)),
        st.builds(TakeSeat, st.integers(-1, 3000), st.booleans()),
        st.builds(Adjust, st.lists(st.tuples(seat, st.integers(-500, 500)), max_size=2).map(tuple)),
        st.builds(SetDice, seat, st.integers(0, 7)),
        st.builds(PlayOn, st.integers(0, 30) | st.integers(8000, 30_000)),
        st.builds(CountBonus, st.lists(st.integers(-1, 900), min_size=1, max_size=5).map(tuple)),
        st.builds(MakeRemark, st.text(max_size=5), seat, st.integers(-2, 4)),
        st.builds(LiftRemark, st.integers(0, 3)),
        st.builds(Correct, seat, st.integers(-5000, 9000), st.just(True), st.integers(-1, 4)),
    )


DICE = ("devils-head", "favourable", "standard", "odd")
"""Of own dice: one with a joker, one with a face that never falls, and others."""


class Games(RuleBasedStateMachine):
    """One game of a random sheet."""

    state: State
    start: State
    events: tuple[Event, ...]

    @initialize(
        name=st.sampled_from(shipped()),
        more=st.integers(0, 3),
        house=st.none() | random_rulesets(6),
        own=st.integers(0, 3),
    )
    def begin(self, name: str, more: int, house: Ruleset | None, own: int) -> None:
        rules = load(name) if house is None else house
        allowed = rules.seats_allowed
        seats = allowed[min(more, len(allowed) - 1)]
        bags: list[str] = []
        if own == 0 and rules.deck is None and not rules.cup and not rules.piggyback:
            bags = [f"{rules.dice}*{DICE[seat % len(DICE)]}" for seat in range(seats)]
        self.start = self.state = new_game(rules, seats, bags=bags)
        self.events = ()

    def do(self, command: Command) -> None:
        before = self.state
        possible = can(before, command)
        result = play(before, command)
        if isinstance(result, Refusal):
            assert not possible
            assert result.code
            assert result.sentence.endswith(".")
            assert decide(before, command) == result
            return
        assert possible
        assert decide(before, command) == result[1]
        self.state = result[0]
        self.events += result[1]

    @precondition(lambda self: not self.state.over and self.state.step is not Step.WAIT)
    @rule(data=st.data())
    def legal_move(self, data: st.DataObject) -> None:
        moves = legal(self.state) if data.draw(st.booleans()) else turn_choices(self.state)
        assert moves, "somebody must be able to move"
        assert all(can(self.state, move) for move in moves)
        assert len(set(moves)) == len(moves)
        before = self.state
        self.do(data.draw(st.sampled_from(moves)))
        assert self.state is not before

    @precondition(lambda self: self.state.step is Step.WAIT)
    @rule(seed=st.integers(0, 1000))
    def dice(self, seed: int) -> None:
        before = self.state
        self.do(SeededDice(str(seed)).throw(before))
        assert self.state is not before

    @rule(command=any_command())
    def anything(self, command: Command) -> None:
        self.do(command)

    @invariant()
    def the_log_folds_to_the_state(self) -> None:
        assert fold(self.start, self.events) == self.state

    @invariant()
    def the_state_makes_sense(self) -> None:
        state = self.state
        assert state.step is not Step.BETWEEN
        assert (state.step is Step.OVER) == state.over
        assert len(state.hand) == len(state.faces) or state.step is not Step.KEEP
        if not state.over:
            assert not state.seats[state.mover].gone
            assert state.turn_total >= 0
        if state.over:
            assert legal(state) == ()
            assert all(not state.seats[seat].gone for seat in state.winners)

    @precondition(lambda self: self.state.step is Step.WAIT)
    @invariant()
    def chance_is_explicit(self) -> None:
        assert sum(weight for _, weight in outcomes(self.state)) == weight_of_all(self.state)

    @invariant()
    def a_position_round_trips(self) -> None:
        try:
            text = print_position(self.state)
        except PositionError:
            ruled = self.state.turn_dice != self.state.rules.dice or any(s.dice for s in self.state.seats)
            assert self.state.over or self.state.phase is Phase.ROLL_OFF or ruled
            return
        again = parse_position(text)
        assert print_position(again) == text
        assert legal_faces(again) == legal_faces(self.state)

    def teardown(self) -> None:
        if not hasattr(self, "state"):
            return
        count = len(self.state.seats)
        record = Record(
            self.start.rules,
            tuple(f"Seat {i}" for i in range(count)),
            ("human",) * count,
            events=self.events,
            late=count - len(self.start.seats),
            bags=self.start.bags,
        )
        again = parse_record(print_record(record))
        assert again.events == record.events
        assert again.state() == self.state
        state: State = self.start
        for command in commands_of(self.events):
            result = play(state, command)
            assert not isinstance(result, Refusal)
            state = result[0]
        assert state == self.state


def legal_faces(state: State) -> set[tuple[str, tuple[int, ...]]]:
    """The legal moves by face: a position forgets the numbers of fair dice."""
    shown = dict(zip(state.hand, state.faces, strict=False))
    weighted = bool(state.weights)
    return {
        (
            type(move).__name__,
            tuple(sorted(die if weighted else shown[die] for die in getattr(move, "dice", ()))),
        )
        for move in legal(state)
    }


Games.TestCase.settings = settings(
    max_examples=by_day(30, 150),
    stateful_step_count=60,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
TestGames = Games.TestCase


@pytest.mark.parametrize("name", shipped())
def test_bots_end_every_game_and_the_same_seed_gives_the_same_game(name: str) -> None:
    rules = load(name)
    count = rules.seats_allowed[min(1, len(rules.seats_allowed) - 1)]
    for seed in range(5):
        start = new_game(rules, count)
        line_up = [make(f"random:{seed}"), make("greedy"), make("threshold:350"), make("cautious")]
        bots = [line_up[seat % 4] for seat in range(count)]
        first = play_out(start, bots, SeededDice(str(seed)))
        assert first[0].over
        assert play_out(start, bots, SeededDice(str(seed))) == first
        assert play_out(start, bots, SeededDice(str(seed + 1000)))[1] != first[1]
        assert fold(start, first[1]) == first[0]


@given(random_rulesets(), st.integers(0, 10**6))
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_games_of_random_house_rules_end(rules: Ruleset, seed: int) -> None:
    count = rules.seats_allowed[0]
    bots = [make("random:1")] * count  # a bot with a plan may miss an exact target for ever
    state, events = play_out(new_game(rules, count), bots, SeededDice(str(seed)))
    assert state.over
    record = Record(rules, tuple(map(str, range(count))), ("random",) * count, events=events)
    assert parse_record(print_record(record)).state() == state


def test_a_fault_in_the_fold_would_be_found() -> None:
    """The check above can fail: leave one event out and the fold differs."""
    start = new_game(load("classic"), 2)
    state, events = play_out(start, [make("greedy"), make("greedy")], SeededDice("1"))
    index = next(i for i, event in enumerate(events) if type(event).__name__ == "Banked")
    assert fold(start, events[:index] + events[index + 1 :]) != state


def test_unknown_events_fail_loudly() -> None:
    class Invented(Event, frozen=True):
        """Not an event of ours."""

    with pytest.raises(TypeError, match="unknown event"):
        evolve(new_game(load("classic"), 2), Invented())


def test_unknown_commands_are_refused() -> None:
    class Invented(Command, frozen=True):
        """Not a command of ours."""

    answer = decide(new_game(load("classic"), 2), Invented())
    assert isinstance(answer, Refusal)
    assert answer.code == "unknown_command"


def test_turn_numbers_rise_by_one() -> None:
    _, events = play_out(new_game(load("marina"), 3), [make("greedy")] * 3, SeededDice("4"))
    turns = [event.turn for event in events if hasattr(event, "turn") and hasattr(event, "round")]
    assert all(later == earlier + 1 for earlier, later in pairwise(turns))
