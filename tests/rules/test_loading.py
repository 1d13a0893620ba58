"""Rule files: every key with good and bad values, faults with lines, bases, settings, titles, the hash."""

import json
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from hotdice.rules import (
    Fault,
    RulesError,
    Ruleset,
    describe,
    differences,
    from_raw,
    from_text,
    load,
    reference,
    resolve,
    scoring_lines,
    shipped,
    to_raw,
)
from rules.strategies import random_raws, random_rulesets

SCORING = "[scoring]\nsingles = { 1 = 100, 5 = 50 }\n"


def faults_of(text: str | bytes) -> list[Fault]:
    with pytest.raises(RulesError) as caught:
        from_text(text)
    return caught.value.faults


def keys_of(text: str) -> list[str]:
    return [fault.key for fault in faults_of(text)]


# ---- every key, good and bad ---------------------------------------------------------------------

GOOD: list[tuple[str, str]] = [
    ("format", "1"),
    ("format", "2"),
    ("joker", "{ face = 1, dice = 6 }"),
    ("joker.face", "0"),
    ("instant_win", '[{ dice = "1 1 1 1 1 1" }, { alike = 5, first = true }]'),
    ("instant_win", "[]"),
    ("instant_loss", "[{ alike = 6 }]"),
    ("bank_step", "100"),
    ("bump", '"to_zero"'),
    ("bump", '"swap"'),
    ("piggyback", "true"),
    ("overshoot", '"nothing"'),
    ("last_chance", '"last_licks"'),
    ("name", '"my-house-2"'),
    ("title", '"Ours"'),
    ("summary", '"How we play."'),
    ("source", '"Grandmother"'),
    ("dice", "1"),
    ("dice", "10"),
    ("weights", "[1, 2, 3, 4, 5, 6]"),
    ("weights", "[[1,1,1,1,1,1],[0,0,0,0,0,9],[1,1,1,1,1,1],[1,1,1,1,1,1],[1,1,1,1,1,1],[1,1,1,1,1,1000]]"),
    ("min_players", "1"),
    ("min_players", "20"),
    ("max_players", "0"),
    ("max_players", "2"),
    ("max_players", "20"),
    ("first_player", '"chosen"'),
    ("first_player", '"rolled"'),
    ("opening", "0"),
    ("opening", "1000000"),
    ("opening_policy", '"must_reach"'),
    ("opening_policy", '"may_stop"'),
    ("minimum", "0"),
    ("minimum", "1000000"),
    ("minimum_binds_win", "false"),
    ("take_all", "true"),
    ("hot_dice", '"optional"'),
    ("hot_dice", '"forced"'),
    ("nothing_bonus", "500"),
    ("toxic", "{ face = 2, count = 4 }"),
    ("toxic", "{ face = 0 }"),
    ("penalty", "{ count = 3, points = 500, restarts = true, floor = 0 }"),
    ("penalty", "{ points = 1000, floor = -2000 }"),
    ("target", "1"),
    ("target", "10000000"),
    ("reach", '"at_least"'),
    ("reach", '"more_than"'),
    ("reach", '"exactly"'),
    ("last_chance", '"none"'),
    ("last_chance", '"finish_round"'),
    ("last_chance", '"others_once"'),
    ("rounds", "1"),
    ("rounds", "1000"),
    ("ties", '"shared"'),
    ("ties", '"trigger_keeps"'),
    ("ties", '"play_off"'),
    ("compensation", "[0, 200]"),
    ("deck", '"house"'),
    ("scoring.singles", "{ 2 = 20 }"),
    ("scoring.triples", "{ 1 = 0, 6 = 1000000 }"),
    ("scoring.alike", '{ scheme = "none" }'),
    ("scoring.alike", '{ scheme = "add" }'),
    ("scoring.alike", '{ scheme = "double" }'),
    ("scoring.alike", '{ scheme = "table", 4 = 1, 5 = 1000000 }'),
    ("scoring.alike", '{ scheme = "multiply", 4 = 2, 5 = 4, 6 = 8, 7 = 16, 8 = 32, 9 = 64, 10 = 128 }'),
    ("scoring.straight", "0"),
    ("scoring.runs", "{ 1-2 = 50, 3-6 = 400 }"),
    ("scoring.three_pairs", "0"),
    ("scoring.pairs_may_repeat", "true"),
    ("scoring.two_triplets", "0"),
    ("scoring.triplets_may_repeat", "true"),
    ("scoring.four_and_pair", "0"),
    ("scoring.full_house", "1500"),
    ("scoring.full_house_bonus", "250"),
    ("scoring.sets", '[{ dice = "135", points = 500 }, { dice = "6 6", points = 1 }]'),
    ("scoring.sets", "[]"),
]

