"""Where commands used to stumble: closed outputs, full disks, interrupted work, old promises."""

import json
import os
import re
import signal
import stat
import subprocess
import time
from pathlib import Path

import pytest

from hotdice.game import Keep, Refusal, Roll, Step, Throw, keep_faces, new_game, play
from hotdice.rules import load
from hotdice.terminal.devices import Devices
from hotdice.terminal.options import Failure
from server.processes import Pair, Process
from terminal.running import PROGRAM, Terminal, environment, run


def shell(line: str, home: Path) -> "subprocess.CompletedProcess[str]":
    """A line for the shell, in which `hotdice` is the program."""
    said = f'hotdice() {{ "{PROGRAM[0]}" -m hotdice "$@"; }}; {line}'
    done = subprocess.run(
        ["bash", "-c", said],
        capture_output=True,
        text=True,
        env=environment(home),
        cwd=home,
        timeout=300,
        check=False,
    )
    assert "Traceback" not in done.stdout + done.stderr
    assert "Exception ignored" not in done.stderr
    return done


# 1, 2: numbers that are no multiple of anything, thresholds that are never


@pytest.mark.parametrize("games", ["100", "81"])
def test_any_number_of_simulated_games(tmp_path: Path, games: str) -> None:
    words = ("advise", "classic", "--scores", "0,0,0,0", "--roll", "114556", "--games", games, "--json")
    found = json.loads(run(*words, home=tmp_path).stdout)
    assert found["options"][0]["loss"] == 0
    assert found["source"]["games"] == -(-int(games) // 8) * 8


def test_a_threshold_that_is_never(tmp_path: Path) -> None:
    assert "6 dice never" in run("solve", "zilch", "--goal", "turn", home=tmp_path).stdout
    words = ("solve", "classic", "--goal", "turn", "--set", "hot_dice=forced")
    assert "6 dice never" in run(*words, home=tmp_path).stdout
    assert json.loads(run(*words, "--json", home=tmp_path).stdout)["bank_at"]["6"] is None


# 4: outputs that take nothing


def test_a_full_disk_and_closed_outputs_get_a_sentence(tmp_path: Path) -> None:
    full = shell("hotdice rules list >/dev/full", tmp_path)
    assert (full.returncode, full.stderr) == (2, "hotdice: cannot write: no space left on device\n")
    closed = shell("hotdice rules list >&-", tmp_path)
    assert closed.returncode == 2
    assert "standard output is closed" in closed.stderr
    assert shell("hotdice rules list >&- 2>&-", tmp_path).returncode == 2
    assert shell("hotdice play classic --seed 1 <&-", tmp_path).returncode == 0
    assert shell("hotdice rules show nothing 2>/dev/full", tmp_path).returncode == 2
    assert shell("hotdice rules show classic | head -1", tmp_path).stdout == "Classic Farkle\n"


def test_a_device_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    """A file beside it that is put in its place would be the end of /dev/full, for somebody who may do so."""
    words = ("simulate", "classic", "--players", "greedy,greedy", "--games", "100", "--csv", "/dev/full")
    done = run(*words, home=tmp_path, code=2)
    assert "no space left" in done.stderr
    assert "100 games" in done.stdout  # what was worked out is told all the same
    assert stat.S_ISCHR(os.stat("/dev/full").st_mode)


# 7: files are looked at before the work


@pytest.mark.parametrize(
    ("option", "file", "said"),
    [
        ("--csv", "nowhere/x.csv", "no such file"),
        ("--csv", ".", "is a folder"),
        ("--picture", "x.pdf", ".png or .svg"),
    ],
)
def test_a_bad_file_is_named_before_the_games(tmp_path: Path, option: str, file: str, said: str) -> None:
    started = time.monotonic()
    words = ("simulate", "classic", "--players", "greedy,greedy", "--games", "1e9", option, file)
    assert said in run(*words, home=tmp_path, code=2).stderr
    assert time.monotonic() - started < 600  # a billion games take an hour


def test_a_picture_as_help_says(tmp_path: Path) -> None:
    words = (
        "simulate",
        "classic",
        "--players",
        "greedy,greedy",
        "--games",
        "1,000",
        "--picture",
        "games.svg",
    )
    run(*words, home=tmp_path)
    assert "<svg" in (tmp_path / "games.svg").read_text("utf-8")


# 8: the scorekeeper keeps, also over a pipe


def test_the_scorekeeper_over_a_pipe_saves_what_it_hears(tmp_path: Path) -> None:
    said = run("keep", "classic", "--names", "Ann,Ben", home=tmp_path, typed="first Ann\n600\nquit\n").stdout
    file = re.search(r"hotdice keep --record (\S+)", said)
    assert file is not None
    assert "not saved" not in said
    assert "600" in Path(file[1]).read_text("utf-8")


# 9: a server that dies


@pytest.mark.second_try("a server is killed under a terminal")
def test_join_says_when_the_server_goes_and_when_it_is_back(tmp_path: Path) -> None:
    server = Process(str(tmp_path / "games.db")).start()
    try:
        pair = Pair(server.url)
        terminal = Terminal("join", f"{server.url}/#join={pair.match}", "--watch", "--plain", home=tmp_path)
        terminal.wait_for("sits on seat")
        time.sleep(1.5)
        server.kill()
        terminal.wait_for("The server is away")
        server.start()
        terminal.wait_for("The server is back")
        terminal.type("quit")
        assert terminal.close() == 0
    finally:
        server.stop()


@pytest.mark.second_try("a server is frozen under two terminals")
def test_join_says_when_the_server_hangs_and_ctrl_c_goes(tmp_path: Path) -> None:
    server = Process(str(tmp_path / "games.db")).start()
    try:
        pair = Pair(server.url)
        words = ("join", f"{server.url}/#join={pair.match}", "--watch", "--plain")
        terminal = Terminal(*words, home=tmp_path)
        terminal.wait_for("sits on seat")
        time.sleep(1.5)
        os.kill(server.pid, signal.SIGSTOP)
        terminal.wait_for("The server is away")
        late = Terminal(*words, home=tmp_path)  # nobody answers from the beginning
        late.wait_for("The server does not answer; waiting for it.")
        late.press(b"\x03")
        late.wait_for("hotdice: stopped; your seat is kept")
        assert late.close() == 130
        os.kill(server.pid, signal.SIGCONT)
        terminal.wait_for("The server is back")
        terminal.press(b"\x03")
        terminal.wait_for("hotdice: stopped; your seat is kept, come back with the same link")
        assert terminal.close() == 130
    finally:
        os.kill(server.pid, signal.SIGCONT)
        server.stop()


# 12: interrupted work


def interrupted(home: Path, *words: str, after: float) -> "subprocess.CompletedProcess[str]":
    """Run a command over a pipe and break it off."""
    process = subprocess.Popen(
        [*PROGRAM, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(home),
        cwd=home,
    )
    time.sleep(after)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert "Traceback" not in out + err
    return subprocess.CompletedProcess(words, process.returncode, out, err)


def test_ctrl_c_keeps_what_simulate_has_counted(tmp_path: Path) -> None:
    terminal = Terminal("simulate", "classic", "--players", "greedy,greedy", "--games", "1e10", home=tmp_path)
    terminal.wait_for_any(r"\d%", 300)
    terminal.press(b"\x03")
    terminal.wait_for("seat 1 begins")
    terminal.wait_for_any(r"stopped after [\d,]+ of 10,000,000,000 games")
    assert terminal.close() == 130


def test_ctrl_c_says_how_a_tournament_goes_on(tmp_path: Path) -> None:
    words = ("tournament", "out", "--players", "greedy,cautious", "--games", "1e10")
    terminal = Terminal(*words, home=tmp_path)
    terminal.wait_for_any("getting ready|%", 300)
    terminal.press(b"\x03")
    terminal.wait_for("Go on with: hotdice tournament out --players greedy,cautious --games 1e10")
    assert terminal.close() == 130


def test_work_that_takes_long_shows_at_once_that_it_goes_on(tmp_path: Path) -> None:
    for words in (
        ("simulate", "facebook", "--players", "champion,greedy", "--games", "1e9"),
        ("munchkin", "simulate", "--games", "1,000,000"),
        ("positions", "kcd", "--n", "1e6"),
    ):
        terminal = Terminal(*words, home=tmp_path)
        terminal.wait_for_any(r"getting ready|\d%", 300)
        terminal.press(b"\x03")
        terminal.wait_for("hotdice: stopped", 300)
        assert terminal.close() == 130


def test_ctrl_c_in_a_game_says_how_to_go_on(tmp_path: Path) -> None:
    terminal = Terminal("play", "classic", "--plain", "--record", "g.farkle", "--first", "1", home=tmp_path)
    terminal.wait_for("roll >")
    terminal.press(b"\x03")
    terminal.wait_for("go on with: hotdice play --record g.farkle")
    assert terminal.close() == 130


# 13, 14


def test_help_of_admin_asks_for_nothing(tmp_path: Path) -> None:
    assert "All matches" in run("admin", "list", "--help", home=tmp_path).stdout
    assert "--link" in run("admin", "list", home=tmp_path, code=2).stderr


def test_munchkin_replay_tells_the_game(tmp_path: Path) -> None:
    words = ("munchkin", "play", "--players", "shrewd,steady", "--seed", "3", "--record", "m.munchkin")
    run(*words, home=tmp_path)
    for command in (("munchkin", "replay"), ("replay",)):
        said = run(*command, "m.munchkin", home=tmp_path).stdout
        assert "Turn 1: Shrewd." in said
        assert "Shrewd plays Bent Fork." in said
        assert "At the end: " in said
        assert "hash" not in said
        assert max(map(len, said.splitlines())) <= 80
    moves = run("munchkin", "play", "--seed", "3", home=tmp_path, typed="all\nquit\n").stdout
    assert max(map(len, moves.splitlines())) <= 80


def test_moves_and_hands_of_munchkin_dice_are_wrapped_and_counted_right(tmp_path: Path) -> None:
    """A person who always does the first thing, until something long and a single card were shown."""
    words = ("munchkin", "play", "--players", "human,shrewd", "--seed", "1")
    said = run(*words, home=tmp_path, typed="all\n1\n" * 60 + "quit\n").stdout
    assert max(map(len, said.splitlines())) <= 80
    assert re.search(r"\n +\d+  .*\n {6,}\S", said), "no move was long enough to be wrapped"
    assert "damp-sock" in said  # what is typed is never parted
    assert not re.search(r"-\n", said)
    assert re.search(r"\b1 card\b", said), "nobody ever held a single card"
    assert not re.search(r"\b1 cards\b", said)


def test_the_companion_assigns_no_sex_and_tells_picked_from_rolled(tmp_path: Path) -> None:
    words = ("munchkin", "companion", "--players", "Ann,Bob", "--record", "c.companion")
    typed = "level Ann 5\nlevel Bob 3\nroll head\n9\nBob\nroll\nquit\n"
    said = run(*words, home=tmp_path, typed=typed).stdout
    assert "woman" not in said
    assert "rolled a 9" not in said
    assert "Ann has had result 9" in said
    told = run(*words[:-1], "d.companion", "--sexes", "w,m", home=tmp_path, typed="quit\n").stdout
    assert re.search("Ann +level +1 +woman", told)
    assert "say woman or man" in run(*words[:-1], "e.companion", "--sexes", "w", home=tmp_path, code=2).stderr


# 15


def test_small_numbers_have_small_words(tmp_path: Path) -> None:
    said = run("play", "marina-solitaire", "--players", "human,greedy", home=tmp_path, code=2).stderr
    assert "is for 1 player, not 2" in said
    assert (
        "from 1 to"
        in run(
            "simulate", "classic", "--players", "greedy,greedy", "--threads", "0", home=tmp_path, code=2
        ).stderr
    )
    assert "from 1 to" in run("solve", "classic", "--players", "-3", home=tmp_path, code=2).stderr


def test_keep_takes_the_letter_that_the_game_itself_offers(tmp_path: Path) -> None:
    words = ("play", "classic", "--players", "human,human", "--seed", "1", "--first", "1")
    said = run(*words, home=tmp_path, typed="roll\nkeep a\nscore\nquit\n").stdout
    assert re.search(r"Player 1 keeps? ", said), said
    again = run(*words, home=tmp_path, typed="roll\nkeep a roll\nquit\n").stdout
    assert again.count("Player 1 rolls") == 2


def test_a_total_that_was_changed_in_a_record_is_found(tmp_path: Path) -> None:
    run(
        "play",
        "classic",
        "--players",
        "greedy,cautious",
        "--seed",
        "5",
        "--record",
        "g.farkle",
        home=tmp_path,
    )
    file = tmp_path / "g.farkle"
    text = file.read_text("utf-8")
    run("verify", "g.farkle", home=tmp_path)
    total = re.search(r"=(\d+)  # (\d+)", text)
    assert total is not None
    file.write_text(text.replace(total[0], f"={total[1]}  # {int(total[2]) + 50}", 1), "utf-8")
    said = run("verify", "g.farkle", home=tmp_path, code=2).stderr
    assert f"the total is {total[2]} after this turn" in said


def test_levels_that_were_changed_in_a_record_are_found(tmp_path: Path) -> None:
    words = ("munchkin", "play", "--players", "shrewd,steady", "--seed", "3", "--record", "m.munchkin")
    run(*words, home=tmp_path)
    file = tmp_path / "m.munchkin"
    text = file.read_text("utf-8")
    run("verify", "m.munchkin", home=tmp_path)
    found = re.search(r"# levels (\d+) (\d+)", text)
    assert found is not None
    file.write_text(text.replace(found[0], f"# levels {int(found[1]) + 1} {found[2]}", 1), "utf-8")
    said = run("verify", "m.munchkin", home=tmp_path, code=2).stderr
    assert f"the levels are {found[1]} {found[2]} after this turn, not {int(found[1]) + 1} {found[2]}" in said


def test_a_page_that_is_written_can_be_read_by_others(tmp_path: Path) -> None:
    run("strategy", "kcd", "--html", "card.html", home=tmp_path)
    umask = os.umask(0)
    os.umask(umask)
    assert stat.S_IMODE((tmp_path / "card.html").stat().st_mode) == 0o666 & ~umask


# 5: the guided game


def test_every_step_of_the_guided_game_is_what_the_coach_would_do() -> None:
    from hotdice.coach.advising import advise_on
    from hotdice.terminal.app.guided_screen import FIXED, GuidedScreen, lesson_at

    state = GuidedScreen().session.state
    assert state.rules.hash == load("playmonster", ["target=2000"]).hash
    state = new_game(state.rules, 2, first=0)
    steps = 0
    while state.turn == 1:
        lesson = lesson_at(state)
        assert lesson is not None
        if state.step is Step.KEEP:
            best = advise_on(state).options[0]
            assert (best.action, best.keep, best.loss) == (lesson.then, lesson.keep, 0)
            keep = keep_faces(state, lesson.keep)
            found = play(state, Keep(keep.seat, keep.dice, "bank" if lesson.then == "bank" else "roll"))
        else:
            found = play(state, Roll(0))
        assert not isinstance(found, Refusal)
        state = found[0]
        if state.step is Step.WAIT:
            steps += 1
            found = play(state, Throw(tuple(map(int, FIXED[1, steps]))))
            assert not isinstance(found, Refusal)
            state = found[0]
    assert steps == 3


def test_a_key_that_cannot_be_kept_is_said_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file where a folder should be", encoding="utf-8")
    with pytest.raises(Failure, match=r"could not be kept in .*HOTDICE_HOME=FOLDER"):
        Devices(tmp_path / "home" / "servers.json").remember("http://localhost", key="abc")
