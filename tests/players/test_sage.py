"""The sage: legal in every game, quick without a compiler, knows of a hand what its seat may know."""

import math
import time
from collections import Counter

import pytest
from msgspec.structs import replace

from game.cards.test_card_machine import EVERY_EFFECT, HIDDEN_SETS
from hotdice.game import Bank, Command, PlayCard, SeededDice, State, Step, do, new_game, parse_position, view
from hotdice.game.cards import on, without
from hotdice.players import UnknownBot, make
from hotdice.players.ready_champion import ReadyChampion
from hotdice.players.sage_bot import CARDLESS, FILE, SageBot, learned
from hotdice.players.sage_choices import SageView
from hotdice.rules import FACES, Ruleset, load, sorted_rolls

HOUSE = load("munchkin-farkle")


def moments(rules: Ruleset, seats: int, seed: str, sage: SageBot, most: int = 10_000) -> list[State]:
    """The states in which the sage of seat 0 chose, in a game against eager ones; all choices were legal."""
    state, dice, rival = new_game(rules, seats, first=0), SeededDice(seed), make("eager")
    asked: list[State] = []
    while not state.over and len(asked) < most:
        if state.step is Step.WAIT:
            command: Command = dice.throw(state)
        elif state.mover == 0:
            asked.append(state)
            command = sage.choose(state)
        else:
            command = rival.choose(state)
        state, _ = do(state, command)
    return asked


@pytest.mark.parametrize("rules", [HOUSE, EVERY_EFFECT, HIDDEN_SETS], ids=["house", "every", "sets"])
def test_it_plays_by_the_rules_and_sees_what_its_seat_sees(rules: Ruleset) -> None:
    short = replace(rules, target=3000)
    for state in moments(short, 3, "views", SageBot(), most=60):
        assert SageBot().choose(view(state, 0)) == SageBot().choose(state)


def test_it_decides_soon_without_a_compiler() -> None:
    """Ten times the bar: whatever else the machine does, its processor's time is not so much longer."""
    assert slowest_decision() < 0.5


@pytest.mark.nightly
@pytest.mark.alone
def test_it_decides_within_50_milliseconds_without_a_compiler() -> None:
    assert slowest_decision() < 0.05


def slowest_decision() -> float:
    """Seconds of processor time of the slowest but one of many."""
    sage = SageBot()
    asked = moments(HOUSE, 3, "quick", sage, most=80)
    took: list[float] = []
    for state in asked:
        begun = time.process_time()
        sage.choose(state)
        took.append(time.process_time() - begun)
    return sorted(took)[-2]


def test_chances_of_all_seats_sum_to_one_and_leading_helps() -> None:
    state = new_game(HOUSE, 4, first=0)
    even = SageBot().chances(state)
    assert sum(even) == pytest.approx(1)
    ahead = replace(state, seats=(replace(state.seats[0], total=6000, opened=True), *state.seats[1:]))
    assert SageBot().chances(ahead)[0] > even[0] + 0.2


def said_too_much(sage: SageBot, beginnings: list[State]) -> float:
    """How far what the net says when turns begin is from what they are worth: the root of mean squares."""
    gaps = [
        max(choice.value for choice in SageView(sage, state).choices()) - sage.chances(state)[state.mover]
        for state in beginnings
    ]
    return math.sqrt(sum(gap**2 for gap in gaps) / len(gaps))


def test_a_turn_is_worth_what_the_net_said_before_it() -> None:
    """Else reviews drift, for between two turns nothing happens. A net that is twice as sure is found out."""
    asked = moments(HOUSE, 3, "drift", SageBot())
    beginnings = [state for state in asked if state.step is Step.ROLL and not state.turn_total]
    assert len(beginnings) > 10
    assert said_too_much(SageBot(), beginnings) < 0.03
    assert said_too_much(SageBot(net=learned() * 2), beginnings) > 0.03


