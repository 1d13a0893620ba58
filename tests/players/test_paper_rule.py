"""The rule of twelve numbers: the bot plays what the evaluator has written down."""

import random
from pathlib import Path

import pytest
from scripts import paper_rules

from conftest import rest_by_night
from hotdice.arena import Match, share_of, simulate
from hotdice.game import Bank, Keep, parse_position
from hotdice.odds.evaluating import meet
from hotdice.players import make, paper_rule
from hotdice.players.fixed_play import turns_of
from hotdice.players.paper_bot import PaperBot
from hotdice.players.paper_play import PaperPlay
from hotdice.players.paper_rule import PaperRule, all_card_rules, card_rules
from hotdice.players.registry import UnknownBot
from hotdice.rules import load


def numbers(rule: PaperRule) -> int:
    """How many numbers a rule has that are not nothing; stops that are the same count once."""
    stops = {stop for stop in rule.stops if stop is not None}
    others = (*rule.worths, max(rule.ease, 0), max(rule.near, 0), rule.lead)
    return len(stops) + sum(map(bool, others))


@pytest.mark.parametrize("name", sorted(all_card_rules()))
def test_the_back_has_at_most_twelve_numbers(name: str) -> None:
    found = all_card_rules()[name]
    assert found.hash == load(name).hash
    assert numbers(found.back) <= 12
    stops, price = set(found.front.stops) - {None}, found.front.worths[3]
    assert len(stops) + bool(price) <= 3
    assert found.front.worths == (0, 0, 0, price, 2 * price, 3 * price)
    assert found.front_wins < found.back_wins < 0.5


def test_the_rule_for_busche_and_nellers_game_beats_what_was_published() -> None:
    """1.7754 % as the difference of the two chances to win is a chance of 49.11 %, else one of 48.22 %."""
    assert all_card_rules()["busche-neller"].back_wins > 0.5 - 0.017754 / 2


def test_the_bot_does_what_the_tables_say() -> None:
    rules = load("busche-neller")
    found = card_rules(rules)
    assert found is not None
    bot, play = PaperBot(12), PaperPlay(rules, found.back)
    lots = random.Random(5)
    for _ in range(300):
        mine, theirs, total = (50 * lots.randrange(most) for most in (200, 200, 40))
        dice = lots.randrange(1, 7)
        state = parse_position(f"busche-neller~r1~s1~m1~n~{mine}.0.y_{theirs}.0.y~t{total + 50}.{dice % 6}")
        table = play.tables(play.which[0, mine // 50, theirs // 50 :][:1])
        assert isinstance(bot.choose(state), Bank) == bool(table.stops[0, total // 50 + 1, dice - 1])
    keep = bot.choose(parse_position("busche-neller~r1~s1~m1~n~0.0.y_0.0.y~t0.6.112346"))
    assert isinstance(keep, Keep)


def test_who_can_win_does() -> None:
    """Two ones are enough to win; a single one with five dice in hand would be liked better otherwise."""
    bot = PaperBot(12)
    state = parse_position("busche-neller~r1~s1~m1~n~9800.0.y_9000.0.y~t0.6.112346")
    command = bot.choose(state)
    assert isinstance(command, Keep)
    assert len(command.dice) == 2


def test_before_one_is_on_the_board_nothing_below_the_opening_is_a_stop() -> None:
    rule = PaperRule((250,) * 6, (0, 0, 0, 150, 300, 450), 0, fade=True)
    assert rule.stops_with(300, 1, 5000, 5000)
    assert not rule.stops_with(300, 1, 5000, 5000, least=500)
    # dice in hand keep some worth up to the opening
    assert rule.liking(300, 4, 5000, 5000) == pytest.approx(300, abs=1e-5)
    assert rule.liking(300, 4, 5000, 5000, least=500) == 300 + 150 * (500 - 300) / 500


def test_the_bot_does_on_last_turns_what_the_tables_say() -> None:
    rules = load("classic", ["target=2000"])
    rule = PaperRule((300, 250, 400, 950, 2200, None), (0, 0, 0, 150, 300, 450), 2600, 0, 2100, fade=True)
    play = PaperPlay(rules, rule)
    for need, total, dice in ((500, 500, 1), (500, 500, 2), (500, 550, 6), (500, 450, 1)):
        table = play.tables(play.last[1, need // 50 :][:1])
        assert bool(table.stops[0, total // 50, dice - 1]) == rule.last_stops(total, dice, need, half=True)
        assert table.score[0, total // 50, dice - 1] == rule.last_liking(total, dice, need, half=True)


def test_where_to_stop_is_where_the_rule_stops() -> None:
    rule, lots = PaperRule((250, 250, 400, 1000, None, None), (0,) * 6, 600, 450), random.Random(8)
    for _ in range(300):
        mine, theirs, dice = 50 * lots.randint(1, 200), 50 * lots.randint(1, 200), lots.randint(1, 6)
        least = lots.choice((0, 500))
        stop = rule.stop_total(dice, mine, theirs, least)
        assert stop is not None
        assert rule.stops_with(stop, dice, mine, theirs, least)
        assert not rule.stops_with(stop - 1, dice, mine, theirs, least)
    chased = PaperRule((250,) * 3 + (None,) * 3, (0,) * 6, -1, -1, None)
    assert (chased.stop_total(1, 5000, 100), chased.stop_total(4, 5000, 100)) == (250, None)


@pytest.mark.parametrize("name", rest_by_night(["busche-neller", "classic"], "busche-neller"))
def test_games_agree_with_the_evaluator(name: str) -> None:
    rules = load(name)
    exact = meet(turns_of(rules, "paper:3"), turns_of(rules, "threshold:300"))
    games = 100_000
    found = simulate(Match.of(rules, ["paper:3", "threshold:300"], seed="rule"), games)
    assert abs(share_of(found.tally, 0).mean - exact.first) < 4 * (0.25 / games) ** 0.5


def test_names() -> None:
    with pytest.raises(UnknownBot, match="3 or 12"):
        make("paper:7")
    front, back = make("paper:3"), make("paper")
    assert isinstance(front, PaperBot)
    assert isinstance(back, PaperBot)
    assert (front.numbers, back.numbers) == (3, 12)
    assert back.choose(parse_position("marina~r1~s1~m1~n~0.0.y_0.0.y~t400.1")) is not None


def test_a_card_keeps_the_better_of_each_side(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "cards.json"
    file.write_bytes(paper_rule.FILE.read_bytes())
    for module in (paper_rule, paper_rules):
        monkeypatch.setattr(module, "FILE", file)
    monkeypatch.setattr(paper_rules.Search, "value", lambda _, rule, rough: 0.2 if rule.fade else 0.5)
    before = all_card_rules()["busche-neller"]
    try:
        card = paper_rules.enter(
            paper_rules.Search(load("busche-neller")), [200, 400, 150], paper_rules.TWELVE[::-1]
        )
        all_card_rules.cache_clear()
        assert all_card_rules()["busche-neller"] == card
    finally:
        monkeypatch.undo()
        all_card_rules.cache_clear()
    assert (card.front.stops[:3], card.front_wins) == ((200, 200, 400), 0.5)
    assert (card.back, card.back_wins) == (before.back, before.back_wins)


@pytest.mark.nightly
@pytest.mark.parametrize("name", sorted(all_card_rules()))
def test_the_stored_chances_are_exact(name: str) -> None:
    rules, found = load(name), all_card_rules()[name]
    for bot, chance in (("paper:3", found.front_wins), ("paper", found.back_wins)):
        assert meet(turns_of(rules, bot), turns_of(rules, "champion")).chance == pytest.approx(
            chance, abs=1e-9
        )