BAD: list[tuple[str, str, str, str]] = [
    # key, value, key of the fault, part of its sentence
    ("format", "3", "format", "from 1 to 2"),
    ("joker.face", "7", "joker.face", "from 0 to 6"),
    ("joker", "{ face = 1, dice = 7 }", "joker.dice", "from 1 to 6"),
    ("joker.faces", "1", "joker.faces", "not a key"),
    ("instant_win", "true", "instant_win", "must be a list"),
    ("instant_win", "[{}]", "instant_win[0].dice", "or alike, and not both"),
    ("instant_win", '[{ dice = "111111", alike = 6 }]', "instant_win[0].dice", "not both"),
    ("instant_win", '[{ dice = "1111111" }]', "instant_win[0].dice", "1 to 6 faces"),
    ("instant_loss", "[{ alike = 7 }]", "instant_loss[0].alike", "must be from 2 to 6, not 7"),
    ("instant_loss", "[{ alike = 1 }]", "instant_loss[0].alike", "from 2 to 6"),
    ("instant_loss", '[{ alike = 5, often = true }]', "instant_loss[0].often", "not a key"),
    ("bank_step", "1001", "bank_step", "from 0 to 1,000"),
    ("bump", '"home"', "bump", "must be one of none, to_zero, swap"),
    ("piggyback", "1", "piggyback", "true or false"),
    ("overshoot", '"welfare"', "overshoot", "needs reach = exactly"),
    ("last_chance", '"licks"', "last_chance", "must be one of none"),
    ("name", '"Big House"', "name", "lower-case"),
    ("name", '"-"', "name", "lower-case"),
    ("title", '"a\\nb"', "title", "one line"),
    ("title", '"' + "x" * 121 + '"', "title", "at most 120"),
    ("title", "5", "title", "text in quotes"),
    ("summary", '"' + "x" * 601 + '"', "summary", "at most 600"),
    ("source", "[]", "source", "text in quotes, not a list"),
    ("dice", "0", "dice", "from 1 to 10, not 0"),
    ("dice", "11", "dice", "from 1 to 10"),
    ("dice", "true", "dice", "whole number, not true"),
    ("dice", "6.0", "dice", "whole number, not a fraction"),
    ("dice", "inf", "dice", "whole number"),
    ("dice", "nan", "dice", "whole number"),
    ("dice", '"6"', "dice", "whole number, not '6'"),
    ("dice", "2026-01-01", "dice", "whole number, not 2026-01-01"),
    ("dice", "0x" + "f" * 1000, "dice", "not a number that large"),
    ("weights", "5", "weights", "must be a list"),
    ("weights", "[1, 2, 3]", "weights[0]", "six numbers"),
    ("weights", "[0, 0, 0, 0, 0, 0]", "weights[0]", "not all of them zero"),
    ("weights", "[1, 1, 1, 1, 1, 1001]", "weights[0][5]", "from 0 to 1,000"),
    ("weights", "[1, 1, 1, 1, 1, -1]", "weights[0][5]", "from 0 to 1,000"),
    ("weights", "[[1, 1, 1, 1, 1, 2]]", "weights", "each of the 6 dice"),
    ("weights", "[1, [2], 3, 4, 5, 6]", "weights[0]", "list of whole numbers"),
    ("weights", "[" + "1, " * 11 + "]", "weights", "at most 10 entries"),
    ("min_players", "0", "min_players", "from 1 to 20"),
    ("min_players", "21", "min_players", "from 1 to 20"),
    ("max_players", "1", "max_players", "at least min_players (2)"),
    ("max_players", "21", "max_players", "from 0 to 20"),
    ("first_player", '"oldest"', "first_player", "one of chosen, rolled, not 'oldest'"),
    ("first_player", "1", "first_player", "one of chosen, rolled, not 1"),
    ("opening", "-1", "opening", "from 0 to 1,000,000"),
    ("opening", "1000001", "opening", "from 0 to 1,000,000"),
    ("opening_policy", '"never"', "opening_policy", "must_reach, may_stop"),
    ("minimum", "-50", "minimum", "from 0"),
    ("minimum_binds_win", "1", "minimum_binds_win", "true or false, not 1"),
    ("take_all", '"yes"', "take_all", "true or false, not 'yes'"),
    ("hot_dice", '"never"', "hot_dice", "optional, forced"),
    ("nothing_bonus", "-1", "nothing_bonus", "from 0"),
    ("toxic", "2", "toxic", "must be a table"),
    ("toxic", "{ face = 7 }", "toxic.face", "from 0 to 6"),
    ("toxic", "{ face = 2, count = 7 }", "toxic.count", "from 1 to 6"),
    ("toxic", "{ faces = 2 }", "toxic.faces", "did you mean face?"),
    ("penalty", "500", "penalty", "must be a table"),
    ("penalty", "{ count = 0 }", "penalty.count", "from 1 to 20"),
    ("penalty", "{ points = -500 }", "penalty.points", "from 0"),
    ("penalty", "{ floor = 1 }", "penalty.floor", "from -10,000,000 to 0"),
    ("penalty", "{ restarts = 0 }", "penalty.restarts", "true or false"),
    ("target", "0", "target", "from 1 to 10,000,000"),
    ("target", "10000001", "target", "from 1 to 10,000,000"),
    ("reach", '"beyond"', "reach", "at_least, more_than, exactly"),
    ("last_chance", '"all"', "last_chance", "none, finish_round, others_once"),
    ("rounds", "0", "rounds", "from 1 to 1,000"),
    ("rounds", "1001", "rounds", "from 1 to 1,000"),
    ("ties", '"fight"', "ties", "shared, trigger_keeps, play_off"),
    ("compensation", "200", "compensation", "list of whole numbers"),
    ("compensation", "[" + "0, " * 21 + "]", "compensation", "at most 20"),
    ("compensation", "[0, -1]", "compensation[1]", "from 0"),
    ("compensation", "[0, true]", "compensation[1]", "whole number, not true"),
    ("deck", '"House!"', "deck", "name of a deck"),
    ("scoring", "5", "scoring", "must be a table"),
    ("scoring.singles", "{ 7 = 5 }", "scoring.singles.7", "is not one of 1, 2, 3, 4, 5, 6"),
    ("scoring.singles", "{ 1 = -5 }", "scoring.singles.1", "from 0 to 1,000,000"),
    ("scoring.triples", "[300]", "scoring.triples", "must be a table, not a list"),
    ("scoring.alike", '{ scheme = "cube" }', "scoring.alike.scheme", "none, table, add, double, multiply"),
    ("scoring.alike", '{ scheme = "table" }', "scoring.alike.scheme", "needs a value for 4 dice"),
    ("scoring.alike", '{ scheme = "table", 5 = 1 }', "scoring.alike.scheme", "without a gap"),
    ("scoring.alike", '{ scheme = "multiply", 4 = 0 }', "scoring.alike.4", "from 1"),
    ("scoring.alike", '{ scheme = "add", 4 = 5 }', "scoring.alike.scheme", "takes no values"),
    ("scoring.alike", '{ scheme = "table", 4 = 5, 11 = 9 }', "scoring.alike.11", "from 4 to 10"),
    ("scoring.straight", "-1", "scoring.straight", "from 0"),
    ("scoring.runs", "{ 1-6 = 5 }", "scoring.runs.1-6", "is the straight"),
    ("scoring.runs", "{ 5-1 = 5 }", "scoring.runs.5-1", "is not a run such as 1-5"),
    ("scoring.runs", "{ 1-5 = -5 }", "scoring.runs.1-5", "from 0"),
    ("scoring.three_pairs", "1.5", "scoring.three_pairs", "whole number"),
    ("scoring.pairs_may_repeat", "1", "scoring.pairs_may_repeat", "true or false"),
    ("scoring.two_triplets", '"many"', "scoring.two_triplets", "whole number"),
    ("scoring.triplets_may_repeat", "0", "scoring.triplets_may_repeat", "true or false"),
    ("scoring.four_and_pair", "-5", "scoring.four_and_pair", "from 0"),
    ("scoring.full_house", "-5", "scoring.full_house", "from 0"),
    ("scoring.full_house_bonus", "-5", "scoring.full_house_bonus", "from 0"),
    ("scoring.sets", "5", "scoring.sets", "must be a list"),
    ("scoring.sets", "[5]", "scoring.sets[0]", "table with dice and points"),
    ("scoring.sets", '[{ dice = "17", points = 5 }]', "scoring.sets[0].dice", "1 to 6 faces"),
    ("scoring.sets", '[{ dice = "1111111", points = 5 }]', "scoring.sets[0].dice", "1 to 6 faces"),
    ("scoring.sets", '[{ dice = "", points = 5 }]', "scoring.sets[0].dice", "1 to 6 faces"),
    ("scoring.sets", '[{ dice = "11" }]', "scoring.sets[0].points", "must be given"),
    ("scoring.sets", '[{ dice = "11", points = 5, x = 1 }]', "scoring.sets[0].x", "is not a key"),
    ("traget", "5000", "traget", "did you mean target?"),
    ("zzz", "1", "zzz", "is not a key of a rule file"),
]  # fmt: skip


