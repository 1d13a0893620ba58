"""Compiled code and the referee play the same games from the same dice: every sheet, many seeds."""

import pytest
from msgspec.structs import replace

from conftest import rest_by_night
from hotdice.arena import Match, Seating
from hotdice.arena.compiled_games import compiled_stretch
from hotdice.arena.playing import referee_stretch
from hotdice.players import worth
from hotdice.players.paper_rule import all_card_rules
from hotdice.rules import Reach, Ruleset, from_text, load, shipped

SHEETS = [name for name in shipped() if not load(name).deck]
SOLVED = [name for name in SHEETS if 2 in load(name).seats_allowed]
BOTS = ("threshold:300", "greedy", "cautious", "threshold:650", "threshold:1000")
LOTS = ("random", "threshold:300", "random:x", "greedy", "random")


def same(match: Match, games: int) -> None:
    assert compiled_stretch(match)(0, games).to_plain() == referee_stretch(match)(0, games).to_plain()


@pytest.mark.parametrize("sheet", SHEETS)
@pytest.mark.parametrize("seed", rest_by_night(["1", "two"], "1"))
def test_the_fewest_players(sheet: str, seed: str) -> None:
    seats = load(sheet).min_players
    for shift in range(len(BOTS)):
        bots = tuple(BOTS[(shift + seat) % len(BOTS)] for seat in range(seats))
        same(Match(sheet, bots, seed), 15)


@pytest.mark.parametrize("sheet", SHEETS)
@pytest.mark.parametrize("seating", rest_by_night(list(Seating), Seating.DUPLICATE))
def test_more_players_and_every_seating(sheet: str, seating: Seating) -> None:
    rules = load(sheet)
    seats = min(5, rules.seats_allowed[-1])
    same(Match(sheet, BOTS[:seats], "3", seating), 2 * 5 * seats)


@pytest.mark.parametrize("sheet", SHEETS)
@pytest.mark.parametrize("seating", rest_by_night(list(Seating), Seating.DUPLICATE))
def test_random_draws_the_same_lots(sheet: str, seating: Seating) -> None:
    rules = load(sheet)
    for seats in {rules.min_players, min(5, rules.seats_allowed[-1])}:
        match = Match(sheet, LOTS[:seats], "lots", seating)
        same(match, match.whole(8))


@pytest.mark.parametrize("sheet", rest_by_night(SOLVED, "classic", "kcd"))
def test_who_errs_draws_the_same_lots(sheet: str) -> None:
    for bots in (("err:2", "random"), ("err:0.5", "err:7")):
        same(Match(sheet, bots, "errors", Seating.DUPLICATE), 6)


@pytest.mark.parametrize("sheet", sorted(all_card_rules()))
def test_who_follows_a_rule_plays_the_same(sheet: str) -> None:
    """Both sides of the card, between two and among three, compiled and by the referee."""
    names = ("paper", "paper:3", "greedy")
    for bots in (names[:2], names) if load(sheet).min_players <= 2 else (names,):
        same(Match(sheet, bots, "rule", Seating.DUPLICATE), 6)


def test_who_errs_among_three_and_alone() -> None:
    """With more players the champion that errs looks at the leading rival; alone it plays for the goal."""
    same(Match("kcd", ("err:2", "random", "err:30"), "errors", Seating.DUPLICATE), 9)
    same(Match("marina-solitaire", ("err:2",), "errors"), 5)


