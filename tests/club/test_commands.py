"""`hotdice daily`, `hotdice me` and `hotdice train --run` as somebody uses them, over a pipe."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from hotdice.client import HttpClient, ServerRefused
from hotdice.club.days import open_seed, today
from hotdice.game import parse_record
from hotdice.terminal.cli import hotdice
from hotdice.terminal.daily_files import file_of
from hotdice.terminal.devices import Devices
from hotdice.terminal.run_of_training import runs
from server.processes import serve


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOTDICE_HOME", str(tmp_path))


def run(*words: str, typed: str = "") -> str:
    found = CliRunner().invoke(hotdice, list(words), input=typed)
    assert found.exception is None or isinstance(found.exception, SystemExit), found.output
    return found.output


def whole_game() -> str:
    """What somebody types who keeps the most and stops as soon as it is allowed."""
    from hotdice.club.daily import rules_of_the_day
    from hotdice.door import Game

    game = Game(rules_of_the_day(), ["You"], seed=open_seed(today()))
    typed = []
    while not game.over:
        words = game.legal[0] if "keep" in game.legal[0] else "bank" if "bank" in game.legal else "roll"
        typed.append(words)
        game.move(words)
    return "\n".join(typed) + "\n"


def test_a_daily_game_is_played_once_kept_and_told() -> None:
    typed = whole_game()
    half = typed.splitlines(keepends=True)
    run("daily", typed="".join(half[:7]) + "bank bank\nquit\n")
    assert not parse_record(file_of(today()).read_bytes()).state().over
    told = run("daily", typed="".join(half[7:]))
    assert "Hotdice " in told
    assert "Played 1 day." in told
    again = run("daily", typed="roll\n")
    assert "> roll" not in again
    assert json.loads(run("daily", "--json"))["days"] == 1
    # Judged by points, as the day was: what was given away there is no game without a fault.
    judged, about = json.loads(run("daily", "--json")), json.loads(run("me", "--json"))
    (note,) = about["notes"]
    assert note["unit"] == "points"
    assert note["given_away"] >= judged["given_away"]
    assert ("flawless" in note["medals"]) == (judged["given_away"] == 0)
    assert "1 game, " in run("me")
    assert "points each" in run("me")
    assert "rated" not in run("me")
    assert run("me", "--csv").count("\n") == 2
    assert json.loads(run("me", "--json"))["games"] == 1
    assert "Nothing was erased" in run("me", "--erase", typed="no\n")
    assert "Nothing was erased" in run("me", "--erase")  # nobody is there to answer
    assert "1 game, " in run("me")
    assert "leave out" in run("me", "--erase", "--json")
    assert "belongs to --erase" in run("me", "--yes")
    told = run("me", "--erase", typed="erase\n")
    assert "This erases 1 saved game, 1 file about you." in told.replace(" and 1", ", 1")
    assert "Forgotten" in told
    assert "No finished games yet" in run("me")
    assert "nothing about you" in run("me", "--erase", "--yes")


def test_erasing_reaches_the_servers_that_know_a_key(tmp_path: Path) -> None:
    with serve(tmp_path) as server:
        client = HttpClient(server.url)
        key = client.arrive("Ann")["key"]
        Devices().remember(server.url, key=key, name="Ann")
        Devices().remember("http://127.0.0.1:1", key="of a server that is gone", name="Ann")
        told = run("me", "--erase", "--yes")
        assert "http://127.0.0.1:1 still knows you" in told
        assert Devices().servers() == ["http://127.0.0.1:1"]
        with pytest.raises(ServerRefused) as gone:
            HttpClient(server.url, key).get("/api/me")
        assert gone.value.status == 401


def test_another_window_does_not_change_a_game_that_went_on() -> None:
    run("daily", typed="roll\nquit\n")
    file = file_of(today())
    kept = file.read_bytes()
    file.write_bytes(kept.replace(f"seeded {open_seed(today())}".encode(), b"seeded 7"))
    assert "is left as it is" in run("daily", typed="roll\n")
    file.write_bytes(kept[:40])
    assert "left as it is" in run("daily", typed="roll\n")
    assert file.read_bytes() == kept[:40]


def test_days_that_are_not_there_are_refused() -> None:
    assert "has not begun" in run("daily", "--day", "2999-01-01")
    assert "is no day" in run("daily", "--day", "soon")
    assert "not over yet" in run("daily", "--show")


def test_an_older_day_is_practice_and_does_not_count() -> None:
    assert "for practice" in run("daily", "--day", "1", typed="roll\nquit\n")
    assert "No finished games yet" in run("me")


def test_a_run_ends_with_the_third_mistake_and_is_kept() -> None:
    told = run("train", "kcd", "--run", "--seed", "1", typed="a\nb\nc\nd\n" * 40)
    assert "The run: " in told
    (kept,) = runs()
    assert kept.mistakes <= 3
    assert kept.steps
    assert "leave out" in run("train", "kcd", "--run", "--own")