@pytest.mark.parametrize(("key", "value"), GOOD)
def test_a_good_value_of_a_key_is_taken(key: str, value: str) -> None:
    rules = from_text(f'base = "classic"\n{key} = {value}\n')
    assert from_raw(to_raw(rules)).hash == rules.hash


@pytest.mark.parametrize(("key", "value", "fault_key", "sentence"), BAD)
def test_a_bad_value_is_a_fault_with_key_line_and_sentence(
    key: str, value: str, fault_key: str, sentence: str
) -> None:
    faults = faults_of(f'# a comment\nbase = "classic"\n{key} = {value}\n')
    assert [fault.key for fault in faults] == [fault_key]
    assert sentence in faults[0].message
    assert faults[0].line == 3


def test_solo_goal_belongs_to_one_player_and_a_number_of_rounds() -> None:
    start = 'base = "marina"\nsolo_goal = 5000\n'
    assert [fault.message for fault in faults_of(start)] == ["is for one player: it needs max_players = 1"]
    both = faults_of('base = "classic"\nsolo_goal = 5000\n')
    assert [fault.message[:24] for fault in both] == ["needs a number of rounds", "is for one player: it ne"]
    assert from_text(start + "min_players = 1\nmax_players = 1\n").solo_goal == 5000


def test_either_a_target_or_rounds() -> None:
    assert keys_of(SCORING) == ["target"]
    assert keys_of("target = 500\nrounds = 3\n" + SCORING) == ["target"]


