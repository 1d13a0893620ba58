"""The commands that answer a question: their words, their JSON, and their errors."""

import json
from pathlib import Path
from typing import Any

import pytest

from hotdice.rules import load, shipped
from terminal.running import run


def answer(*arguments: str, home: Path) -> Any:
    done = run(*arguments, "--json", home=home)
    assert done.stderr == ""
    assert done.stdout.count("\n") == 1
    return json.loads(done.stdout)


def test_alone_it_shows_what_can_be_done(tmp_path: Path) -> None:
    assert "play here" in run(home=tmp_path).stdout
    assert "rules" in run("--help", home=tmp_path).stdout


def test_rules_list(tmp_path: Path) -> None:
    rows = answer("rules", "list", home=tmp_path)["rules"]
    assert [row["name"] for row in rows] == list(shipped())
    assert set(rows[0]) == {"name", "title", "players", "hash", "summary"}
    assert rows[0]["hash"] == load("playmonster").hash


def test_rules_show_lists_the_differences_first(tmp_path: Path) -> None:
    text = run("rules", "show", "playmonster", "--set", "target=5000", "--set", "opening=300", home=tmp_path)
    lines = text.stdout.splitlines()
    assert lines[0] == "PlayMonster Farkle, to 5,000, opening 300"
    assert next(line for line in lines if line.startswith("- ")).startswith("- House rules over PlayMonster")
    shown = answer("rules", "show", "playmonster", "--set", "target=5000", home=tmp_path)
    assert shown["target"] == 5000
    assert shown["hash"] == load("playmonster", ["target=5000"]).hash


def test_rules_check_names_line_and_key(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('base = "classic"\ntarget = "far"\ndcie = 5\n')
    done = run("rules", "check", str(file), home=tmp_path, code=2)
    assert "line 2, target: must be a whole number" in done.stderr
    assert "line 3, dcie: is not a key of a rule file; did you mean dice?" in done.stderr
    done = run("rules", "check", str(file), "--json", home=tmp_path, code=2)
    found = json.loads(done.stdout)
    assert found["ok"] is False
    assert [(fault["line"], fault["key"]) for fault in found["problems"]] == [(2, "target"), (3, "dcie")]
    file.write_text('base = "classic"\ntarget = 5000\n')
    assert answer("rules", "check", str(file), home=tmp_path) == {"ok": True, "problems": []}


def test_score_by_the_contract(tmp_path: Path) -> None:
    found = answer("score", "playmonster", "6", "4", "1", "4", "4", "6", home=tmp_path)
    assert found["dice"] == "144466"
    assert found["farkle"] is False
    assert found["options"] == [
        {"keep": "1444", "points": 500, "dice_left": 2, "hot": False},
        {"keep": "444", "points": 400, "dice_left": 3, "hot": False},
        {"keep": "1", "points": 100, "dice_left": 5, "hot": False},
    ]
    assert answer("score", "classic", "223446", home=tmp_path)["farkle"] is True
    bonus = answer("score", "zilch", "223446", home=tmp_path)
    assert bonus == {
        "dice": "223446",
        "farkle": False,
        "options": [{"keep": "223446", "points": 500, "dice_left": 0, "hot": True}],
    }
    position = "playmonster~r3~s1~m2~n~2500.0.y_0.1.n~t550.1.5"
    assert answer("score", "--position", position, home=tmp_path)["dice"] == "5"


def test_odds_by_the_contract(tmp_path: Path) -> None:
    rows = answer("odds", "marina", home=tmp_path)["dice"]
    assert [row["n"] for row in rows] == [1, 2, 3, 4, 5, 6]
    assert rows[5]["farkle"] == [1080, 46656]
    assert rows[5]["hot"] == [3636, 46656]
    assert rows[5]["mean_best"] == pytest.approx(379.5653, abs=1e-4)
    assert [row["n"] for row in answer("odds", "marina", "--dice", "3", home=tmp_path)["dice"]] == [3]
    zilch = answer("odds", "zilch", "--dice", "6", home=tmp_path)["dice"][0]
    assert zilch["farkle"] == [0, 46656]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("rules", "show", "nosuch"), "neither a rule file nor a shipped sheet"),
        (("rules", "show", "classic", "--set", "target"), "key=value"),
        (("rules", "show", "classic", "--set", "dice=99"), "from 1 to 10"),
        (("score", "classic", "127"), "faces from 1 to 6"),
        (("score", "classic", "1234561"), "6 dice"),
        (("score", "classic"), "name a sheet and a roll"),
        (("score", "--position", "x"), "seven fields"),
        (("score", "--position", "classic~r1~s1~m1~n~0.0.n_0.0.n~t0.6"), "no dice lie"),
        (("odds", "classic", "--dice", "7"), "from 1 to 6"),
        (("odds", "classic", "--set", "weights=[2,1,1,1,1,1]"), "weights"),
        (("play", "nosuch"), "nosuch"),
        (("play", "classic", "--players", "human"), "is for"),
        (("play", "classic", "--players", "human,nobody"), "there is no bot"),
        (("play", "classic", "--players", "human,threshold:x"), "number of points"),
        (("play", "classic", "--players", "human,greedy:3"), "no argument"),
        (("play", "classic", "--names", "A"), "1 name for 2 seats"),
        (("play", "classic", "--names", "A,A"), "same name"),
        (("play", "classic", "--names", "A,B|C"), "no | or #"),
        (("play", "classic", "--first", "3"), "from 1 to 2"),
        (("play", "classic", "--seed", " "), "--seed"),
        (("play", "--position", "nonsense"), "seven fields"),
        (("play", "--resume"), "no unfinished game"),
        (("replay", "nosuch.farkle"), "no such file"),
        (("nonsense",), "No such command"),
    ],
)
def test_bad_input_is_exit_code_2_and_a_sentence(
    arguments: tuple[str, ...], message: str, tmp_path: Path
) -> None:
    done = run(*arguments, home=tmp_path, code=2)
    assert message in done.stderr
    assert done.stdout == ""
