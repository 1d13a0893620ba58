"""What makes the command line kind: suggestions, completion, a manual, JSON, numbers, pictures."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from conftest import rest_by_night
from hotdice.rules import load, shipped
from hotdice.terminal.catalogue import COMMANDS
from terminal.running import PROGRAM, Terminal, environment, run


@pytest.mark.parametrize(
    ("words", "near"),
    [
        (("simulat",), "simulate"),
        (("rules", "shw", "classic"), "show"),
        (("rules", "show", "clasic"), "did you mean classic?"),
        (("cards", "show", "hous"), "did you mean house?"),
        (("simulate", "kcd", "--players", "gredy,greedy"), "did you mean greedy?"),
        (("play", "kcd", "--players", "human,chmpion"), "did you mean champion?"),
        (("munchkin", "play", "--players", "human,shrewdd"), "did you mean shrewd?"),
        (("solve", "kcd", "--gaol", "turn"), "--goal"),
        (("play", "classic", "--set", "tagret=5"), "did you mean target?"),
    ],
)
def test_what_is_misspelt_gets_a_suggestion(tmp_path: Path, words: tuple[str, ...], near: str) -> None:
    assert near in run(*words, home=tmp_path, code=2).stderr


def completed(home: Path, *words: str) -> list[str]:
    """What bash would offer for the last word."""
    asked = {"COMP_WORDS": " ".join(words), "COMP_CWORD": str(len(words) - 1)}
    done = subprocess.run(
        PROGRAM, env=environment(home) | {"_HOTDICE_COMPLETE": "bash_complete"} | asked,
        capture_output=True, text=True, timeout=120, check=False, cwd=home,
    )  # fmt: skip
    return [
        line.partition(",")[2] if line.startswith("plain,") else line for line in done.stdout.splitlines()
    ]


def test_completion_knows_commands_sheets_bots_and_files(tmp_path: Path) -> None:
    assert completed(tmp_path, "hotdice", "tou") == ["tournament"]
    assert completed(tmp_path, "hotdice", "solve", "mar") == [n for n in shipped() if n.startswith("mar")]
    assert completed(tmp_path, "hotdice", "simulate", "kcd", "--players", "greedy,ca") == ["greedy,cautious"]
    assert completed(tmp_path, "hotdice", "munchkin", "play", "--players", "human,sh") == ["human,shrewd"]
    assert completed(tmp_path, "hotdice", "replay", "ga") == ["file,ga"]
    for shell in ("bash", "zsh", "fish"):
        script = run("completion", shell, home=tmp_path).stdout
        assert "_HOTDICE_COMPLETE" in script
        if shutil.which(shell):
            checked = subprocess.run([shell, "-n"], input=script, capture_output=True, text=True, check=False)
            assert checked.returncode == 0, checked.stderr


def test_the_manual_has_every_command_and_option_of_help(tmp_path: Path) -> None:
    page = run("man", home=tmp_path).stdout
    plain = page.replace("\\-", "-").replace("\\&", "")
    for name, entry in COMMANDS.items():
        assert f".SS hotdice {name}" in plain
        for line in entry.examples:
            assert f"hotdice {line}" in plain
    for option in re.findall(r"--[a-z-]+", run("simulate", "-h", home=tmp_path).stdout):
        assert option in plain
    if shutil.which("man"):
        done = subprocess.run(["man", "-l", "-"], input=page, capture_output=True, text=True, check=False)
        assert "warning" not in done.stderr


def test_help_is_in_groups_and_every_command_has_two_examples(tmp_path: Path) -> None:
    shown = run("-h", home=tmp_path).stdout
    assert shown == run("--help", home=tmp_path).stdout
    assert all(
        f"\n{title}:\n" in shown for title in ("Play", "Keep score", "Learn", "Rules", "Bots", "A server")
    )
    for name, entry in COMMANDS.items():
        assert len(entry.examples) >= 2
        assert re.search(rf"^  {name} ", shown, re.MULTILINE)
    assert "hotdice solve kcd --goal race --fair" in run("solve", "-h", home=tmp_path).stdout


def test_rules_list_has_a_line_on_each_sheet(tmp_path: Path) -> None:
    shown = " ".join(run("rules", "list", home=tmp_path).stdout.split())
    assert all(load(name).summary in shown for name in shipped())


def test_a_record_from_standard_input(tmp_path: Path) -> None:
    run("play", "kcd", "--players", "greedy,cautious", "--seed", "5", "--record", "g.farkle", home=tmp_path)
    text = (tmp_path / "g.farkle").read_text("utf-8")
    assert json.loads(run("verify", "-", "--json", home=tmp_path, typed=text).stdout)["ok"]
    assert "Kingdom Come dice" in run("replay", "-", home=tmp_path, typed=text).stdout
    assert json.loads(run("review", "-", "--at-once", "--json", home=tmp_path, typed=text).stdout)["players"]
    assert "standard input" in run("verify", "-", home=tmp_path, typed="nothing", code=2).stderr
    found = json.loads(run("replay", "-", "--json", home=tmp_path, typed=text).stdout)
    assert found["over"]
    assert found["totals"] == found["steps"][-1]["totals"]
    moment = json.loads(run("replay", "g.farkle", "--at", "3", "--json", home=tmp_path).stdout)
    assert moment == found["steps"][2]


@pytest.mark.parametrize(
    "words",
    [
        ("replay", "nothing.farkle"),
        ("solve", "clasic"),
        ("simulate", "kcd", "--players", "gredy,greedy"),
        ("odds", "kcd", "--dice", "x"),
        ("advise",),
        ("munchkin", "verify", "nothing"),
    ],
)
def test_with_json_what_went_wrong_is_json_too(tmp_path: Path, words: tuple[str, ...]) -> None:
    done = run(*words, "--json", home=tmp_path, code=2)
    assert list(json.loads(done.stdout)) == ["error"]
    assert json.loads(done.stdout)["error"] in done.stderr


@pytest.mark.parametrize("number", rest_by_night(["1e3", "1,000", "1_000", "1000"], "1e3", "1,000"))
def test_numbers_as_people_write_them(tmp_path: Path, number: str) -> None:
    words = ("simulate", "kcd", "--players", "greedy,greedy", "--games", number, "--json")
    assert json.loads(run(*words, home=tmp_path).stdout)["games"] == 1000


def test_help_is_there_soon(tmp_path: Path) -> None:
    assert time_of_help(tmp_path) < 1


@pytest.mark.nightly
@pytest.mark.alone
def test_help_is_there_at_once(tmp_path: Path) -> None:
    assert time_of_help(tmp_path) < 0.15


def time_of_help(home: Path) -> float:
    """Seconds of the processor's time, which is what counts on a busy machine; the best of five."""
    times = []
    for _ in range(5):
        before = os.times()
        run("--help", home=home)
        after = os.times()
        times.append(
            after.children_user + after.children_system - before.children_user - before.children_system
        )
    return min(times)


def test_a_picture_is_shown_where_the_terminal_can(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    words = ("plot", "kcd", "--out", "kcd.png")
    kitty = Terminal(*words, home=tmp_path, TERM="xterm-kitty")
    kitty.wait_for("\x1b_Ga=T,f=100,")
    kitty.wait_for("kcd.png")
    assert kitty.close() == 0
    asked = Terminal(*words, home=tmp_path)
    asked.wait_for("\x1b[c")
    asked.press(b"\x1b[?62;4;22c")
    asked.wait_for("\x1bPq#")
    asked.wait_for("kcd.png")
    assert asked.close() == 0
    plain = Terminal(*words, home=tmp_path)
    plain.wait_for("\x1b[c")
    plain.wait_for("kcd.png")  # no answer, no picture, no long wait
    assert "\x1bPq" not in plain.shown
    assert plain.close() == 0
    dumb = Terminal(*words, home=tmp_path, TERM="dumb")
    dumb.wait_for("kcd.png")
    assert "\x1b" not in dumb.shown
    assert dumb.close() == 0
