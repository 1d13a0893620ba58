"""A table under random play: whatever is legal, in any order, with chance as it may come."""

from collections import Counter

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from msgspec.structs import replace

from conftest import by_day
from hotdice.game import Refusal
from hotdice.munchkin import (
    HIDDEN,
    Command,
    Event,
    Phase,
    Pile,
    SeededChance,
    State,
    fold,
    legal,
    load,
    new_game,
    outcomes,
    play,
    seen,
    verify,
    view,
    weight_of_all,
)
from hotdice.munchkin import commands as c
from hotdice.munchkin import events as e
from hotdice.munchkin import tasks as t
from hotdice.munchkin.account import account
from hotdice.munchkin.strength import heroes_strength, monsters_strength, winning
from munchkin.helpers import all_cards

WRONG: list[Command] = [
    c.RollDie(0), c.RollDie(1), c.KickDoor(1), c.Pass(2), c.TurnDie(0, "loaded-die", 5),
    c.TurnDie(1, "reloaded-die", 5), c.Pick(0, 10), c.Take(1, "discard"), c.Choose(0, 0), c.Choose(0, 9),
    c.Swap(0, "brawler", 1, "scholar"), c.Decline(0), c.EndTurn(0), c.Claim(0), c.Flee(1), c.Deadline(),
    c.Throw(0), c.Throw(7), c.Throw(11), c.Deal("no-such-card"), c.Deal("loaded-die"), c.Lose(0, "cyborg"),
    c.Rob(1, "cyborg"), c.Give(0, "cyborg", 1), c.Shed(0, "cyborg"), c.Sell(0, ("cyborg",)),
    c.Answer(1, True), c.AskHelp(0, 1, 99), c.Curse(0, "wrong-door", 0), c.LootRoom(2),
    c.Drop(0, "good-hammer"),
]  # fmt: skip


class TableMachine(RuleBasedStateMachine):
    """Plays random legal commands and keeps the whole log."""

    @initialize(
        players=st.integers(2, 6),
        window=st.sampled_from(["in_order", "first_come"]),
        epic=st.booleans(),
        seed=st.integers(0, 10**6),
        skip=st.integers(0, 60),
    )
    def start(self, players: int, window: str, epic: bool, seed: int, skip: int) -> None:
        sheet = load([f"window={window}", f"winning_level={20 if epic else 10}"])
        self.first = self.state = new_game(sheet, players)
        self.whole = all_cards(self.state)
        self.log: list[Event] = []
        self.chance = SeededChance(str(seed))
        for _ in range(players * 8):
            self.carry_out(self.chance.bring(self.state))
        for number in range(skip):  # get away from the first turn, where nobody can roll
            self.anything(number * 7919)

    def carry_out(self, command: Command) -> None:
        result = play(self.state, command)
        assert not isinstance(result, Refusal), f"{command}: {result}"
        before = self.state
        self.state, events = result
        assert events
        assert fold(before, events) == self.state
        self.log += events

    @rule(number=st.integers(0, 10**6))
    def anything(self, number: int) -> None:
        """One legal command of whoever is asked, or what chance brings."""
        state = self.state
        if state.over:
            return
        if state.waits_for_chance:
            choices = [command for command, _ in outcomes(state)]
        else:
            seat = state.asked[number % len(state.asked)]
            choices = list(legal(state, seat))
            assert choices, f"nobody can go on: {state.task} {state.phase}"
            assert len(set(map(str, choices))) == len(choices)
            assert choices == list(legal(view(state, seat), seat))  # what is hidden changes no choice
        self.carry_out(choices[number % len(choices)])

    @rule(number=st.integers(0, 10**6))
    def roll_if_possible(self, number: int) -> None:
        """Random play rolls seldom; this does it whenever it is legal, with any face."""
        state = self.state
        roll = c.RollDie(state.mover)
        if verify(state, roll) is None:
            self.carry_out(roll)
            if isinstance(self.state.task, t.ThrowDie):
                self.carry_out(c.Throw(number % 10 + 1))

    @rule(command=st.sampled_from(WRONG))
    def ask_for_anything(self, command: Command) -> None:
        """A command is refused with a sentence, or is among the legal ones and carried out."""
        result = play(self.state, command)
        if isinstance(result, Refusal):
            assert result == verify(self.state, command)
            assert result.code
            assert result.sentence.endswith(".")
        else:
            self.carry_out(command)

    @invariant()
    def the_account_of_a_fight_adds_up(self) -> None:
        found, fight = account(self.state), self.state.fight
        assert (found is None) == (fight is None)
        if found is not None and fight is not None:
            assert sum(line.points for line in found.heroes) == heroes_strength(self.state, fight)
            assert sum(line.points for line in found.monsters) == monsters_strength(self.state, fight)
            assert found.heroes_win == winning(self.state)

    @invariant()
    def cards_never_appear_or_vanish(self) -> None:
        assert all_cards(self.state) == self.whole

    @invariant()
    def levels_stay_within_bounds(self) -> None:
        top = self.state.sheet.winning_level
        for seat, player in enumerate(self.state.seats):
            assert 1 <= player.level <= top
            assert player.level < top or (self.state.over and seat in self.state.winners)

    @invariant()
    def the_log_folds_to_the_state(self) -> None:
        assert fold(self.first, self.log) == self.state

    @invariant()
    def somebody_or_chance_is_asked_until_the_end(self) -> None:
        state = self.state
        waiting = bool(state.asked) + state.waits_for_chance + state.over
        assert waiting == 1
        assert (weight_of_all(state) > 0) == state.waits_for_chance
        assert sum(weight for _, weight in outcomes(state)) == weight_of_all(state)

    @invariant()
    def hidden_cards_stay_hidden(self) -> None:
        state = self.state
        for viewer in [None, *range(len(state.seats))]:
            assert hidden_in(state, viewer) == Counter()
            assert view(shuffled_where_hidden(state, viewer), viewer) == view(state, viewer)

    @invariant()
    def nobody_has_two_alike_in_play(self) -> None:
        sheet = self.state.sheet
        for player in self.state.seats:
            identities = [card for card in player.play if sheet.by_id[card].kind in sheet.rooms]
            assert len(set(identities)) == len(identities)


