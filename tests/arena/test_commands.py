"""The commands of the arena, as a person or a script uses them."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hotdice.terminal.cli import hotdice


def run(*words: str) -> Result:
    return CliRunner().invoke(hotdice, list(words))


def test_simulate_has_the_keys_of_the_contract(tmp_path: Path) -> None:
    table, picture = tmp_path / "t.csv", tmp_path / "p.png"
    words = [
        "simulate",
        "classic",
        "--players",
        "threshold:300,greedy",
        "--games",
        "2000",
        "--seed",
        "1",
        "--json",
    ]
    found = run(*words, "--csv", str(table), "--picture", str(picture))
    assert found.exit_code == 0
    data = json.loads(found.stdout)
    assert {"games", "seconds", "games_per_second", "wins", "mean_score", "mean_turns"} <= set(data)
    assert data["games"] == 2000
    assert set(data["wins"][0]) == {"seat", "bot", "wins", "ties", "rate", "low", "high"}
    assert set(data["mean_score"][0]) == {"mean", "low", "high"}
    assert sum(line["rate"] for line in data["wins"]) == pytest.approx(1)
    assert table.read_text().startswith("what,seat,bot,value,games\n")
    assert picture.read_bytes().startswith(b"\x89PNG")
    again = json.loads(run(*words, "--threads", "3").stdout)
    assert (again["wins"], again["mean_score"]) == (data["wins"], data["mean_score"])


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["simulate", "classic", "--players", "nobody,greedy"], "there is no bot"),
        (["simulate", "classic", "--players", "greedy"], "players, not 1"),
        (["simulate", "nowhere", "--players", "greedy,greedy"], "nowhere"),
        (["simulate", "classic", "--players", "greedy,greedy", "--games", "0"], "--games"),
        (["simulate", "classic", "--players", "greedy,greedy", "--rotate", "--duplicate"], "--rotate"),
        (["simulate", "classic", "--players", "threshold:999999,threshold:999999"], "has no end"),
        (["tournament", "no-such-folder"], "there is no folder"),
        (["watch", "classic", "--players", "greedy,greedy", "--game", "-1"], "--game"),
        (["positions", "classic", "--n", "0"], "--n"),
        (["positions", "munchkin-farkle"], "cards"),
        (["bot", "new", "Not A Name"], "a bot's name"),
        (["bot", "check", "no-such-file.py"], "there is no file"),
    ],
)
def test_bad_input_ends_with_a_sentence(words: list[str], sentence: str) -> None:
    found = run(*words)
    assert found.exit_code == 2
    assert sentence in found.stderr
    assert found.exception is None or isinstance(found.exception, SystemExit)


def test_a_new_bot_works_and_is_short(tmp_path: Path) -> None:
    assert run("bot", "new", "mine", "--folder", str(tmp_path)).exit_code == 0
    assert len((tmp_path / "mine.py").read_text().splitlines()) <= 25
    assert "in order" in run("bot", "check", str(tmp_path / "mine.py")).stdout
    assert run("bot", "new", "mine", "--folder", str(tmp_path)).exit_code == 2
    found = run(
        "tournament", str(tmp_path), "--rules", "kcd", "--players", "cautious", "--games", "6", "--json"
    )
    assert {line["name"] for line in json.loads(found.stdout)["entrants"]} == {"mine", "cautious"}
    assert (tmp_path / "results" / "report.html").exists()


def test_watch_shows_a_game_of_the_simulation() -> None:
    text = run("watch", "kcd", "--players", "greedy,cautious", "--seed", "1", "--game", "3").stdout
    assert text.startswith("Kingdom Come dice: seat 1 greedy, seat 2 cautious")
    assert "wins." in text


def test_positions_are_reproducible() -> None:
    lines = run("positions", "kcd", "--n", "3", "--seed", "5").stdout.splitlines()
    assert lines == run("positions", "kcd", "--n", "3", "--seed", "5").stdout.splitlines()
    for line in map(json.loads, lines):
        values = [choice["value"] for choice in line["choices"]]
        assert line["value"] == max(values) == values[0]
        assert all(0 <= value <= 1 for value in values)