def luck_in_the_mean(state: State, planted: float = 0.0) -> float:
    """The mean, over all throws, of how much more the turn is worth with a throw than before it.

    `planted` is a fault: by so much a dead roll is said to be worth more than it is.
    """
    seen = SageView(SageBot(), state)
    sheet, mind, game, table = seen._sheet, seen._mind, seen._game, seen._table
    count, dice, points = len(state.dice_to_roll), state.turn_dice, state.turn_total
    at = count * mind.width + points // sheet.unit
    lost = planted + (mind.dead[at] if seen._free else seen._lost)
    mean = -seen._turns.roll_value(sheet, mind, table, dice, points, count)
    game[seen._d.IN_HAND] = count
    for roll in sorted_rolls(count):
        ways = math.factorial(count) / math.prod(map(math.factorial, Counter(roll).values()))
        for place, face in enumerate(roll):
            game[seen._d.FACE + place] = face
        key = seen._d.shown_key(sheet, game)
        shown = seen._turns.roll_shown(sheet, seen._words, mind, table, dice, points, key, lost)
        mean += ways / FACES**count * shown
    return float(mean)


def test_throws_are_lucky_by_nothing_in_the_mean() -> None:
    """So their luck can be taken out of a result: `arena.card_luck_kernel`."""
    for rules in (HOUSE, EVERY_EFFECT):
        rolls = [
            at for at in moments(rules, 3, "luck", SageBot(), most=40) if at.step in (Step.ROLL, Step.DECIDE)
        ]
        for state in rolls[::5]:
            assert luck_in_the_mean(state) == pytest.approx(0, abs=1e-12)
            assert luck_in_the_mean(state, planted=0.1) > 1e-4


def test_on_the_very_last_turn_it_stops_with_what_wins() -> None:
    end = "10300.0.y_9000.0.y_9000.0.y~t{}.2~0-_1-_2-~-~f.d6"
    enough = parse_position("munchkin-farkle~r20~s1~m3~l1~" + end.format(1400))
    assert SageBot().choose(enough) == Bank(2)
    short = parse_position("munchkin-farkle~r20~s1~m3~l1~" + end.format(900))
    assert SageBot().choose(short) != Bank(2)


def test_copies_that_measure() -> None:
    sage = make("sage:cardless")
    assert isinstance(sage, SageBot)
    assert sage.style == CARDLESS
    asked = moments(replace(HOUSE, target=3000), 3, "cardless", sage)
    assert not any(isinstance(sage.choose(state), PlayCard) for state in asked)
    with pytest.raises(UnknownBot, match="cardless"):
        make("sage:wise")


def with_spent(state: State, seat: int, card: str) -> State:
    """The same position, a card of that seat among its discards."""
    assert state.cards is not None
    hands = on(state.cards.hands, seat, without(state.cards.hands[seat], card))
    discards = on(state.cards.discards, seat, (*state.cards.discards[seat], card))
    return replace(state, cards=replace(state.cards, hands=hands, discards=discards))


def test_what_each_copy_knows_of_other_hands() -> None:
    state = new_game(HOUSE, 3, first=0)
    without_jam, without_leg = with_spent(state, 1, "jam"), with_spent(state, 1, "wobbly-table")

    def seen(bot: str, at: State) -> float:
        sage = make(bot)
        assert isinstance(sage, SageBot)
        return sage.chances(at)[0]

    assert len({seen("sage", at) for at in (state, without_jam, without_leg)}) == 3
    assert (
        seen("sage:counting", without_jam)
        == seen("sage:counting", without_leg)
        != seen("sage:counting", state)
    )
    assert len({seen("sage:blind", at) for at in (state, without_jam, without_leg)}) == 1


def test_without_cards_it_plays_as_the_champion() -> None:
    state = parse_position("munchkin-farkle-plain~r5~s1~m1~n~3000.0.y_2000.0.y_2500.0.y~t500.3")
    champion = ReadyChampion()
    assert SageBot(otherwise=champion).choose(state) == champion.choose(state)


def test_what_it_has_learned_is_small() -> None:
    from importlib import resources

    assert len(resources.files("hotdice.sheets").joinpath(FILE).read_bytes()) < 1_000_000
    assert learned().std() > 0