def hidden_in(state: State, viewer: int | None) -> Counter[str]:
    """The cards that a view shows though they are hidden: empty where it is tight."""
    shown = view(state, viewer)
    leaked = Counter(shown.doors + shown.treasures + shown.door_discard[:-1] + shown.treasure_discard[:-1])
    for seat, player in enumerate(shown.seats):
        if seat != viewer:
            leaked += Counter(player.hand)
    del leaked[HIDDEN]
    return leaked


def shuffled_where_hidden(state: State, viewer: int | None) -> State:
    """The same table with other cards wherever this viewer cannot look."""
    hands = [card for seat, one in enumerate(state.seats) if seat != viewer for card in one.hand]
    hidden = sorted(hands + list(state.doors + state.treasures), reverse=True)
    seats = []
    for seat, player in enumerate(state.seats):
        if seat == viewer:
            seats.append(player)
            continue
        hand, hidden = hidden[: len(player.hand)], hidden[len(player.hand) :]
        seats.append(replace(player, hand=tuple(hand)))
    doors, treasures = hidden[: len(state.doors)], hidden[len(state.doors) :]
    return replace(state, seats=tuple(seats), doors=tuple(doors), treasures=tuple(treasures))


TestTable = TableMachine.TestCase
TestTable.settings = settings(
    max_examples=by_day(50, 100),
    stateful_step_count=50,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


def test_a_leaky_view_is_caught() -> None:
    """Negative control: the state itself, taken for a view, fails the check that views must pass."""
    chance = SeededChance("5")
    state = new_game(load(), 3)
    while state.phase is Phase.SETUP:
        result = play(state, chance.bring(state))
        assert not isinstance(result, Refusal)
        state = result[0]
    assert shuffled_where_hidden(state, 0) != state
    assert view(shuffled_where_hidden(state, 0), 0) == view(state, 0)
    assert view(state, 1) != view(state, 0)


def test_an_unknown_event_fails_loudly() -> None:
    with pytest.raises(TypeError, match="unknown event"):
        fold(new_game(load(), 2), [e.Event()])


def test_events_hide_what_was_drawn_face_down_or_given() -> None:
    drawn = e.CardDrawn(1, Pile.DOOR, "cyborg", up=False, why="loot")
    given = e.CardGiven(0, 2, "cyborg")
    assert [getattr(seen(drawn, seat), "card", "") for seat in (None, 0, 1, 2)] == ["?", "?", "cyborg", "?"]
    assert [getattr(seen(given, seat), "card", "") for seat in (None, 0, 1, 2)] == [
        "?",
        "cyborg",
        "?",
        "cyborg",
    ]
    shown = e.CardDrawn(1, Pile.DOOR, "cyborg", up=True, why="harsh")
    assert seen(shown, 0) == shown