def test_what_needs_a_target_is_refused_with_rounds() -> None:
    text = 'rounds = 3\nlast_chance = "others_once"\nties = "trigger_keeps"\n' + SCORING
    assert keys_of(text) == ["last_chance", "ties"]


def test_one_die_cannot_be_forced_to_roll_on_for_ever() -> None:
    assert keys_of('base = "classic"\ndice = 1\nhot_dice = "forced"\n') == ["hot_dice"]


@pytest.mark.parametrize(
    "text",
    [
        "target = 500\n",
        "target = 500\n[scoring]\n",
        "target = 500\n[scoring]\nsingles = { 1 = 0 }\n",
        "target = 500\ndice = 2\n[scoring]\ntriples = { 1 = 1000 }\n",
        "target = 500\ntoxic = { face = 1, count = 1 }\n[scoring]\nsingles = { 1 = 100 }\n",
        "target = 500\nweights = [0, 1, 1, 1, 1, 1]\n[scoring]\nsingles = { 1 = 100 }\n",
    ],
)
def test_a_sheet_on_which_nothing_can_ever_score_is_refused(text: str) -> None:
    assert keys_of(text) == ["scoring"]


def test_an_exact_target_must_be_a_sum_of_scores() -> None:
    assert keys_of('target = 525\nreach = "exactly"\n' + SCORING) == ["target"]
    solo = 'rounds = 5\nmin_players = 1\nmax_players = 1\nsolo_goal = 525\nreach = "exactly"\n'
    assert keys_of(solo + SCORING) == ["solo_goal"]
    assert from_text(solo.replace("525", "550") + SCORING).solo_goal == 550


# ---- all faults at once, each on its line --------------------------------------------------------


def test_all_faults_at_once_with_their_lines() -> None:
    text = """\
title = "Broken"
dice = 0
target = "far"
summary = \"\"\"
target = 3
\"\"\"
opning = 500

[scoring]
singles = { 1 = 100, 9 = 1 }
straight = true
alike.scheme = "cube"

[scoring.triples]
1 = -3
"0" = 5

[[scoring.sets]]
dice = "135"
points = 5

[[scoring.sets]]
dice = "9"
points = 5

[ "penalty" ]
count = 99
"""
    found = {fault.key: fault.line for fault in faults_of(text)}
    assert found == {
        "dice": 2,
        "target": 3,
        "summary": 4,
        "opning": 7,
        "scoring.singles.9": 10,
        "scoring.straight": 11,
        "scoring.alike.scheme": 12,
        "scoring.triples.1": 15,
        "scoring.triples.0": 16,
        "scoring.sets[1].dice": 23,
        "penalty.count": 27,
    }