@pytest.mark.parametrize("rows", [1, 9])
def test_who_errs_beyond_what_a_page_holds(rows: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Totals that no page holds are worked out by themselves; with short pages nearly all of them are."""
    monkeypatch.setattr(worth, "ROWS", rows)
    rules = from_text(f'base = "classic"\ntarget = {2000 + 50 * rows}\n')  # no other test has its pages
    same(Match.of(rules, ["err:2", "err:7"], seed="short"), 20)


VARIANTS = {
    "exact": 'base = "classic"\nreach = "exactly"\nminimum = 200\nopening = 0\n'
    "minimum_binds_win = false\ntarget = 600\n",
    "exact-play-off": 'base = "zilch"\nreach = "exactly"\nminimum = 0\nties = "play_off"\ntarget = 600\n',
    "more-than": 'base = "facebook"\nreach = "more_than"\nminimum_binds_win = false\ntarget = 3000\n',
    "forced-hot": 'base = "kcd"\nhot_dice = "forced"\n',
    "take-all": 'base = "cardgames"\ntake_all = true\n',
    "toxic": 'base = "zilch"\ntoxic = { face = 2, count = 3 }\n',
    "floor": 'base = "facebook"\ntarget = 2000\n'
    "penalty = { count = 2, points = 500, restarts = false, floor = 0 }\n",
    "floor-on-no-step": 'base = "facebook"\ntarget = 2000\n'
    "penalty = { count = 2, points = 500, floor = -130 }\n",
    "five-dice": 'base = "busche-neller"\ndice = 5\ntarget = 3000\n',
    "one-die": 'base = "busche-neller"\ndice = 1\ntarget = 300\n',
    "eight-dice": 'base = "classic"\ndice = 8\ntarget = 5000\n',
    "ten-dice": 'base = "classic"\ndice = 10\ntarget = 5000\n',
    "compensation": 'base = "classic"\ncompensation = [0, 150, 300]\ntarget = 2000\n',
    "finish-round": 'base = "playmonster"\nlast_chance = "finish_round"\ntarget = 2000\n',
    "may-stop": 'base = "classic"\nopening_policy = "may_stop"\ntarget = 2000\n',
    "two-rounds": 'base = "marina"\nrounds = 2\n',
}


TIMID = (("cautious", "threshold:100"), ("threshold:50", "cautious", "threshold:100"))
"""Bolder bots hardly ever hit an exact target."""


def variant(name: str) -> Ruleset:
    text = f'format = 1\nname = "{name}"\ntitle = "{name}"\n' + VARIANTS[name]
    return from_text(text)


BY_DAY = ("exact-play-off", "more-than", "toxic", "floor-on-no-step", "one-die", "compensation", "may-stop")
"""Of everything that is played in another way; the other variants are for the night."""


@pytest.mark.parametrize("name", rest_by_night(VARIANTS, *BY_DAY))
def test_house_rules(name: str) -> None:
    rules = variant(name)
    bold = (("threshold:300", "greedy"), ("cautious", "threshold:450", "greedy"))
    for bots in (*(TIMID if rules.reach is Reach.EXACTLY else bold), LOTS[:2]):
        for seating in Seating:
            same(Match.of(rules, bots, seed=name, seating=seating), 30)


@pytest.mark.nightly
@pytest.mark.parametrize("sheet", SHEETS)
def test_thousands_of_seeds(sheet: str) -> None:
    seats = load(sheet).min_players
    for seed in range(1000):
        bots = tuple(BOTS[(seed + seat) % len(BOTS)] for seat in range(seats))
        same(Match(sheet, bots, str(seed)), 2)


@pytest.mark.nightly
@pytest.mark.parametrize("sheet", SOLVED)
def test_thousands_of_lots(sheet: str) -> None:
    for seed in range(500):
        same(Match(sheet, ("random", f"random:{seed}"), str(seed)), 2)
        same(Match(sheet, ("err:2", f"err:{seed % 9}"), str(seed)), 2)


def test_other_lots_are_other_games() -> None:
    """A referee whose bots draw with another seed, or err by another amount, plays other games."""
    match = Match("kcd", ("random", "err:2"), "1")
    compiled = compiled_stretch(match)(0, 20).to_plain()
    assert compiled == referee_stretch(match)(0, 20).to_plain()
    assert compiled != referee_stretch(replace(match, bots=("random:x", "err:2")))(0, 20).to_plain()
    assert compiled != referee_stretch(replace(match, bots=("random", "err:3")))(0, 20).to_plain()


def test_the_comparison_can_fail() -> None:
    """A referee with another rule, or with other dice, does not play the same games."""
    match = Match("classic", ("threshold:300", "greedy"), "1")
    compiled = compiled_stretch(match)(0, 30).to_plain()
    other_rule = Match.of(replace(load("classic"), opening=550), list(match.bots), seed="1")
    assert compiled != referee_stretch(other_rule)(0, 30).to_plain()
    assert compiled != referee_stretch(replace(match, seed="2"))(0, 30).to_plain()
    assert compiled != referee_stretch(replace(match, bots=("threshold:350", "greedy")))(0, 30).to_plain()
