"""The game at the keyboard, as a person or a script meets it."""

import os
import random
import re
from pathlib import Path

import pytest

from conftest import rest_by_night
from hotdice.game import Bank, Command, Record, SeededDice, State, parse_record
from hotdice.players import make, play_out
from hotdice.rules import load, shipped
from hotdice.terminal.plain_game import PlainGame
from hotdice.terminal.session import Session
from terminal.running import Terminal, run


def test_a_game_over_a_pipe_by_the_words_of_the_contract(tmp_path: Path) -> None:
    file = tmp_path / "game.farkle"
    done = run(
        "play", "classic", "--seed", "1", "--record", str(file),
        typed="roll\nkeep 5\nroll\nkeep 1\nundo\nkeep 1\nbank\nquit\n", home=tmp_path,
    )  # fmt: skip
    assert "You roll 6 2 3 6 2 5." in done.stdout
    assert "Taken back." in done.stdout
    assert "You need 500 in one turn to get on the board; this turn has 150." in done.stdout
    assert parse_record(file.read_text()).state().turn_total == 150


@pytest.mark.parametrize(
    "name", rest_by_night(shipped(), "classic", "facebook", "marina", "marina-solitaire", "munchkin-farkle")
)
def test_bots_play_every_sheet_to_a_clear_end(name: str, tmp_path: Path) -> None:
    rules = load(name)
    count = rules.seats_allowed[min(1, len(rules.seats_allowed) - 1)]
    who = ",".join(["greedy", "threshold:350", "cautious", "random"][:count])
    file = tmp_path / "game.farkle"
    done = run("play", name, "--players", who, "--seed", "5", "--record", str(file), home=tmp_path)
    assert "The game is over." in done.stdout
    record = parse_record(file.read_text())
    assert record.state().over
    start = record.opening_state()
    assert play_out(start, [make(bot) for bot in who.split(",")], SeededDice("5"))[1] == record.events
    told = run("replay", str(file), home=tmp_path).stdout
    assert told.splitlines()[0] == rules.title
    assert "--csv" not in told
    assert run("replay", str(file), "--csv", home=tmp_path).stdout.startswith("turn,round,seat,name")


def test_a_person_wins_by_typing(tmp_path: Path) -> None:
    """A script that takes the first option and banks whenever it may plays a whole game."""
    typed = "\n".join(["roll", "a", "bank"] * 4000)
    done = run("play", "kcd", "--players", "human,human", "--seed", "3", typed=typed, home=tmp_path)
    assert "The game is over." in done.stdout
    assert "wins!" in done.stdout


def test_quitting_and_the_end_of_the_input_keep_the_game(tmp_path: Path) -> None:
    file = tmp_path / "game.farkle"
    for typed in ("roll\nquit\n", "", "roll\n"):
        run("play", "classic", "--seed", "1", "--record", str(file), typed=typed, home=tmp_path)
    resumed = run("play", "--record", str(file), typed="keep 5\nposition\n", home=tmp_path)
    assert "On the table: 6 2 3 6 2 5." in resumed.stdout
    assert "classic~r1~s1~m1~n~0.0.n_0.0.n~t50.5" in resumed.stdout


def test_a_finished_or_broken_file_is_not_touched(tmp_path: Path) -> None:
    file = tmp_path / "game.farkle"
    run("play", "kcd", "--players", "greedy,greedy", "--record", str(file), home=tmp_path)
    text = file.read_text()
    done = run("play", "--record", str(file), home=tmp_path, code=2)
    assert "finished game" in done.stderr
    assert file.read_text() == text
    file.write_text(text.replace("=", "~", 1))
    done = run("play", "--record", str(file), home=tmp_path, code=2)
    assert "line " in done.stderr
    assert "~" in file.read_text()


def test_every_word_of_the_help_works(tmp_path: Path) -> None:
    words = ["help", "score", "options", "rules", "position", "", "options", "k 9", "keep", "22", "b", "r"]
    typed = "\n".join([*words, "foo", "save", "save there.farkle", "resign", ""])
    done = run("play", "classic", "--seed", "1", typed=typed, home=tmp_path)
    for text in (
        "Words, one a line",
        "not on the board",
        "Roll first.",
        "three 1s: 300",
        "classic~r1~s1",
        "is not in the roll",
        "does not score",
        "I do not know 'foo'",
        "Say where",
        "Saved to there.farkle",
        "Greedy wins! The others have left.",
    ):
        assert text in done.stdout
    assert parse_record((tmp_path / "there.farkle").read_text()).state().over


