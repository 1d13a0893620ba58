"""The simulator and the referee over rule sets drawn from every option, old and new."""

import random

import pytest
from msgspec.structs import replace

from hotdice.arena import Match, compiled_games, playing, sheets
from hotdice.arena.playing import EndlessGame, referee_stretch, stretch_of
from hotdice.odds.stopping import stops_of
from hotdice.rules import Reach, Ruleset, load
from hotdice.testing.drawing import draw_rules

BOTS = ("threshold:300", "random", "greedy", "thumb")
PATIENCE = 400
"""Turns after which a game counts as one without end here: some bots would take twenty thousand."""
NEW = {"joker", "instant_win", "instant_loss", "bank_step", "overshoot", "bump", "piggyback", "last_chance"}


def both(match: Match, games: int) -> tuple[object, object, bool]:
    """What either way of playing counts, and whether the first was compiled code."""
    fast, compiled = stretch_of(match)
    return fast(0, games).to_plain(), referee_stretch(match)(0, games).to_plain(), compiled


def drawn(rng: random.Random) -> tuple[Match, Ruleset]:
    while True:
        rules = draw_rules(rng, max_dice=6, cards=False)
        seats = [count for count in rules.seats_allowed if count <= 4]
        if not seats or rules.weights:
            continue
        bots = [rng.choice(BOTS) for _ in range(rng.choice(seats))]
        return Match.of(rules, bots, seed=str(rng.random())), rules


def run(seed: int, least: int) -> tuple[set[str], set[bool]]:
    rng = random.Random(seed)
    keys: set[str] = set()
    ways: set[bool] = set()
    played = 0
    while played < least or keys != NEW:
        match, rules = drawn(rng)
        if played >= least and not set(rules.beyond) - keys:
            continue
        try:
            fast, slow, compiled = both(match, match.whole(1))
        except (EndlessGame, ValueError):  # bots that never reach such a target, or cannot weigh such dice
            continue
        assert fast == slow, rules.title
        played += 1
        keys |= set(rules.beyond)
        ways.add(compiled)
    return keys, ways


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The referee gives a game up early, as the compiled code does late; such rules are passed over."""
    monkeypatch.setattr(playing, "MOST_TURNS", PATIENCE)


def test_drawn_rules_play_the_same_games_both_ways(impatient: None) -> None:
    keys, ways = run(1, least=12)
    assert keys == NEW
    assert ways == {True, False}


@pytest.mark.nightly
def test_hundreds_of_drawn_rules_play_the_same_games_both_ways(impatient: None) -> None:
    assert run(2, least=400)[0] == NEW


HOUSES = [
    ["bump=to_zero"],
    ["bump=swap", "ties=play_off", "opening=350", "opening_policy=may_stop"],
    ["last_chance=last_licks"],
    ["last_chance=last_licks", "ties=trigger_keeps", "bump=swap"],
    ["reach=exactly", "overshoot=welfare", "last_chance=none"],
    ["reach=exactly", "overshoot=welfare", "last_chance=finish_round", "opening=200", "bump=to_zero"],
]
"""What a turn leads to, in compiled games too."""
BOLD = ["threshold:250", "threshold:300", "greedy", "threshold:200"]
TIMID = ["cautious", "threshold:100", "threshold:50", "cautious"]
"""Bolder bots hardly ever hit an exact target."""


@pytest.mark.parametrize("settings", HOUSES, ids=" ".join)
def test_what_a_turn_leads_to_is_compiled(settings: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The same games as the referee's; negative control: the first of the rules overlooked."""
    plain = load("cardgames", ["target=1500", "opening=0"])
    rules = load("cardgames", ["target=1500", "opening=0", *settings])
    exact = rules.reach is Reach.EXACTLY
    who = TIMID if exact else BOLD
    for bots in (who[:2], who[:3], who, [who[0], "random", *(() if exact else ("champion", "paper"))]):
        match = Match.of(rules, bots, seed="houses")
        fast, slow, compiled = both(match, match.whole(20))
        assert compiled
        assert fast == slow, bots
    match = Match.of(rules, who[:3], seed="houses")
    slow = referee_stretch(match)(0, match.whole(60)).to_plain()
    key = "overshoot" if "overshoot" in rules.beyond else rules.beyond[0]
    less = replace(rules, **{key: getattr(plain, key)})
    monkeypatch.setattr(compiled_games, "sheet_of", lambda _, tables: sheets.sheet_of(less, tables))
    assert stretch_of(match)[0](0, match.whole(60)).to_plain() != slow


STEPS = [
    ["bank_step=100"],
    ["bank_step=150", "minimum=250", "minimum_binds_win=false"],
    ["bank_step=100", "reach=exactly", "last_chance=none", "minimum_binds_win=false"],
    ["bank_step=200", "opening=350", "opening_policy=may_stop", "hot_dice=forced"],
    ["bank_step=100", "penalty.count=2", "penalty.points=150", "minimum_binds_win=false", "ties=play_off"],
]


@pytest.mark.parametrize("settings", STEPS, ids=" ".join)
def test_banks_that_are_multiples_are_compiled(settings: list[str]) -> None:
    """A rule about stops needs no more than its table; who lives on solved tables plays as greedy."""
    rules = load("cardgames", ["target=2500", "opening=0", *settings])
    for bots in (["threshold:250", "random", "greedy"], ["champion", "paper", "err:2", "random"]):
        match = Match.of(rules, bots, seed="multiples")
        fast, slow, compiled = both(match, match.whole(40))
        assert compiled
        assert fast == slow


def test_a_multiple_that_the_table_overlooks_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Negative control: the stops of the same sheet without the rule."""
    rules = load("cardgames", ["bank_step=100", "target=2500", "opening=0"])
    match = Match.of(rules, ["threshold:250", "threshold:300", "greedy"], seed="planted")
    plain = load("cardgames", ["target=2500", "opening=0"])
    monkeypatch.setattr(sheets, "stops_of", lambda _, *, play_off=False: stops_of(plain, play_off=play_off))
    fast, slow, compiled = both(match, match.whole(30))
    assert compiled
    assert fast != slow


def test_a_turn_without_risk_or_end_is_given_up() -> None:
    """Greedy never stops where nothing is ever lost."""
    rules = load("classic", ["dice=1", "nothing_bonus=350", "joker.face=1"])
    with pytest.raises(EndlessGame):
        referee_stretch(Match.of(rules, ["greedy", "threshold:300"], seed="1"))(0, 1)
