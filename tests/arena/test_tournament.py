"""Tournaments: what was played once is not played again, a kill loses nothing, programs are isolated."""

import json
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hotdice.arena import Match, Seating, results, simulate
from hotdice.arena.contest import Contest, hold
from hotdice.arena.journal import Journal, table_key
from hotdice.arena.ratings import rate
from hotdice.arena.report import to_csv, to_html, to_json, to_svg
from hotdice.arena.tally import Tally
from hotdice.rules import load

BOTS = ("cautious", "threshold:300", "greedy")


def contest(folder: Path, games: int = 300_000, **more: object) -> Contest:
    return Contest(rules=load("kcd"), folder=folder, bots=BOTS, games=games, threads=2, **more)  # type: ignore[arg-type]


def test_the_same_numbers_on_any_number_of_threads() -> None:
    match = Match("kcd", ("threshold:300", "greedy"), "threads", Seating.DUPLICATE)
    one, three = simulate(match, 90_001, threads=1), simulate(match, 90_001, threads=3)
    assert one.tally == three.tally
    assert one.tally.games == 90_002


def killed_on_its_way(command: list[str], journal: Path) -> bytes:
    """Start a tournament and kill it as soon as two tables are written down; what is there then."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    deadline = time.monotonic() + 120
    while not (journal.exists() and journal.read_bytes().count(b"\n") >= 2) and process.poll() is None:
        assert time.monotonic() < deadline
        time.sleep(0.002)
    process.kill()
    process.communicate()
    return journal.read_bytes()


@pytest.mark.second_try("a process has to be killed before it is done")
def test_a_killed_tournament_goes_on_and_ends_with_the_same_numbers(tmp_path: Path) -> None:
    whole = to_json(hold(contest(tmp_path / "whole")))
    command = [sys.executable, "-m", "hotdice", "tournament", str(tmp_path / "killed"), "--rules", "kcd"]
    command += ["--players", ",".join(BOTS), "--games", "300000", "--threads", "2", "--json"]
    journal = tmp_path / "killed" / "results" / "journal.jsonl"
    for _ in range(20):  # on a busy machine it may be over before it is killed
        lines = killed_on_its_way(command, journal)
        if 2 <= lines.count(b"\n") < 9:
            break
        shutil.rmtree(tmp_path / "killed")
    else:
        raise AssertionError("it was never caught on its way")
    journal.write_bytes(lines + b'{"key": "torn')  # as a kill in the middle of a line leaves it
    again = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
    assert again == json.loads(json.dumps(whole))


def test_a_finished_tournament_plays_nothing_again(tmp_path: Path) -> None:
    first = to_json(hold(contest(tmp_path, 20_000)))
    size = (tmp_path / "results" / "journal.jsonl").stat().st_size
    assert to_json(hold(contest(tmp_path, 20_000))) == first
    assert (tmp_path / "results" / "journal.jsonl").stat().st_size == size
    assert to_json(hold(contest(tmp_path, 20_000, seed="2"))) != first


def test_ladder_and_report(tmp_path: Path) -> None:
    outcome = hold(contest(tmp_path, 20_000, ladder=True))
    assert [line.entrant.name for line in outcome.standings] == ["greedy", "threshold:300", "cautious"]
    page = to_html(outcome)
    assert "<script" not in page
    assert all(bot in page for bot in BOTS)
    assert to_csv(outcome).count("\n") == 1 + 2 * len(outcome.tables)
    assert to_svg(outcome).startswith("<svg")
    assert outcome.ratings["greedy"].ordinal > outcome.ratings["cautious"].ordinal


def test_programs_are_ranked_and_their_faults_told(tmp_path: Path) -> None:
    good = "from hotdice.players.botkit import run\nrun(lambda question: question.choices[-1])\n"
    (tmp_path / "good.py").write_text(good)
    (tmp_path / "<b>bad.py").write_text("raise SystemExit('I give up')")
    (tmp_path / "test_good.py").write_text("")
    (tmp_path / "notes.txt").write_text("no bot")
    outcome = hold(Contest(rules=load("kcd"), folder=tmp_path, bots=("greedy",), games=4))
    assert {line.entrant.name for line in outcome.standings} == {"greedy", "good", "<b>bad"}
    assert outcome.standings[-1].entrant.name == "<b>bad"
    assert outcome.faults["<b>bad"][0] == "ended with code 1: I give up"
    assert "&lt;b&gt;bad" in to_html(outcome)
    assert "<b>bad" not in to_html(outcome).replace("&lt;b&gt;bad", "")


def test_wrong_contests_are_told(tmp_path: Path) -> None:
    for bots, words in ((("greedy",), "needs 2 to 200 bots"), (("nobody", "greedy"), "there is no bot")):
        with pytest.raises(ValueError, match=words):
            hold(Contest(rules=load("kcd"), folder=tmp_path, bots=bots))


def test_a_journal_belongs_to_its_match(tmp_path: Path) -> None:
    match = Match("kcd", ("greedy", "cautious"), "1")
    keys = {table_key(match, ["", ""]), table_key(match, ["", "x"])}
    keys |= {
        table_key(Match("classic", match.bots, "1"), ["", ""]),
        table_key(Match("kcd", match.bots, "2"), ["", ""]),
    }
    assert len(keys) == 4
    with Journal(tmp_path / "j") as journal:
        journal.add("k", 0, 5, Tally(2), ["a note"])
    with Journal(tmp_path / "j") as journal:
        assert journal.find("k", 0, 5) == Tally(2)
        assert journal.notes == {"k": ["a note"]}


def test_ratings_follow_the_shares() -> None:
    found = rate(["a", "b", "c"], {("a", "b"): 0.6, ("b", "c"): 0.6, ("a", "c"): 0.7})
    assert found["a"].mu > found["b"].mu > found["c"].mu
    even = rate(["a", "b"], {("a", "b"): 0.5})
    assert abs(even["a"].mu - even["b"].mu) < 1.5


def test_duplicate_games_cancel_luck() -> None:
    """Two bots alike win exactly one game of each pair of twins."""
    same = simulate(Match("kcd", ("greedy", "greedy"), "twins", Seating.DUPLICATE), 2000)
    assert same.tally.wins[0, 1] == same.tally.wins[1, 1] == 1000
    assert same.tally.squares.tolist() == [1000 * 2520**2] * 2


def test_two_faulty_programs_lose_their_games_and_the_rest_goes_on(tmp_path: Path) -> None:
    """Between two that never answer a game has no end; nobody wins it, and the report names both."""
    for name in ("silent.py", "rude.py"):
        words = (
            "import sys\nprint('ready', flush=True)\nfor line in sys.stdin: print('nonsense', flush=True)\n"
        )
        (tmp_path / name).write_text(words)
    contest = Contest(
        rules=load("kcd", ["target=1000"]),
        folder=tmp_path,
        bots=("greedy",),
        games=4,
        limit=5.0,
        duplicate=False,
    )
    outcome = hold(contest)
    first = outcome.standings[0]
    assert (first.entrant.name, first.share.mean) == ("greedy", 1.0)
    assert [line.share.mean for line in outcome.standings[1:]] == [0.0, 0.0]
    assert set(outcome.faults) == {line.entrant.name for line in outcome.standings[1:]}


def test_a_simulation_tells_what_a_program_did_wrong(tmp_path: Path) -> None:
    bot = tmp_path / "rude.py"
    bot.write_text(
        "import sys\nprint('ready', flush=True)\nfor line in sys.stdin: print('nonsense', flush=True)\n"
    )
    found = simulate(Match("kcd", (f"program:{bot}", "greedy")), 3)
    assert list(found.faults) == [f"program:{bot}"]
    assert "failed 5 times" in results.describe(found, "Kingdom Come")
    assert results.to_json(found)["faults"][f"program:{bot}"]