def test_a_fault_prints_file_line_key_and_sentence(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('base = "classic"\ndice = 0\n')
    with pytest.raises(RulesError) as caught:
        load(path)
    assert str(caught.value) == f"{path}: line 2, dice: must be from 1 to 10, not 0"


def test_a_list_over_several_lines_is_located_at_its_key() -> None:
    (fault,) = faults_of('base = "classic"\ncompensation = [\n 0,\n -5,\n]\n')
    assert (fault.key, fault.line) == ("compensation[1]", 2)


def test_lines_are_right_in_a_file_with_carriage_returns_and_a_byte_order_mark() -> None:
    text = '\ufeffbase = "classic"\r\ndice = 0\r\n'
    assert [(fault.key, fault.line) for fault in faults_of(text.encode())] == [("dice", 2)]
    assert [(fault.key, fault.line) for fault in faults_of(text)] == [("dice", 2)]


def test_a_fault_about_what_is_not_in_the_file_has_no_line() -> None:
    (fault,) = faults_of(SCORING)
    assert (fault.key, fault.line) == ("target", 0)
    assert str(fault).startswith("target: a sheet has either")


def test_a_syntax_error_names_its_line() -> None:
    (fault,) = faults_of('base = "classic"\ntarget = = 5\n')
    assert fault.line == 2
    assert fault.message.startswith("is not TOML")


def test_a_key_of_control_characters_is_shown_harmlessly() -> None:
    (fault,) = faults_of('base = "classic"\n"\\u001b[31m" = 1\n')
    assert fault.key == "\\x1b[31m"


def test_a_misspelt_base_is_a_fault_beside_the_others() -> None:
    faults = faults_of('base = "clasic"\ndice = 0\n')
    assert [(fault.key, fault.line) for fault in faults] == [("base", 1), ("dice", 2)]
    assert faults[0].message.endswith("did you mean classic?")
    assert [fault.key for fault in faults_of("base = 5\ndice = 0\n")] == ["base", "dice"]


# ---- house rules: base and settings --------------------------------------------------------------


def test_a_base_gives_what_the_file_does_not_say() -> None:
    house = from_text('base = "playmonster"\ntarget = 5000\nscoring.three_pairs = 750\n')
    assert house.scoring.three_pairs == 750
    assert house.scoring.straight == 1500
    assert (house.target, house.opening) == (5000, 500)
    assert (house.source, house.summary) == ("", "")
    assert house.base == "playmonster"


def test_the_shipped_sheet_is_not_changed_by_a_house() -> None:
    before = load("classic").hash
    load("classic", ["singles.1=150", "alike.4=5", "target=5"])
    from_text('base = "classic"\nscoring.singles.5 = 70')
    assert load("classic").hash == before
    assert load("classic").scoring.singles[0] == 100


def test_file_and_settings_say_the_same() -> None:
    words = ["target=5000", "opening=300", "penalty.points=500", "alike.scheme=double", 'ties="shared"']
    text = (
        'base = "playmonster"\ntarget = 5000\nopening = 300\nties = "shared"\npenalty.points = 500\n'
        'scoring.alike = { scheme = "double" }\n'
    )
    assert load("playmonster", words).hash == from_text(text).hash
    assert load("playmonster", words).title == from_text(text).title


@pytest.mark.parametrize(
    ("setting", "path", "value"),
    [
        ("three_pairs=750", ("scoring", "three_pairs"), 750),
        ("scoring.three_pairs=750", ("scoring", "three_pairs"), 750),
        ("singles.1 = 150", ("scoring", "singles", "1"), 150),
        ("runs.1-5=500", ("scoring", "runs"), {"1-5": 500}),
        ('sets=[{dice="135",points=500}]', ("scoring", "sets"), [{"dice": "135", "points": 500}]),
        ("take_all=true", ("take_all",), True),
        ("target=5_000", ("target",), 5000),
        ("hot_dice=forced", ("hot_dice",), "forced"),
        ("penalty.points=1000", ("penalty", "points"), 1000),
        ("toxic.face=2", ("toxic", "face"), 2),
        ("weights=[1,1,1,1,1,2]", ("weights",), [[1, 1, 1, 1, 1, 2]] * 6),
    ],
)
def test_settings_of_nested_and_bare_keys(setting: str, path: tuple[str, ...], value: object) -> None:
    found: Any = to_raw(load("classic", [setting]))
    for part in path:
        found = found[part]
    assert found == value


@pytest.mark.parametrize(
    ("setting", "key", "sentence"),
    [
        ("target", "target", "form key=value"),
        ("=5", "=5", "form key=value"),
        ("x" * 2000, "x" * 40, "form key=value"),
        ("a.b.c.d.e=1", "a.b.c.d.e", "nested too deeply"),
        ("target=", "target", "whole number, not ''"),
        ("target=5,000", "target", "whole number, not '5,000'"),
        ("target=5\nrounds=3", "target", "whole number"),
        ("base=marina", "base", "not a setting"),
        ("traget=5000", "traget", "did you mean target?"),
        ("dice.x=5", "dice", "whole number, not a table"),
        ("scoring=" + "[" * 900, "scoring", "must be a table"),
    ],
)
def test_bad_settings_are_faults(setting: str, key: str, sentence: str) -> None:
    with pytest.raises(RulesError) as caught:
        load("classic", [setting])
    assert caught.value.origin == "settings"
    assert [fault.key for fault in caught.value.faults] == [key]
    assert sentence in caught.value.faults[0].message


def test_a_value_and_a_table_of_the_same_key_contradict_each_other() -> None:
    with pytest.raises(RulesError, match="set twice"):
        load("classic", ["penalty=5", "penalty.points=5"])


def test_all_bad_settings_are_told_at_once() -> None:
    with pytest.raises(RulesError) as caught:
        load("classic", ["nonsense", "a.b.c.d.e=1"])
    assert [fault.key for fault in caught.value.faults] == ["nonsense", "a.b.c.d.e"]


def test_from_a_target_to_rounds_and_back() -> None:
    rounds = load("playmonster", ["rounds=10"])
    assert (rounds.rounds, rounds.target) == (10, 0)
    assert rounds.title == "PlayMonster Farkle, 10 rounds, ties shared"
    target = load("marina", ["target=5000"])
    assert (rounds.reach, target.rounds, target.target) == ("at_least", 0, 5000)
    assert target.title == "Marina Games Farkle, competition, to 5,000"
    solo = load("marina-solitaire", ["target=5000"])
    assert (solo.solo_goal, solo.target, solo.reach) == (0, 5000, "at_least")


def test_other_rounds_leave_the_rest_of_the_end_alone() -> None:
    solo = load("marina-solitaire", ["rounds=5"])
    assert (solo.solo_goal, solo.reach) == (10_000, "more_than")
    assert load("playmonster", ["target=5000"]).last_chance == "others_once"


def test_settings_over_a_file(tmp_path: Path) -> None:
    path = tmp_path / "Our House.toml"
    path.write_text('base = "classic"\nopening = 300\n')
    house = load(path)
    assert (house.name, house.title) == ("our-house", "Classic Farkle, opening 300")
    assert load(path, ["target=5000"]).title == "Classic Farkle, to 5,000, opening 300"
    path.write_text('base = "classic"\ntitle = "Ours"\nopening = 300\n')
    assert load(path, ["target=5000"]).title == "Ours, to 5,000"
    assert load(path, ["target=5000", "title=Theirs"]).title == "Theirs"
    path.write_text('title = "Tiny"\ntarget = 500\n' + SCORING)
    assert load(str(path), ["target=600"]).title == "Tiny, to 600"
    with pytest.raises(RulesError):
        load(path, ["dice=0"])


# ---- titles --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sheet", "words", "title"),
    [
        ("playmonster", ["target=5000", "opening=300"], "PlayMonster Farkle, to 5,000, opening 300"),
        ("playmonster", ["opening=300", "target=5000"], "PlayMonster Farkle, to 5,000, opening 300"),
        ("classic", ["opening=0"], "Classic Farkle, no opening minimum"),
        ("classic", ["opening=500"], "Classic Farkle"),
        ("classic", ["minimum=300", "take_all=true"], "Classic Farkle, minimum 300, take all scoring dice"),
        ("marina", ["minimum=0"], "Marina Games Farkle, competition, no minimum"),
        ("marina", ["penalty.floor=0"], "Marina Games Farkle, competition, penalty floor 0"),
        ("classic", ["singles.5=60", "hot_dice=forced"], "Classic Farkle, hot dice forced, singles 5 60"),
        ("classic", ["alike.scheme=double"], "Classic Farkle, alike double"),
        ("classic", ["weights=[2,1,1,1,1,1]"], "Classic Farkle, weighted dice"),
        ("kcd", ["runs.1-5=0"], "Kingdom Come dice, runs 1-5 0"),
        ("munchkin-farkle", ["deck="], "Munchkin Farkle, no deck"),
        ("busche-neller", ["compensation=[0,200]"], "Busche and Neller's Farkle, compensation 0 200"),
        ("classic", ["title=Ours", "target=5"], "Ours"),
    ],
)
def test_a_title_is_made_from_the_differences(sheet: str, words: list[str], title: str) -> None:
    assert load(sheet, words).title == title


