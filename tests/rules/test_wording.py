"""The rules in words follow the data: each choice of the format has a sentence of its own."""

import pytest

from hotdice.rules import describe, load, scoring_lines, shipped


@pytest.mark.parametrize(
    ("setting", "sentence"),
    [
        ("opening_policy=may_stop", "you may stop below that, for nothing"),
        ("opening=300", "you need 300 in one turn; below that you must roll on"),
        ("minimum=300", "You may bank 300 or more, every turn."),
        ("minimum_binds_win=false", "A bank that reaches the target may be smaller."),
        ("take_all=true", "set aside every scoring die"),
        ("hot_dice=forced", "with every die set aside you must roll them all again"),
        ("nothing_bonus=500", "A roll of all 6 dice without any score gives 500"),
        ("toxic={face=2,count=4}", "4 or more 2s in one roll are a farkle"),
        ("penalty.points=500", "For every 3 farkles in a row you lose 500 points."),
        ("penalty.restarts=false", "For each farkle from 3 in a row on you lose 750 points."),
        ("penalty.floor=0", "No total falls below 0 by it."),
        ("weights=[2,1,1,1,1,1]", "The dice are weighted, faces 1 to 6, die by die: 1: 2 1 1 1 1 1;"),
        ("compensation=[0,200]", "Points at the start, in order of play: 0, 200."),
        ("first_player=rolled", "the highest single die begins, ties roll again"),
        ("max_players=4", "2 to 4 players, 6 dice"),
        ("max_players=2", "2 players, 6 dice"),
        ("dice=5", "2 or more players, 5 dice"),
        ("last_chance=none", "The first to record 10,000 or more wins at once."),
        ("last_chance=finish_round", "10,000 or more, the round is finished"),
        ("reach=more_than", "When somebody has recorded more than 10,000"),
        ("reach=exactly", "exactly 10,000 (a turn that would go beyond scores nothing)"),
        ("ties=trigger_keeps", "leaves that player the winner"),
        ("ties=play_off", "tied leaders play one more turn each until one is ahead"),
        ("rounds=7", "The highest total after 7 rounds wins; equal totals share the win."),
        ("bump=to_zero", "exactly on another's total sends that player back to zero."),
        ("bump=swap", "exactly on another's total sends that player back to where they came from."),
        ("instant_win=[{alike=6}]", "6 alike"),
        ("deck=house", "Everybody takes the cards of one colour of The house deck"),
    ],
)
def test_every_choice_has_its_sentence(setting: str, sentence: str) -> None:
    needed = {"penalty.restarts=false": ["penalty.points=750"], "penalty.floor=0": ["penalty.points=750"]}
    needed["minimum_binds_win=false"] = ["minimum=300"]
    words = describe(load("classic", [*needed.get(setting, []), setting]))
    assert any(sentence in line for line in words)
    assert not any(sentence in line for line in describe(load("classic")))


@pytest.mark.parametrize("name", shipped())
def test_every_sentence_of_a_sheet_is_whole(name: str) -> None:
    sentences = describe(load(name))
    assert all(line[0].isupper() or line[0].isdigit() for line in sentences)
    assert all(line.endswith(".") for line in sentences)


def test_solitaire_says_what_wins() -> None:
    words = describe(load("marina-solitaire"))
    assert words[0] == "One player, 6 dice."
    assert words[-1] == "You win with more than 10,000 after 10 rounds."


@pytest.mark.parametrize(
    ("setting", "line"),
    [
        ("alike.scheme=add", ("each die beyond three alike", "the three again")),
        ("alike.scheme=double", ("each die beyond three alike", "doubles the three")),
        ("alike={scheme='multiply',4=2}", ("4 of a kind", "2 x the three")),
        ("alike.5=2500", ("5 of a kind", "2,500")),
        ("pairs_may_repeat=true", ("three pairs (pairs may be alike)", "1,500")),
        ("triplets_may_repeat=true", ("two triplets (triplets may be alike)", "2,500")),
        ("full_house=1500", ("full house", "1,500")),
        ("full_house_bonus=250", ("full house", "the three and 250")),
        ("runs.2-5=500", ("run 2-5", "500")),
        ("sets=[{dice='531',points=500}]", ("1 3 5", "500")),
        ("nothing_bonus=500", ("6 dice with no score", "500")),
        ("singles.2=20", ("single 2", "20")),
    ],
)
def test_every_kind_of_score_has_its_line(setting: str, line: tuple[str, str]) -> None:
    assert line in scoring_lines(load("classic", [setting]))
    assert line not in scoring_lines(load("classic"))
