"""`hotdice evening`: the commands of a host, bad input, and kills in the middle of it."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from club.evenings import own_standings
from hotdice.club.evening import commands as c
from hotdice.club.evening import events as e
from hotdice.club.evening import standings
from hotdice.club.evening.plan import UNIT, Plan
from hotdice.door.game import Game
from hotdice.game import print_record
from hotdice.rules import load
from hotdice.terminal import cli, evening_file

PLAYER = Path(__file__).parent / "evening_player.py"


class Told:
    """What a command said."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


Run = Callable[..., Told]


@pytest.fixture
def hotdice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> Told:
        code = cli.run(["evening", *words])
        said = capsys.readouterr()
        return Told(code, said.out, said.err)

    return run


def test_an_evening_from_the_plan_to_the_prizes(hotdice: Run, tmp_path: Path) -> None:
    names = ["Ann", "Bob", "Cleo", "Dan", "Eve"]
    assert hotdice("new", "f.evening", *names, "--rounds", "2", "--minutes", "20").code == 0
    assert hotdice("enter", "f.evening", "Fay", "--away").code == 0
    paired = hotdice("pair", "f.evening", "--draw", "7")
    assert paired.out.startswith("Round 1\n")
    assert "free" in paired.out
    assert "Fay" not in paired.out
    assert "20 minutes" in hotdice("slips", "f.evening").out
    assert 0 < json.loads(hotdice("clock", "f.evening", "--start", "--json").out)["left_seconds"] <= 1200
    evening = evening_file.read(Path("f.evening"))
    first, second = (evening.players[player - 1].name for player in evening.rounds[0].tables[0].players)
    assert "10,000 : 8,250" in hotdice("result", "f.evening", "1", f"{second}=8,250", f"{first}=10000").out
    one, other = (str(player) for player in evening.rounds[0].tables[1].players)
    assert "to be confirmed" in hotdice("result", "f.evening", "2", "9000", "10000", "--by", one).out
    assert "complete" in hotdice("confirm", "f.evening", "2", "--by", other).out
    assert hotdice("checkin", "f.evening", "fay").code == 0
    assert hotdice("pair", "f.evening").out.count(" - ") == 3
    assert hotdice("pair", "f.evening", "--take-back").code == 0
    assert hotdice("drop", "f.evening", "Cleo").code == 0
    assert hotdice("pair", "f.evening").code == 0
    assert "misread" in hotdice("correct", "f.evening", "1", "1", "1", "2", "--reason", "misread").out
    for table in ("1", "2"):
        assert hotdice("result", "f.evening", table, "10000", "100").code == 0
    assert hotdice("standings", "f.evening", "--html", "s.html").code == 0
    assert "misread" in (tmp_path / "s.html").read_text("utf-8")
    assert hotdice("slips", "f.evening", "--html", "slips.html").code == 0
    assert hotdice("playoff", "f.evening", "2").code == 0
    assert hotdice("pair", "f.evening").out.startswith("Round 3 (knock-out)")
    assert "one more turn" in hotdice("result", "f.evening", "1", "5", "5").err
    assert hotdice("result", "f.evening", "1", "6", "5").code == 0
    assert "prizes come first" in hotdice("luck", "f.evening").err
    assert hotdice("finish", "f.evening").code == 0
    assert "recorded throw by throw" in hotdice("luck", "f.evening").err
    told = json.loads(hotdice("export", "f.evening").out)
    assert [line["place"] for line in told["standings"]] == [1, 2, 3, 4, 5, 6]
    assert told["evening"]["phase"] == "over"


def test_bad_words_change_nothing(hotdice: Run, tmp_path: Path) -> None:
    assert hotdice("new", "f.evening", "Ann", "Bob").code == 0
    before = (tmp_path / "f.evening").read_bytes()
    for words, wanted in (
        (("new", "f.evening"), "is there already"),
        (("new", "g.evening", "Ann", "ann"), "already"),
        (("new", "g.evening", "--points", "x"), "whole numbers"),
        (("new", "g.evening", "--points", "1,2"), "go down"),
        (("new", "g.evening", "--ties", "luck"), "does not work"),
        (("new", "g.evening", "--rules", "nothing"), "nothing"),
        (("enter", "f.evening", "bob"), "already"),
        (("drop", "f.evening", "Zoe"), "nobody"),
        (("result", "f.evening", "1", "1", "2"), "no round is paired"),
        (("correct", "f.evening", "1", "1", "1", "2", "--reason", "x"), "no table 1"),
        (("pair", "none.evening"), "cannot be read"),
    ):
        told = hotdice(*words)
        assert told.code == 2, words
        assert wanted in told.err, (words, told.err)
    assert (tmp_path / "f.evening").read_bytes() == before
    assert not (tmp_path / "g.evening").exists()