def test_keep_with_what_follows(tmp_path: Path) -> None:
    done = run("play", "busche-neller", "--seed", "1", typed="roll\nkeep 5 bank\nquit\n", home=tmp_path)
    assert "You bank 50. Total 50." in done.stdout
    done = run("play", "busche-neller", "--seed", "1", typed="roll\n5 roll\nquit\n", home=tmp_path)
    assert "You roll 6 6 2 1 4." in done.stdout


def test_a_full_disk_is_told_and_the_game_goes_on(tmp_path: Path) -> None:
    record = Record(load("classic"), ("Ann", "Bob"), ("human", "human"), "seeded 1")
    session = Session(record, Path("/dev/full/game.farkle"))
    session.save()
    assert "could not be saved" in session.save_fault
    done = run("play", "classic", "--record", "/proc/nowhere/x.farkle", typed="roll\nquit\n", home=tmp_path)
    assert "could not be saved" in done.stdout
    assert "You roll" in done.stdout
    assert "was not saved" in done.stdout


def test_plain_text_has_no_drawing_and_no_colour(tmp_path: Path) -> None:
    done = run("play", "classic", "--seed", "1", typed="roll\n", home=tmp_path)
    assert done.stdout.isascii()


def test_in_a_plain_terminal_nothing_is_drawn(tmp_path: Path) -> None:
    terminal = Terminal("play", "classic", "--seed", "1", "--plain", home=tmp_path)
    terminal.wait_for("You, roll > ")
    terminal.type("roll")
    terminal.wait_for("You roll 6 2 3 6 2 5.")
    assert "╭" not in terminal.shown
    terminal.press(b"\x03")
    terminal.wait_for("stopped; go on with: hotdice play --record ")
    assert terminal.close() == 130


def test_killed_games_are_offered_again(tmp_path: Path) -> None:
    """Whatever moment the program is killed at, the game is there as it was after the last entry."""
    rng = random.Random(1)
    for attempt in range(6):
        home = tmp_path / str(attempt)
        home.mkdir()
        terminal = Terminal("play", "classic", "--seed", "1", "--plain", home=home)
        terminal.wait_for("You, roll > ")
        words = ["roll", "5", "roll", "1"][: rng.randint(0, 4)]
        for word in words:
            terminal.type(word)
            terminal.wait_for(" > ")
        terminal.kill()
        again = Terminal("play", "--plain", home=home)
        again.wait_for("Go on with it? [Y/n] ")
        again.type("")
        again.wait_for(" > ")
        again.type("position")
        again.wait_for("classic~r1~s1~m1~n~0.0.n_0.0.n~t")
        again.wait_for("\n")
        again.type("quit")
        again.wait_for("kept")
        assert again.close() == 0
        (file,) = home.glob("*.farkle")
        state = parse_record(file.read_text()).state()
        assert state.roll == words.count("roll")
        assert state.turn_total == {0: 0, 1: 0, 2: 50, 3: 50, 4: 150}[len(words)]


def test_the_menu_of_sheets(tmp_path: Path) -> None:
    terminal = Terminal("play", "--plain", home=tmp_path)
    terminal.wait_for("Enter for the first > ")
    terminal.type("99")
    terminal.wait_for("from 1 to 5, more, or ?")
    terminal.wait_for("> ")
    terminal.type("more")
    terminal.wait_for("12  Ten Thousand")
    terminal.wait_for("> ")
    terminal.type("2")
    terminal.wait_for("Classic Farkle.")
    terminal.wait_for("You, roll > ")
    terminal.press(b"\x04")
    terminal.wait_for("The game is kept")
    assert terminal.close() == 0