def test_a_title_of_many_differences_is_cut() -> None:
    words = [f"{kind}.{face}=70" for kind in ("singles", "triples") for face in range(1, 7)]
    assert load("classic", words).title.endswith("and 7 more changes")


def test_the_words_of_a_house_begin_with_its_differences() -> None:
    first = describe(load("playmonster", ["target=5000", "opening=300"]))[0]
    assert first == "House rules over PlayMonster Farkle: to 5,000, opening 300."


# ---- the hash ------------------------------------------------------------------------------------


def test_the_hash_covers_play_and_not_wording() -> None:
    rules = load("classic")
    worded = from_text(
        'base = "classic"\nname = "other"\ntitle = "Other"\nsummary = "Words."\nsource = "Elsewhere"\n'
    )
    assert worded.hash == rules.hash
    assert worded.title == "Other"


CHANGES = [
    "dice=5", "weights=[2,1,1,1,1,1]", "min_players=3", "max_players=4", "first_player=rolled",
    "opening=300", "opening_policy=may_stop", "minimum=300", "take_all=true", "hot_dice=forced",
    "nothing_bonus=500", "toxic.face=2", "penalty.points=500", "target=5000", "reach=more_than",
    "last_chance=none", "rounds=10", "ties=play_off", "compensation=[0,200]", "deck=house", "singles.1=150",
    "triples.1=1000", "alike.4=1100", "alike.scheme=add", "straight=2000", "runs.1-5=500",
    "three_pairs=750", "pairs_may_repeat=true", "two_triplets=1500", "triplets_may_repeat=true",
    "four_and_pair=750", "full_house=1500", "full_house_bonus=250", 'sets=[{dice="135",points=500}]',
]  # fmt: skip


