"""`hotdice solve`, `advise` and `plot` by the contract of the command line."""

import json
from pathlib import Path
from typing import Any

import pytest

from hotdice.game import Roll, Throw, new_game, play, print_position
from hotdice.game.record import Record, print_record
from hotdice.rules import load
from terminal.running import run


def answer(*arguments: str, home: Path) -> dict[str, Any]:
    done = run(*arguments, "--json", home=home)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_solve_turn(tmp_path: Path) -> None:
    found = answer("solve", "facebook", "--goal", "turn", home=tmp_path)
    assert {"goal", "value", "states", "positions", "seconds", "hash", "from_table"} <= set(found)
    assert found["expected"] == pytest.approx(545.9021, abs=1e-4)
    assert found["bank_at"] == {"6": 16400, "5": 3050, "4": 1000, "3": 400, "2": 300, "1": 300}
    assert [row["3"] for row in found["bank_at_by_farkles"]] == [400, 350, 300]
    assert "bank_at_by_farkles" not in answer("solve", "classic", "--goal", "turn", home=tmp_path)


def test_solve_race_from_the_shipped_table(tmp_path: Path) -> None:
    found = answer("solve", "busche-neller", "--fair", home=tmp_path)
    assert found["from_table"] is True
    assert found["goal"] == "race"
    assert found["first_player_wins"] == found["value"] == found["seats"][0]
    assert sum(found["seats"]) == pytest.approx(1.0)
    assert found["fair"]["compensation"] == 200
    assert found["states"] == 40_000
    assert found["hash"] == load("busche-neller").hash


def test_solve_keeps_a_table_and_fresh_solves_again(tmp_path: Path) -> None:
    house = ("solve", "kcd", "--set", "target=300")
    first, second = answer(*house, home=tmp_path), answer(*house, home=tmp_path)
    assert (first["from_table"], second["from_table"]) == (False, True)
    assert first["value"] == pytest.approx(second["value"], abs=1e-9)
    assert answer(*house, "--fresh", home=tmp_path)["from_table"] is False
    table = next((tmp_path / "tables").glob("race-*.table"))
    raw = bytearray(table.read_bytes())
    raw[-1] ^= 1
    table.write_bytes(raw)
    assert "--fresh" in run(*house, home=tmp_path, code=2).stderr


def test_solve_rounds_and_solitaire(tmp_path: Path) -> None:
    rounds = answer("solve", "marina", home=tmp_path)
    assert rounds["goal"] == "rounds"
    assert rounds["first_player_wins"] == pytest.approx(0.47112, abs=1e-5)
    assert rounds["tie"] == pytest.approx(0.01178, abs=1e-5)
    alone = answer("solve", "marina-solitaire", home=tmp_path)
    assert alone["chance"] == pytest.approx(0.021785, abs=1e-6)
    assert alone["expected"] == pytest.approx(5464.05, abs=0.01)
    for which in ("chance", "expected"):
        assert sum(chance for _, chance in alone["distribution"][which]) == pytest.approx(1.0, abs=1e-9)


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("munchkin-farkle",), "munchkin-farkle-plain"),
        (("marina", "--goal", "race"), "rounds"),
        (("classic", "--goal", "rounds"), "target"),
        (("classic", "--players", "4"), "max-states"),
        (("classic", "--players", "3", "--fair"), "--fair"),
        (("classic", "--gpu"), "--players 3"),
        (("facebook", "--players", "3", "--set", "target=500"), "penalty"),
        (("classic", "--goal", "turn", "--set", "weights=[1,1,1,1,1,2]"), "weights"),
        (("classic", "--set", "target=1000000", "--set", "singles.1=1"), "states"),
        (("classic", "--max-states", "10"), "states"),
        (("classic", "--goal", "turn", "--fair"), "--fair"),
        (("classic", "--lowest", "-500"), "--lowest"),
        (("nothing-like-it",), "nothing-like-it"),
    ],
)
def test_solve_refuses(arguments: tuple[str, ...], word: str, tmp_path: Path) -> None:
    assert word in run("solve", *arguments, home=tmp_path, code=2).stderr