def test_replay_goes_forward_and_back(tmp_path: Path) -> None:
    file = tmp_path / "game.farkle"
    run("play", "kcd", "--players", "greedy,greedy", "--seed", "1", "--record", str(file), home=tmp_path)
    whole = run("replay", str(file), home=tmp_path).stdout
    steps = [int(number) for number in re.findall(r"^ +(\d+)  ", whole, re.M)]
    terminal = Terminal("replay", str(file), home=tmp_path)
    terminal.wait_for(f"    {steps[0]}  ")
    terminal.type("")
    terminal.wait_for(f"    {steps[1]}  ")
    terminal.type("b")
    terminal.wait_for(f"    {steps[0]}  ")
    terminal.type("q")
    assert terminal.close() == 0
    moment = run("replay", str(file), "--at", str(steps[0]), home=tmp_path).stdout
    assert "Position: kcd~r1~" in moment
    assert "--at is from 0" in run("replay", str(file), "--at", "99999", home=tmp_path, code=2).stderr


def test_the_saved_file_is_never_half_written(tmp_path: Path) -> None:
    """A write that fails leaves the old file and no litter."""
    from hotdice.match import write_atomically

    file = tmp_path / "x"
    write_atomically(file, "old")
    with pytest.raises(UnicodeEncodeError):
        write_atomically(file, "\ud800")
    assert file.read_text() == "old"
    assert os.listdir(tmp_path) == ["x"]


def test_verify_derives_the_dice_again_and_finds_a_changed_die(tmp_path: Path) -> None:
    file = tmp_path / "game.farkle"
    run("play", "kcd", "--players", "greedy,greedy", "--seed", "1", "--record", str(file), home=tmp_path)
    assert "throws are those of the seed." in run("verify", str(file), home=tmp_path).stdout
    assert '"ok": true' in run("verify", str(file), "--json", home=tmp_path).stdout
    text = file.read_text()
    roll = next(word for word in text.split("\n\n")[1].split() if re.fullmatch(r"[1-6]{6}(:.*)?", word))
    swapped = roll[1] + roll[0] + roll[2:]
    assert swapped != roll
    file.write_text(text.replace(roll, swapped, 1))
    done = run("verify", str(file), home=tmp_path, code=1)
    assert "the seed gives" in done.stdout
    assert '"ok": false' in run("verify", str(file), "--json", home=tmp_path, code=1).stdout
    real = text.replace("dice seeded 1", "dice real")
    file.write_text(real)
    assert "no seed" in run("verify", str(file), home=tmp_path, code=2).stderr


def test_a_bot_that_fails_is_replaced_and_the_record_says_so(tmp_path: Path) -> None:
    """The champion solves its sheet first, and a game with cards is not solved."""
    file = tmp_path / "game.farkle"
    done = run(
        "play", "munchkin-farkle", "--players", "champion,eager,eager", "--seed", "3", "--set", "target=1500",
        "--record", str(file), home=tmp_path,
    )  # fmt: skip
    assert "Champion cannot play on (" in done.stdout
    assert "Greedy sits in." in done.stdout
    assert "The game is over." in done.stdout
    assert parse_record(file.read_text()).players == ("greedy", "eager", "eager")


class _Stubborn:
    def choose(self, state: State) -> Command:
        if state.seats[0].total > 500:
            raise ZeroDivisionError
        return Bank(state.mover)


def test_a_bot_that_wants_what_is_not_allowed_is_replaced(tmp_path: Path) -> None:
    class Paper:
        drawn = False
        text = ""

        def say(self, text: str = "", *, strong: bool = False) -> None:
            self.text += text + "\n"

        def ask(self, prompt: str) -> str | None:
            return None

    paper = Paper()
    record = Record(load("kcd"), ("Bad", "Greedy"), ("random", "greedy"), "seeded 1")
    session = Session(record, dice=SeededDice("1"), bots={0: _Stubborn(), 1: make("greedy")})
    assert PlainGame(session, paper).run()
    assert paper.text.count("Bad cannot play on (") == 1
    assert session.record.players == ("greedy", "greedy")


def test_undo_never_takes_back_what_a_bot_decided() -> None:
    rules = load("kcd")
    record = Record(rules, ("You", "Greedy"), ("human", "greedy"), "seeded 1", first=1)
    session = Session(record, dice=SeededDice("1"), bots={1: make("greedy")})
    while session.state.mover == 1:
        assert session.step()
    before = session.state
    refusal = session.undo()
    assert refusal is not None
    assert refusal.code == "nothing_to_undo"
    assert session.state is before