def test_every_change_of_play_changes_the_hash() -> None:
    hashes = [load("classic").hash] + [load("classic", [change]).hash for change in CHANGES]
    assert len(set(hashes)) == len(hashes)
    less = ["penalty.points=500", "penalty.count=2"], ["penalty.points=500", "penalty.restarts=false"]
    more = ["penalty.points=500", "penalty.floor=0"], ["minimum=300", "minimum_binds_win=false"]
    assert len({load("classic", words).hash for words in [*less, *more, ["minimum=300"]]}) == 5


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ([], ["format=1"]),
        ([], ["opening=500"]),
        ([], ["compensation=[0,0,0]"]),
        ([], ["weights=[7,7,7,7,7,7]"]),
        ([], ["penalty.count=7"]),
        ([], ["toxic={face=0,count=2}"]),
        ([], ["minimum_binds_win=false"]),
        ([], ["runs.1-5=0"]),
        ([], ["singles.2=0"]),
        ([], ["sets=[]"]),
        ([], ["alike.7=4000"]),
        (["opening=0"], ["opening=0", "opening_policy=may_stop"]),
        (["weights=[1,1,1,1,1,2]"], ["weights=[2,2,2,2,2,4]"]),
        (["penalty={count=1,points=50}"], ["penalty={count=1,points=50,restarts=false}"]),
        (["three_pairs=0"], ["three_pairs=0", "pairs_may_repeat=true"]),
        (["two_triplets=0"], ["two_triplets=0", "triplets_may_repeat=true"]),
        (['sets=[{dice="135",points=9}]'], ['sets=[{dice="5 3 1",points=9},{dice="153",points=5}]']),
        (["dice=3"], ["dice=3", "alike.scheme=double"]),
        (["rounds=10"], ["rounds=10", "reach=more_than"]),
    ],
)
def test_equal_play_has_an_equal_hash(one: list[str], other: list[str]) -> None:
    assert load("classic", one).hash == load("classic", other).hash


def test_shipped_sheets_have_different_hashes_and_carry_their_own_names() -> None:
    assert len({load(name).hash for name in shipped()}) == len(shipped()) == 12
    assert [load(name).name for name in shipped()] == list(shipped())


# ---- round trips ---------------------------------------------------------------------------------


def assert_round_trips(rules: Ruleset) -> None:
    again = from_raw(to_raw(rules))
    assert again.hash == rules.hash
    assert to_raw(again) == to_raw(rules)
    travelled = resolve(reference(rules))
    assert (travelled.hash, travelled.title) == (rules.hash, rules.title)
    assert reference(travelled) == reference(rules)
    assert json.loads(json.dumps(to_raw(rules))) == to_raw(rules)
    assert scoring_lines(rules)
    assert all(describe(rules))


@pytest.mark.parametrize("name", shipped())
def test_shipped_sheets_round_trip_as_their_names(name: str) -> None:
    assert reference(load(name)) == name
    assert resolve(name) is load(name)
    assert_round_trips(load(name))


IMPOSSIBLE = {
    # one player has no other seats, and a scheme that computes has no values
    "marina-solitaire": ("min_players=3", "max_players=4", "alike.4=1100"),
    "kcd": ("alike.4=1100",),
    "playmonster": (),
}


@pytest.mark.parametrize(
    ("name", "change"),
    [(name, change) for name, refused in IMPOSSIBLE.items() for change in CHANGES if change not in refused],
)
def test_a_changed_sheet_round_trips(name: str, change: str) -> None:
    assert_round_trips(load(name, [change]))


@pytest.mark.parametrize(
    ("name", "change"), [(name, change) for name, refused in IMPOSSIBLE.items() for change in refused]
)
def test_a_change_that_does_not_fit_the_sheet_is_refused(name: str, change: str) -> None:
    with pytest.raises(RulesError):
        load(name, [change])


@settings(max_examples=150, deadline=None)
@given(random_rulesets())
def test_random_house_rules_round_trip(rules: Ruleset) -> None:
    assert_round_trips(rules)


@settings(max_examples=100, deadline=None)
@given(random_raws())
def test_random_house_rules_as_differences_from_a_base(raw: dict[str, Any]) -> None:
    """Only the differences, laid over the base again, give the same rule set whenever they can say it."""
    base = load("classic")
    house = from_raw(raw)
    again = from_raw({"base": "classic"} | differences(house, base))
    assert differences(again, base) == differences(house, base)
    assert_round_trips(again)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nothing",
        "[]",
        "{",
        "{}",
        '{"base":"nothing"}',
        '{"base":5}',
        "{" * 5000,
        '{"a":' * 5000,
        "null",
        '"x"',
    ],
)
def test_a_reference_to_nothing_is_refused(text: str) -> None:
    with pytest.raises(RulesError):
        resolve(text)


def test_null_in_json_is_a_key_that_is_not_there() -> None:
    assert resolve('{"base":"marina","penalty":{"points":500,"floor":null},"zzz":null}').penalty.floor is None


# ---- hostile files -------------------------------------------------------------------------------