def test_solve_in_words(tmp_path: Path) -> None:
    said = run("solve", "munchkin-farkle-plain", home=tmp_path).stdout
    assert "between two" in said
    assert "from a table" in said


def test_advise_without_and_with_a_roll(tmp_path: Path) -> None:
    place = ("advise", "playmonster", "--scores", "3000,4000", "--turn", "400")
    found = answer(*place, "--dice", "3", home=tmp_path)
    assert found["unit"] == "win"
    assert found["exact"] is True
    assert [option["action"] for option in found["options"]] == ["roll", "bank"]
    assert [option["keep"] for option in found["options"]] == [None, None]
    assert found["options"][0]["loss"] == 0
    rolled = answer(*place, "--roll", "1155", home=tmp_path)["options"]
    assert rolled[0]["keep"] == "1155"
    assert rolled[0]["win"] == max(option["win"] for option in rolled)
    assert all(option["loss"] == pytest.approx(rolled[0]["win"] - option["win"]) for option in rolled)
    assert {(option["keep"], option["action"]) for option in rolled} >= {("5", "bank"), ("5", "roll")}


def test_advise_among_three_and_at_once(tmp_path: Path) -> None:
    three = ("--scores", "3000,4000,2500", "--turn", "400", "--dice", "3")
    found = answer("advise", "classic", *three, home=tmp_path)
    assert (found["source"]["kind"], found["exact"]) == ("exact", True)  # its table comes with Hotdice
    found = answer("advise", "playmonster", *three, "--games", "160", home=tmp_path)
    assert (found["source"]["kind"], found["source"]["games"], found["exact"]) == ("simulated", 160, False)
    assert all(option["low"] <= option["win"] <= option["high"] for option in found["options"])
    house = ("advise", "classic", "--set", "target=7650", "--scores", "3000,4000", "--dice", "6")
    quick = answer(*house, "--at-once", home=tmp_path)
    assert (quick["source"]["kind"], quick["unit"]) == ("turn", "points")
    assert not list(tmp_path.glob("**/*.table"))  # and nothing was solved behind anybody's back


def test_advise_solitaire_in_points(tmp_path: Path) -> None:
    place = ("advise", "marina-solitaire", "--scores", "2000", "--turn", "350", "--dice", "2")
    found = answer(*place, "--farkles", "0", "--round", "4", home=tmp_path)
    assert found["unit"] == "points"
    assert [option["win"] for option in found["options"]] == [None, None]


def test_advise_last_turn_and_rounds(tmp_path: Path) -> None:
    last = ("advise", "classic", "--scores", "9800,10300", "--trigger", "2", "--turn", "450", "--dice", "2")
    found = answer(*last, home=tmp_path)["options"]
    assert found[0]["action"] == "roll"
    assert found[1]["win"] == 0.0
    even = ("advise", "marina", "--scores", "5000,5000", "--farkles", "0,2", "--round", "10", "--first", "2")
    stop = answer(*even, "--turn", "300", "--dice", "4", home=tmp_path)["options"][0]
    assert (stop["action"], stop["win"]) == ("bank", 1.0)


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("classic", "--scores", "1000,2000", "--turn", "300"), "--dice"),
        (("classic", "--scores", "1000,x", "--dice", "6"), "--scores"),
        (("marina-solitaire", "--scores", "1,2,3", "--dice", "6"), "players"),
        (("munchkin-farkle", "--scores", "1000,2000,0", "--dice", "6"), "munchkin-farkle-plain"),
        (("classic", "--scores", "1000,2000,3000", "--dice", "6", "--trigger", "1"), "--trigger"),
        (("facebook", "--scores", "1000,2000", "--dice", "6"), "--farkles"),
        (("marina", "--scores", "1000,2000", "--farkles", "0,0", "--dice", "6"), "--first"),
        (("marina", "--scores", "1,2", "--farkles", "0,0", "--first", "1", "--dice", "6"), "--round"),
        (("munchkin-farkle-plain", "--scores", "1000,2000", "--dice", "6"), "--first"),
        (("classic", "--scores", "1000,10000", "--dice", "6"), "--trigger"),
        (("classic", "--scores", "1000,2000", "--turn", "300", "--roll", "2346"), "farkle"),
        (("classic", "--scores", "1000,2000", "--turn", "310", "--dice", "3"), "multiple"),
        (("classic", "--scores", "1000,2000", "--dice", "3"), "--turn"),
        (("classic", "--scores", "1000,2000", "--dice", "6", "--at", "3"), "--record"),
        (("classic",), "--position"),
        (("--position", "nonsense"), "position"),
    ],
)
def test_advise_refuses(arguments: tuple[str, ...], word: str, tmp_path: Path) -> None:
    assert word in run("advise", *arguments, home=tmp_path, code=2).stderr


