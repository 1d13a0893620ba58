"""The commands over a pipe: what they print, what they refuse, what they save."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Protocol

import pytest
from msgspec.structs import replace

from hotdice.munchkin import parse_record, print_record, rederive
from hotdice.munchkin.commands import Deal
from hotdice.munchkin.companion import Step, parse_companion

HOTDICE = [sys.executable, "-c", "from hotdice.terminal.cli import main; main()", "munchkin"]


class Run(Protocol):
    """Runs `hotdice munchkin` with these words: what it printed, or with `code` what it complained about."""

    def __call__(self, *words: str, typed: str = "", code: int = 0) -> str: ...


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("HOTDICE_HOME", str(tmp_path / "home"))

    def call(*words: str, typed: str = "", code: int = 0) -> str:
        done = subprocess.run(
            [*HOTDICE, *words],
            input=typed,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
            cwd=tmp_path,
        )
        assert "Traceback" not in done.stderr, done.stderr
        assert done.returncode == code, done.stdout + done.stderr
        if code == 2:
            assert done.stderr.startswith(("hotdice: ", "Usage: "))
        return done.stderr if code == 2 else done.stdout

    return call


def test_a_game_of_bots_is_played_recorded_told_and_rederived(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.munchkin"
    words = ("play", "--players", "shrewd,steady,gambler", "--seed", "3")
    told = run(*words, "--record", str(file))
    assert "the game is won" in told
    assert all(len(line) <= 80 for line in told.splitlines() if str(tmp_path) not in line)
    record = parse_record(file.read_bytes())
    assert record.state().over
    assert rederive(record) > 50
    assert "are those of the seed" in run("verify", str(file))
    forged = tmp_path / "forged.munchkin"
    first = record.commands[0]
    other = Deal("cyborg" if first != Deal("cyborg") else "brawler")
    forged.write_text(print_record(replace(record, commands=(other,))))
    assert "not what the seed gives" in run("verify", str(forged), code=1)
    assert not json.loads(run("verify", "--json", str(forged), code=1))["ok"]
    assert json.loads(run("verify", "--json", str(file)))["chances"] == rederive(record)
    levels = zip(record.names, record.state().levels, strict=True)
    ended = ", ".join(f"{name} {level}" for name, level in levels)
    assert f"At the end: {ended}." in run("replay", str(file))
    again = tmp_path / "again.munchkin"
    run(*words, "--record", str(again))
    assert again.read_text() == file.read_text()
    assert "finished game" in run("play", "--record", str(file), code=2)
    plain = [*HOTDICE[:-1], "replay", str(file)]
    sent_on = subprocess.run(plain, capture_output=True, text=True, timeout=60, check=False)
    assert (sent_on.returncode, sent_on.stdout) == (0, run("replay", str(file)))


def test_a_person_plays_to_the_end_by_numbers(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.munchkin"
    told = run("play", "--players", "human,shrewd", "--seed", "8", "--record", str(file), typed="1\n" * 3000)
    assert "the game is won" in told
    assert "?" not in told.replace("your move >", "")
    assert parse_record(file.read_bytes()).state().over


def test_words_of_the_table(run: Run) -> None:
    typed = "help\nmoves\nall\ntable\nhand\ncard good-hammer\ncard x\nworth\n99\nfly\nroll\npass@2\n"
    typed += "+cyborg\nsave\nquit\n"
    told = run("play", "--players", "human,shrewd", "--seed", "1", typed=typed)
    for part in (
        "Type the number of a move",
        "Good Hammer: item, hand, +3, 500 gold",
        "Say which: card good-hammer",
        "A roll brings",
        "You have no roll now.",
        "The moves are 1 to",
        "I do not know that word",
        "yours cannot fall below 1",
        "That is not your seat",
        "Say where: save FILE",
        "The game was not saved",
    ):
        assert part in told, part


def test_a_game_goes_on_where_it_was_left(run: Run, tmp_path: Path) -> None:
    """The same answers in one sitting and in many lead to the same record."""
    words = ("play", "--players", "human,steady", "--seed", "5", "--record")
    whole, parts = tmp_path / "whole.munchkin", tmp_path / "parts.munchkin"
    run(*words, str(whole), typed="1\n" * 5)
    run(*words, str(parts), typed="1\n")
    for _ in range(4):
        assert "Going on" in run("play", "--record", str(parts), typed="1\n")
    assert parts.read_text() == whole.read_text()
    assert "hotdice munchkin play --record" in run("play", "--record", str(parts))
    assert "holds a game already" in run("play", "--record", str(parts), "--seed", "6", code=2)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["play", "--players", "human"], "2 to 6 players"),
        (
            ["play", "--players", "human,nobody"],
            "the bots are random, gambler, steady, shrewd, seer (a person is human)",
        ),
        (["play", "--players", "human,shrewd:3"], "takes no argument"),
        (["play", "--names", "A,B"], "2 names for 3 seats"),
        (["play", "--players", "human,shrewd", "--names", "A,A"], "the same name"),
        (["play", "--players", "human,shrewd", "--names", "A|,B"], "no | or #"),
        (["play", "--seed", ""], "--seed is a word"),
        (["play", "--set", "hand_limit=99"], "from 1 to 20"),
        (["play", "--set", "nonsense"], "key=value"),
        (["play", "--cards", "nowhere.toml"], "no such file"),
        (["play", "--record", "."], "is a directory"),
        (["replay", "nowhere"], "no such file"),
        (["companion", "--players", "Ann"], "2 to 10 players"),
        (["companion", "--players", "Ann,ann"], "the same name"),
        (["companion", "--players", "Ann,3"], "not a number"),
        (["companion", "--players", "Ann,"], "not empty"),
        (["measure", "--positions", "0"], "'--positions': 0 is not from 1 to 100,000"),
        (["measure", "--seats", "9"], "--seats is from 2 to 6"),
        (["simulate", "--players", "shrewd,human"], "there is no bot 'human'"),
        (["simulate", "--players", "shrewd"], "2 to 6 players"),
        (["simulate", "--games", "0"], "'--games': 0 is not from 1 to 1,000,000"),
        (["fly"], "No such command"),
    ],
)
def test_what_cannot_be_done_is_said_with_exit_code_2(run: Run, words: list[str], message: str) -> None:
    assert message in run(*words, code=2)


def test_a_file_that_is_no_record(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "junk"
    file.write_text("hello")
    for words in (["play", "--record"], ["replay"], ["companion", "--record"]):
        assert "first line" in run(*words, str(file), code=2)
    assert file.read_text() == "hello"


def test_the_latest_unfinished_game_is_resumed(run: Run, tmp_path: Path) -> None:
    assert "no unfinished game" in run("play", "--resume", code=2)
    file = tmp_path / "home" / "mine.munchkin"
    (tmp_path / "home").mkdir(exist_ok=True)
    (tmp_path / "home" / "broken.munchkin").write_text("not a record")
    run("play", "--players", "human,steady", "--seed", "2", "--record", str(file), typed="1\n")
    assert f"Going on with {file}" in run("play", "--resume", typed="quit\n")


def test_cards_and_settings_of_ones_own(run: Run, tmp_path: Path) -> None:
    cards = tmp_path / "cards.toml"
    cards.write_text(
        '[cards.rat]\nkind = "monster"\ncopies = 20\n[cards.tea]\nkind = "boost"\ncopies = 20\nbonus = 2\n'
    )
    file = tmp_path / "rats"
    run(
        "play",
        "--players",
        "steady,steady",
        "--cards",
        str(cards),
        "--seed",
        "1",
        "--epic",
        "--record",
        str(file),
    )
    record = parse_record(file.read_bytes())
    assert set(record.sheet.by_id) == {"rat", "tea"}
    assert max(record.state().levels) == 20


def test_the_companion_keeps_a_table(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "table.companion"
    typed = (
        "level Ann 4\nworth\nroll 7\nok\nno\n5\n\nfought ann\nroll head\n9\nb\nlevel Bob +2\nlevel bob -1\n"
        "penalty bob 3\nsex Cy\nroll\ndoor\nroll\nnext\nshow\nresults\nhelp\nquit\n"
    )
    words = ("companion", "--players", "Ann,Bob,Cy", "--sexes", "w,w,w", "--record", str(file))
    told = run(*words, typed="level Bob 3\n" + typed)
    for part in (
        "A roll at level 4, ahead of all, changes the chance to win by",
        "Does Ann have a Class or Style in play?",
        "Ann rolls again, free.",
        "Ann is a man now, at level 5, with 5 less in the next combat.",
        "The picture: pick a result from 1 to 9.",
        "Ann takes a level of Bob. No more rolls this turn.",
        "Ann has had result 9: no more rolls this turn.",
        "The door is open; the die is rolled before it.",
        "pick any result from 1 to 9; nobody can change it",
        "Words, one a line:",
    ):
        assert part in told, part
    assert all(len(line) <= 80 for line in told.splitlines() if str(tmp_path) not in line)
    state = parse_companion(file.read_bytes()).table()
    assert [player.level for player in state.players] == [5, 3, 1]
    assert [player.penalty for player in state.players] == [0, 3, 5]
    assert state.mover == 1


def test_the_companion_takes_everything_back(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "table.companion"
    told = run("companion", "--players", "Ann,Bob", "--record", str(file), typed="level Ann 4\nroll 5\nok\n")
    before = file.read_text()
    typed = "undo\n" * 4 + "undo\nlevel Ann 4\nroll 5\nok\n"
    told = run("companion", "--record", str(file), typed=typed)
    assert told.count("Taken back.") == 4
    assert "There is nothing to take back." in told
    assert file.read_text() == before


def test_the_companion_throws_the_die_itself_and_goes_on_with_the_latest_table(
    run: Run, tmp_path: Path
) -> None:
    told = run("companion", typed="Ann, Bob\n\nlevel Ann 5\nthrow\n")
    assert "Hotdice throws" in told
    kept = next((tmp_path / "home").glob("*.companion"))
    assert parse_companion(kept.read_bytes()).table().step in (Step.WINDOW, Step.PICK)
    assert f"Going on with {kept}" in run("companion", typed="")
    assert "holds a table already" in run("companion", "--record", str(kept), "--epic", code=2)


def test_a_wrong_answer_about_sexes_is_asked_again_and_loses_no_name(run: Run, tmp_path: Path) -> None:
    told = run("companion", typed="Ann, Bob\nx,y\nw,m\nlevel Ann 3\n")
    assert "Say woman or man for each of the 2 players, such as w,m." in told
    kept = next((tmp_path / "home").glob("*.companion"))
    assert parse_companion(kept.read_bytes()).names == ("Ann", "Bob")


def test_words_that_the_companion_does_not_know(run: Run) -> None:
    typed = "fly\nlevel\nlevel Zoe 3\nlevel Ann x\nturn Bob\nroll 5x\nlevel Ann 4\nroll\n77\nhead\nsex\n"
    typed += "turn Bob 5\n99\n"
    told = run(
        "companion", "--players", "Ann,Anton,Bob", "--epic", typed=typed + "level An 3\npenalty Bob\nface\n"
    )
    for part in (
        "I do not know that word here",
        "Say whose level",
        "Who is 'Zoe'? Nobody here.",
        "'x' is not a number.",
        "turn NAME FACE",
        "A face is 1 to 9",
        "Say it like this: sex NAME",
        "Nobody can change the picture.",
        "Several begin so.",
        "Pick a result from 1 to 9.",
    ):
        assert part in told, part


def test_nobody_to_play_with(run: Run) -> None:
    assert "--players Ann,Bob,Cy" in run("companion", typed="", code=2)


def test_measure_and_bots(run: Run) -> None:
    found = json.loads(run("measure", "--positions", "2", "--rollouts", "1", "--json"))
    assert [row["face"] for row in found["rows"]] == list(range(1, 11))
    assert "| picture |" in run("measure", "--positions", "2", "--rollouts", "1")
    assert "shrewd" in run("bots")
    games = json.loads(run("simulate", "--players", "shrewd,steady", "--games", "4", "--json"))
    assert sum(row["wins"] for row in games["wins"]) == games["games"] == 4
    assert "rolls a game" in run("simulate", "--games", "1")


def test_a_full_disk_is_said_and_the_table_goes_on(run: Run, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    told = run("companion", "--players", "Ann,Bob", "--record", str(blocked / "t"), typed="level Ann 3\n")
    assert "could not be saved" in told
    assert "level  3" in told