HOSTILE: dict[str, str | bytes] = {
    "huge": "#" * 10_000_000,
    "full of unknown keys": "".join(f"k{i}=1\n" for i in range(9_000))[:65_000],
    "full of unknown keys in a table": "[scoring]\n" + "".join(f"k{i}=1\n" for i in range(9_000))[:65_000],
    "full of bad runs": "[scoring.runs]\n" + "".join(f"{i}=1\n" for i in range(9_000))[:65_000],
    "full of tables": "".join(f"[t{i}]\n" for i in range(9_000))[:65_000],
    "full of lists of tables": "[[a]]\n" * 10_000,
    "full of sets": "[[scoring.sets]]\n" * 3_800,
    "deep lists": "a = " + "[" * 60_000,
    "deep closed lists": "a = " + "[" * 30_000 + "]" * 30_000,
    "deep tables": "a = " + "{a=" * 20_000,
    "dotted key": ".".join("a" * 30_000) + " = 1",
    "dotted header": "[" + ".".join("a" * 30_000) + "]",
    "dotted key in a table": "a = {" + ".".join("a" * 30_000) + " = 1}",
    "many dotted keys": "".join(f"{'a.' * 90}k{i} = 1\n" for i in range(330)),
    "spaced dotted key": " . ".join("a" * 15_000) + " = 1",
    "long key": "k" * 60_000 + " = 1",
    "long quoted key": '"' + "k" * 60_000 + '" = 1',
    "long line of quotes": '"' * 60_000,
    "long text": 'title = "' + "x" * 60_000 + '"',
    "open text": 'title = """' + "x" * 60_000,
    "null bytes": b"\0" * 5_000,
    "null byte in a text": b'base = "cla\0ssic"',
    "binary": bytes(range(256)) * 200,
    "not UTF-8": b'title = "\xff\xfe"',
    "a thousand digits": "target = 1" + "0" * 1_000,
    "sixty thousand digits": "target = " + "9" * 60_000,
    "sixty thousand hex digits": "target = 0x" + "f" * 60_000,
    "exponent": "target = 1e400",
    "all booleans": "dice = true\ntarget = false\nopening = true\n",
    "all infinite": "dice = inf\ntarget = -inf\nopening = nan\n",
    "long list of weights": "weights = [" + "1," * 30_000 + "]",
    "long compensation": "compensation = [" + "1," * 30_000 + "]",
    "the largest numbers": "target = 9223372036854775808\ndice = -9223372036854775808\n",
    "empty": "",
    "spaces": " " * 60_000,
    "new lines": "\n" * 60_000,
    "equals signs": "=" * 60_000,
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_quickly(name: str) -> None:
    started = time.process_time()
    faults = faults_of(HOSTILE[name])
    assert time.process_time() - started < 1.0
    assert 0 < len(faults) < 200
    assert all(len(str(fault)) < 500 for fault in faults)


def test_a_file_may_have_64_kibibytes_and_not_one_more() -> None:
    text = b'base = "classic"\n'
    text += b"#" * (65_536 - len(text))
    assert from_text(text).hash == load("classic").hash
    assert "is larger than a rule file may be (65,536 bytes)" in str(faults_of(text + b"#")[0])


def test_a_sheet_may_have_fifty_sets_and_not_one_more() -> None:
    one = '{ dice = "1", points = 5 },'
    assert len(from_text(f'base = "classic"\nscoring.sets = [{one * 50}]').scoring.sets) == 1
    (fault,) = faults_of(f'base = "classic"\nscoring.sets = [{one * 51}]')
    assert (fault.key, fault.message) == ("scoring.sets", "must have at most 50 entries, not 51")


def test_more_unknown_keys_than_anybody_reads_are_counted() -> None:
    faults = faults_of('base = "classic"\n' + "".join(f"k{i} = 1\n" for i in range(1_000)))
    assert len(faults) == 21
    assert (faults[20].key, faults[20].line) == ("k20", 22)
    assert faults[20].message == "and 979 more keys behind it are unknown too"


@pytest.mark.parametrize("path", ["", "no-such-sheet", "a\0b", "/dev/zero", "x" * 5_000])
def test_a_path_that_holds_no_rule_file_is_refused(path: str) -> None:
    with pytest.raises(RulesError):
        load(path)


def test_the_dearest_rule_sets_still_load_and_score_in_reasonable_time() -> None:
    """Ten dice, fifty sets, everything on: the most work that a valid file can ask for."""
    sets = ",".join(
        f'{{dice="{"".join(map(str, [i % 6 + 1, i % 5 + 1, i % 4 + 1]))}",points={i + 1}}}' for i in range(50)
    )
    started = time.process_time()
    rules = from_text(
        f'base = "classic"\ndice = 10\nscoring.sets = [{sets}]\n'
        "scoring.pairs_may_repeat = true\nscoring.full_house = 5\n"
        "scoring.singles = { 2 = 1, 3 = 1, 4 = 1, 6 = 1 }\n"
    )
    assert rules.table.options([1, 1, 2, 2, 3, 3, 4, 4, 5, 6]).options[0].hot
    assert time.process_time() - started < 5.0