def test_advise_a_position_and_a_record(tmp_path: Path) -> None:
    state = new_game(load("classic"), 2, first=0)
    events: list[Any] = []
    for command in (Roll(0), Throw((1, 5, 2, 3, 4, 4))):
        result = play(state, command)
        assert isinstance(result, tuple)
        state = result[0]
        events += result[1]
    position = answer("advise", "--position", print_position(state), home=tmp_path)
    assert {option["keep"] for option in position["options"]} == {"1", "5", "15"}
    record = Record(
        load("classic"), ("Ann", "Bob"), ("human", "human"), "real", first=0, events=tuple(events)
    )
    file = tmp_path / "game.txt"
    file.write_text(print_record(record), encoding="utf-8")
    assert answer("advise", "--record", str(file), home=tmp_path) == position
    start = answer("advise", "--record", str(file), "--at", "0", home=tmp_path)
    assert [option["action"] for option in start["options"]] == ["roll"]
    assert "--at" in run("advise", "--record", str(file), "--at", "99", home=tmp_path, code=2).stderr


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        (("kcd",), "kcd-race.png"),
        (("kcd", "--kind", "thresholds", "--total", "1000", "--out", "t.svg"), "t.svg"),
        (("marina-solitaire", "--out", "s.pdf"), "s.pdf"),
    ],
)
def test_plot(arguments: tuple[str, ...], name: str, tmp_path: Path) -> None:
    assert run("plot", *arguments, home=tmp_path).stdout.strip() == name
    assert (tmp_path / name).stat().st_size > 5000


@pytest.mark.parametrize(
    "arguments",
    [("classic", "--kind", "solitaire"), ("classic", "--out", "x.doc"), ("classic", "--total", "5")],
)
def test_plot_refuses(arguments: tuple[str, ...], tmp_path: Path) -> None:
    run("plot", *arguments, home=tmp_path, code=2)


SMALL = ("busche-neller", "--set", "target=600")


def test_three_players_are_solved_kept_and_advised(tmp_path: Path) -> None:
    before = answer("advise", *SMALL, "--scores", "100,200,300", "--dice", "6", home=tmp_path)
    assert before["source"]["kind"] == "simulated"
    first = answer("solve", *SMALL, "--players", "3", home=tmp_path)
    again = answer("solve", *SMALL, "--goal", "race", "--players", "3", home=tmp_path)
    assert (first["from_table"], again["from_table"]) == (False, True)
    assert first["seats"] == pytest.approx(again["seats"], abs=1e-9)
    assert sum(first["seats"]) == pytest.approx(1.0)
    assert first["states"] == 12**3
    found = answer("advise", *SMALL, "--scores", "100,200,300", "--turn", "300", "--dice", "3", home=tmp_path)
    assert sum(found["options"][0]["shares"]) == pytest.approx(1.0)
    assert found["options"][0]["shares"][0] == found["options"][0]["win"]
    said = run("advise", *SMALL, "--scores", "100,200,300", "--roll", "114556", home=tmp_path).stdout
    assert "exact: solved for three players" in said
    assert "third" in run("solve", *SMALL, "--players", "3", home=tmp_path).stdout


def test_three_players_in_a_last_turn(tmp_path: Path) -> None:
    house = ("munchkin-farkle-plain", "--set", "target=500")
    answer("solve", *house, "--players", "3", home=tmp_path)
    place = ("advise", *house, "--scores", "300,200,600", "--dice", "6", "--trigger", "3")
    assert "--first" in run(*place, home=tmp_path, code=2).stderr
    near = answer(*place, "--first", "3", home=tmp_path)["options"][0]
    alone = answer(*place, "--first", "2", home=tmp_path)["options"][0]
    # Where the round ends here, the next one has played already.
    assert near["win"] < alone["win"]