def test_the_scorekeepers_file_is_a_result_and_luck_is_taken_out(hotdice: Run, tmp_path: Path) -> None:
    game = Game(load("kcd"), ["Ann", "Bob"], seed="a slip")
    while not game.over:
        game.let("greedy")
    (tmp_path / "game.farkle").write_text(print_record(game.record), "utf-8")
    hotdice("new", "f.evening", "Ann", "Bob", "--rules", "kcd", "--rounds", "1")
    hotdice("pair", "f.evening")
    assert hotdice("result", "f.evening", "1", "--record", "game.farkle").code == 0
    evening = evening_file.read(Path("f.evening"))
    table = evening.rounds[0].tables[0]
    assert table.scores is not None
    assert dict(zip(table.players, table.scores, strict=True)) == dict(zip((1, 2), game.totals, strict=True))
    hotdice("finish", "f.evening")
    told = json.loads(hotdice("luck", "f.evening", "--json").out)["without_luck"]
    assert {line["judged"] for line in told} == {1}
    assert sum(line["points"] for line in told) == pytest.approx(1.0)
    assert all(0.0 < line["points"] < 1.0 for line in told)


def test_a_torn_end_is_passed_over_and_a_changed_line_is_found(tmp_path: Path) -> None:
    path = tmp_path / "f.evening"
    evening_file.create(path, [e.Opened(plan=Plan(), at=1)])
    evening_file.ask(path, c.Enter("Ann"))
    whole = path.read_bytes()
    path.write_bytes(whole + b'1234abcd [{"type":"Ent')
    assert len(evening_file.read(path).players) == 1
    evening_file.ask(path, c.Enter("Bob"))
    assert [player.name for player in evening_file.read(path).players] == ["Ann", "Bob"]
    path.write_bytes(path.read_bytes().replace(b"Ann", b"Eve"))
    with pytest.raises(evening_file.EveningError, match="line 2 is damaged"):
        evening_file.ask(path, c.Enter("Cy"))


def killed_and_gone_on(path: Path, players: int, kills: int, seed: int) -> None:
    """Play five rounds of Swiss, kill the program so many times, and look that nothing it told is lost."""
    dice = Random(seed)
    names = [e.Entered(player=number, name=f"P{number}", here=True) for number in range(1, players + 1)]
    evening_file.create(path, [e.Opened(plan=Plan(rounds=5), at=1), *names])
    every = players // 2 * 5 // (kills + 1)
    for kill in range(kills + 1):
        program = [sys.executable, str(PLAYER), str(path), str(seed + kill)]
        with subprocess.Popen(program, stdout=subprocess.PIPE, text=True, env=os.environ) as child:
            assert child.stdout is not None
            told = 0
            after = dice.randrange(1, every) if kill < kills else 1_000_000
            for number, line in enumerate(child.stdout, 1):
                told = int(line)
                if number == after:
                    child.kill()
                    break
            rest = [int(line) for line in child.stdout.read().split()]
            told = max([told, *rest])
            child.wait()
        evening = evening_file.read(path)
        assert evening.length >= told, "something that was told is lost"
        events = evening_file.read_log(path.read_bytes())[0]
        assert len(events) == evening.length
    assert len(evening.rounds) == 5
    assert evening.rounds[-1].over
    met = [tuple(sorted(table.players)) for one in evening.rounds for table in one.tables]
    assert len(met) == len(set(met)) == players // 2 * 5

    own = own_standings(events, ("buchholz",))
    assert [row[1] * UNIT for row in own] == [line.points for line in standings(evening)]


def test_kills_in_the_middle_of_an_evening_lose_nothing(tmp_path: Path) -> None:
    killed_and_gone_on(tmp_path / "f.evening", players=16, kills=2, seed=5)


@pytest.mark.nightly
def test_twenty_kills_in_the_middle_of_64_players(tmp_path: Path) -> None:
    killed_and_gone_on(tmp_path / "f.evening", players=64, kills=20, seed=6)