def test_a_champion_without_the_table_of_three_says_so(tmp_path: Path) -> None:
    match = (*SMALL, "--players", "champion,greedy,greedy", "--games", "30")
    assert "no table for three players" in run("simulate", *match, home=tmp_path).stderr
    answer("solve", *SMALL, "--players", "3", home=tmp_path)
    assert "table" not in run("simulate", *match, home=tmp_path).stderr


def test_four_players_on_a_small_target(tmp_path: Path) -> None:
    found = answer("solve", "busche-neller", "--set", "target=300", "--players", "4", home=tmp_path)
    assert len(found["seats"]) == 4
    assert sum(found["seats"]) == pytest.approx(1.0)
    assert found["states"] == 6**4
    refused = run("solve", "busche-neller", "--players", "4", home=tmp_path, code=2).stderr
    assert "1,600,000,000 states" in refused


def test_a_certificate_is_written_checked_and_refused_when_changed(tmp_path: Path) -> None:
    file = tmp_path / "certificate.npz"  # where no name is said
    found = answer("solve", "kcd", "--set", "target=500", "--certify", home=tmp_path)
    assert found["width"] < 1e-12
    checked = answer("certify", str(file), home=tmp_path)
    assert (checked["ok"], checked["sheet"], checked["problems"]) == (True, False, [])
    assert checked["lower"] <= found["first_player_wins"] <= checked["upper"]
    file.write_bytes(file.read_bytes()[:-300] + b"\0" * 300)
    assert "no certificate" in run("certify", str(file), home=tmp_path, code=2).stderr
    refused = run("solve", "facebook", "--certify", str(file), home=tmp_path, code=2).stderr
    assert "penalty" in refused
    assert "--certify" in run("solve", "marina", "--certify", str(file), home=tmp_path, code=2).stderr


def test_own_dice_are_solved_kept_and_advised_on(tmp_path: Path) -> None:
    house = ("solve", "kcd", "--set", "target=200", "--set", "dice=3")
    bags = ("--bag", "2*standard,1*odd", "--bag", "3*standard")
    found = answer(*house, *bags, home=tmp_path)
    assert found["bags"] == ["2*standard,1*odd", "3*standard"]
    assert found["first_player_wins"] > found["if_second_begins"][0]
    assert answer(*house, *bags, home=tmp_path)["from_table"] is True
    rules = load("kcd", ["target=200", "dice=3"])
    state = new_game(rules, 2, first=0, bags=("2*standard,1*odd", "3*standard"))
    for command in (Roll(0), Throw((5, 2, 5))):
        done = play(state, command)
        assert isinstance(done, tuple)
        state = done[0]
    advised = answer("advise", "--position", print_position(state), home=tmp_path)
    assert advised["exact"] is True
    best = answer(*house, "--collection", "3*standard,1*odd", home=tmp_path)
    assert (best["bags"][0]["bag"], best["screened"]) == ("2*standard,1*odd", 2)
    fined = answer(*house, "--set", "penalty.points=100", *bags, home=tmp_path)
    assert 0 < fined["first_player_wins"] < 1
    assert fined["states"] > found["states"]
    assert "hot_dice" in run(*house, "--set", "hot_dice=forced", *bags, home=tmp_path, code=2).stderr


def test_piggyback_is_solved_and_the_rest_refused_by_key(tmp_path: Path) -> None:
    found = answer("solve", "kcd", "--set", "piggyback=true", "--set", "target=300", home=tmp_path)
    assert found["first_player_wins"] == pytest.approx(0.8771, abs=1e-4)
    assert set(found["bank_at"]) == set(found["take_over"])
    refused = run("solve", "classic", "--set", "piggyback=true", home=tmp_path, code=2).stderr
    assert "last_chance" in refused
    assert "bump" in run("solve", "kcd", "--set", "bump=swap", home=tmp_path, code=2).stderr
