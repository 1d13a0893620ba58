"""The scorekeeper, as a family at a table meets it."""

import csv
import io
import random
from pathlib import Path

import pytest

from hotdice.game import Record, parse_record
from hotdice.rules import load
from hotdice.terminal.keeper import Keeper, for_a_table
from terminal.running import Terminal, run


def keep(tmp_path: Path, *typed: str, sheet: str = "classic", names: str = "Ann,Ben", more: str = "") -> str:
    """What the scorekeeper says to these lines; the game lies in game.farkle."""
    file = tmp_path / "game.farkle"
    arguments = ["keep", sheet, "--names", names, "--record", str(file), *more.split()]
    return run(*arguments, typed="\n".join([*typed, ""]), home=tmp_path).stdout


def kept(tmp_path: Path) -> Record:
    """The game that was kept."""
    return parse_record((tmp_path / "game.farkle").read_text())


def test_points_farkles_and_dice_make_a_game(tmp_path: Path) -> None:
    told = keep(tmp_path, "550", "x", "114456", "11", "2345", "5", "bank", "1,000")
    assert "Ann banks 550. Total 550." in told
    assert "Ann keeps two 1s for 200; 4 left. Turn 200." in told
    assert "a  115    250  3 left, 28% farkle" in told
    assert kept(tmp_path).state().totals == (800, 1000)


def test_a_turn_in_one_line_as_a_record_has_it(tmp_path: Path) -> None:
    keep(tmp_path, "234566:5 14446:1444 =550", "114456 11 2345 5 3 bank")
    assert kept(tmp_path).state().totals == (550, 0)
    assert kept(tmp_path).state().turn_total == 250  # a lone 3 is refused: three dice are left


def test_the_family_decides_and_the_keeper_asks_really(tmp_path: Path) -> None:
    told = keep(tmp_path, "175", "n", "450", "y", "175", "y")
    assert "Really 175? No turn on this sheet scores exactly 175. [y/N]" in told
    assert "Nothing is entered." in told
    assert "Really 450? You need 500 in one turn to get on the board" in told
    assert "By ruling of the table:" in told
    assert kept(tmp_path).state().totals == (450, 175)
    assert "hand=450!" in (tmp_path / "game.farkle").read_text()


def test_undo_goes_back_to_the_very_start(tmp_path: Path) -> None:
    entries = [
        "550", "x", "114456", "11", "bank", "adjust Ben 200", "join Dora 500", "card Ann Ben -100 Ann 100",
        "dice Ben 4", "note Ben 2 Jam", "650",
    ]  # fmt: skip
    keep(tmp_path, *entries)
    assert kept(tmp_path).names == ("Ann", "Ben", "Dora")
    told = keep(tmp_path, *["undo"] * (len(entries) + 1))
    assert told.count("Taken back.") == len(entries)
    assert "Nothing is left to take back." in told
    assert kept(tmp_path).events == ()
    assert kept(tmp_path).names == ("Ann", "Ben")


def test_a_correction_counts_everything_after_it_again(tmp_path: Path) -> None:
    told = keep(
        tmp_path, "550", "600", "300", "fix Ann 1 700", "fix 2 x", "fix 9 300", "fix Ben 1", "fix Ann 7 50"
    )
    assert "Turn 1 is corrected." in told
    assert "There is no finished turn 9 to correct." in told
    assert "Ann has no finished turn in round 7." in told
    assert kept(tmp_path).state().totals == (1000, 0)
    told = keep(tmp_path, "fix 1 x", "n", "fix 1 x", "y")
    assert "Then turn 3 (Ann, 300) does not fit: You need 500" in told
    assert "Nothing is changed." in told
    assert kept(tmp_path).state().totals == (300, 0)


def test_from_a_paper_sheet(tmp_path: Path) -> None:
    more = "--totals 9800,-500,4000 --mover Ben --farkles 0,2,1 --round 7"
    told = keep(tmp_path, "score", "x", sheet="marina", names="Ann,Ben,Cleo", more=more)
    assert "Round 7, turn 20. Ben: -500." in told
    assert "minus 500" in told
    assert kept(tmp_path).state().totals == (9800, -1000, 4000)
    assert kept(tmp_path).state().mover == 2


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ("--totals 1,2,3", "--totals: 2 numbers"),
        ("--totals 1,x", "--totals: 2 numbers"),
        ("--totals 100,200 --mover Zoe", "Nobody here is called Zoe"),
        ("--totals 100,200 --farkles 9,9", "more than this sheet counts"),
        ("--round 3", "go with --totals"),
        ("--first Zoe", "Nobody here is called Zoe"),
    ],
)
def test_bad_arguments_are_answered_with_a_sentence(tmp_path: Path, more: str, sentence: str) -> None:
    done = run("keep", "classic", "--names", "Ann,Ben", *more.split(), home=tmp_path, code=2)
    assert sentence in done.stderr
    assert not done.stdout


def test_names_are_checked(tmp_path: Path) -> None:
    for names, sentence in (
        ("Ann", "for 2 to 20 players, not 1"),
        ("Ann,ann", "two seats have the same name"),
        ("Ann,B|b", "no | or #"),
    ):
        assert sentence in run("keep", "classic", "--names", names, home=tmp_path, code=2).stderr
    assert "--names" in run("keep", "classic", home=tmp_path, code=2).stderr


def test_people_come_go_and_change(tmp_path: Path) -> None:
    told = keep(
        tmp_path, "550", "join Dora 500", "join Ben", "rename Ben Benno", "rename Zoe Zed", "swap Ann Benno",
        "600", "600", "leave Dora", "score", "join", "leave", "rename Ann", "swap Ann",
    )  # fmt: skip
    assert "Dora sits down with 500 points." in told
    assert "Ben is already at the table." in told
    assert "Ben is now Benno." in told
    assert "Nobody here is called Zoe." in told
    assert "Dora leaves the game." in told
    record = kept(tmp_path)
    assert record.names == ("Benno", "Ann", "Dora")
    assert record.state().totals == (550, 600, 1100)
    assert record.late == 1


def test_real_cards_by_plain_words_and_gold_at_the_end(tmp_path: Path) -> None:
    told = keep(
        tmp_path, "600", "600", "9000", "card Ann Ben -700 Ann 700", "dice Ben 4", "note Ben 2 Jam, no 5s",
        "1000", "", "1144", "11", "b", "400", "score", "x", "150", "1000", "", "200", "x", "300",
        sheet="munchkin-farkle", names="Ann,Ben,Cleo",
    )  # fmt: skip
    assert "Your cards lie on the table" in told
    assert "A card takes no more than there is." in told
    assert "Ben -600, Ann +700." in told
    assert "This turn has 4 dice." in told
    assert "note 1  Ben: Jam, no 5s (2 to go)" in told
    assert "Cleo reaches 10,000: the last turns begin." in told
    assert "Ann, Gold Pieces on unplayed cards? >" in told
    assert "A number, 0 or more" in told
    state = kept(tmp_path).state()
    assert state.over
    assert state.reason == "bonus"
    assert "Gold Pieces" in keep(tmp_path, "undo")  # the count alone is taken back
    told = run("keep", "--record", "game.farkle", home=tmp_path, typed="0\n0\n100\n").stdout
    assert "Cleo, Gold Pieces on unplayed cards? > 100" in told  # asked again when the game is opened
    assert kept(tmp_path).state().totals == (2300, 350, 10500)
    text = (tmp_path / "game.farkle").read_text()
    assert "bonus=" in text
    assert '"deck":""' in text


def test_notes_are_counted_down_and_lifted(tmp_path: Path) -> None:
    told = keep(
        tmp_path, "note Ben 2 Jam", "note Ann Curse", "note Tea is ready", "550", "500", "300", "", "300",
        "", "lift 1", "lift 1", "note",
    )  # fmt: skip
    assert "note 1  Ben: Jam (2 to go)" in told
    assert "note 1  Ben: Jam (1 to go)" in told
    assert "No longer: Curse." in told
    assert "There is no lasting remark 1." in told
    assert "A remark has from 1 to 200 characters" in told
    assert kept(tmp_path).state().remarks == ()


def test_we_play_on_anyway(tmp_path: Path) -> None:
    told = keep(tmp_path, "10000", "500", "playon 12000", "450", "playon", "playon 7")
    assert "Ann wins!" in told
    assert "The table plays on to 12,000." in told
    assert "The new end lies between" in told
    state = kept(tmp_path).state()
    assert not state.over
    assert state.totals == (10450, 500)
    assert state.rules.target == 12000


def test_the_roll_off_with_real_dice_or_by_word(tmp_path: Path) -> None:
    told = keep(tmp_path, "5", "5", "2", "6", "550", sheet="playmonster")
    assert "A tie: Ann and Ben roll again." in told
    assert kept(tmp_path).state().totals == (0, 550)
    (tmp_path / "game.farkle").unlink()
    told = keep(tmp_path, "5", "first Ben", "600", "first Ann", sheet="playmonster")
    assert "The first turn has begun" in told
    assert kept(tmp_path).state().totals == (0, 600)


def test_ties_play_offs_and_solitaire(tmp_path: Path) -> None:
    turns = ["first Ann"] + ["300", "300"] * 10 + ["350", "400"]
    told = keep(tmp_path, *turns, sheet="marina")
    assert "Ann and Ben are tied and play one more turn each." in told
    assert "Ben wins!" in told
    (tmp_path / "game.farkle").unlink()
    told = keep(tmp_path, *["1050"] * 10, sheet="marina-solitaire", names="Ann")
    assert "The goal of 10,000 is reached with 10,500." in told


def test_a_stop_below_the_door_is_worth_nothing(tmp_path: Path) -> None:
    told = keep(tmp_path, "450", sheet="munchkin-farkle", names="Ann,Ben,Cleo")
    assert "Ann stops with 450, which does not count here." in told
    assert kept(tmp_path).state().totals == (0, 0, 0)


def test_last_licks_say_whom_to_pass(tmp_path: Path) -> None:
    more = "--set last_chance=last_licks --set target=2000 --set opening=0"
    told = keep(tmp_path, "2000", "2100", "score", "150", "score", more=more)
    assert "Ben leads now: the others have a last turn again." in told
    assert "   Ben    2,100  (to be passed)" in told
    assert "reached the target first" not in told


PIGGYBACK = "--set piggyback=true --set opening=0"


def test_piggyback_takes_the_dice_and_points_of_a_bank(tmp_path: Path) -> None:
    told = keep(tmp_path, "112346 11 bank", "550", "112346 1 bank", "take", "", "22334",
                more=PIGGYBACK)  # fmt: skip
    assert "take: 100 points go on with 5 dice left, 8 percent Farkle." in told
    assert "Ben, take, points, dice or x? > " in told
    assert "Taken over: 100, 5 dice to roll." in told
    assert kept(tmp_path).state().totals == (300, 550)  # Ben's dice were a farkle
    keep(tmp_path, "undo", "undo")
    assert kept(tmp_path).state().offer == 100


def test_nothing_is_taken_over_from_a_turn_told_by_its_points(tmp_path: Path) -> None:
    told = keep(tmp_path, "550", "600", "take", "200", more=PIGGYBACK)
    assert "There are no dice and points to take over." in told
    assert kept(tmp_path).state().totals == (750, 600)


def test_piggyback_in_a_terminal(tmp_path: Path) -> None:
    terminal = Terminal(
        "keep",
        "classic",
        "--plain",
        "--names",
        "Ann,Ben",
        "--first",
        "Ann",
        *PIGGYBACK.split(),
        home=tmp_path,
    )
    for line, prompt in (
        ("550", "Ann, points, dice or x? > "),
        ("600", "Ben, points, dice or x? > "),
        ("112346 1 bank", "Ann, points, dice or x? > "),
        ("take", "Ben, take, points, dice or x? > "),
        ("12234 1 bank", "Ben, points, dice or x? > "),
    ):
        terminal.wait_for(prompt)
        terminal.type(line)
    terminal.wait_for("Ben banks 200. Total 800.")
    terminal.wait_for("take: 200 points go on with 4 dice left")
    terminal.type("quit")
    assert terminal.close() == 0


def test_exports_in_every_format(tmp_path: Path) -> None:
    told = keep(
        tmp_path, "550", "x", "175", "y", "export s.txt", "export s.csv", "export s.html", "export s.doc",
        "export", "export /proc/none/s.txt",
    )  # fmt: skip
    assert "A file ends in .txt, .csv, .html or .farkle." in told
    assert "could not be written" in told
    text = (tmp_path / "s.txt").read_text()
    assert "175!    725" in text
    assert text.isascii()
    rows = list(csv.DictReader(io.StringIO((tmp_path / "s.csv").read_text())))
    assert [row["recorded"] for row in rows] == ["550", "0", "175"]
    page = (tmp_path / "s.html").read_text()
    assert "<td>550<small>550</small></td>" in page
    done = run("keep", "--record", "game.farkle", "--export", "again.html", home=tmp_path)
    assert (tmp_path / "again.html").read_text() == page
    assert done.stdout == "Written to again.html.\n"
    assert "--record" in run("keep", "--export", "x.txt", home=tmp_path, code=2).stderr


def test_words_that_mean_nothing_are_answered(tmp_path: Path) -> None:
    told = keep(
        tmp_path, "hello", "help", "score", "sheet", "rules", "status", "leads", "repeat", "adjust",
        "adjust Ben", "adjust Ben ten", "adjust A 5", "card", "card Zoe", "dice", "dice Ben 9", "lift", "fix",
        "first", "'", "1234567890123", "7", "bank", "12:99",
    )  # fmt: skip
    assert "I do not know 'hello'; help lists the words." in told
    assert "Tell a turn:" in told
    assert "A turn has from 1 to 6 dice." in told
    assert kept(tmp_path).state().totals == (5, 0)  # adjust A 5 is the one line with a meaning
    assert "Traceback" not in told


def test_a_game_that_was_played_here_is_not_kept_by_hand(tmp_path: Path) -> None:
    run("play", "kcd", "--record", "game.farkle", home=tmp_path, typed="roll\n")
    done = run("keep", "--record", "game.farkle", home=tmp_path, code=2)
    assert "hotdice play --record game.farkle" in done.stderr
    keep_file = tmp_path / "k.farkle"
    run("keep", "classic", "--names", "A,B", "--record", str(keep_file), home=tmp_path, typed="550\n")
    assert "real dice" in run("play", "--record", str(keep_file), home=tmp_path, code=2).stderr


def test_plain_lines_have_no_drawing(tmp_path: Path) -> None:
    assert keep(tmp_path, "550", "sheet", "help", "rules").isascii()


def test_in_a_terminal_it_asks_for_everything_and_resumes(tmp_path: Path) -> None:
    terminal = Terminal("keep", "--plain", home=tmp_path)
    terminal.wait_for("Number or name, or Enter for the first > ")
    terminal.type("?")
    terminal.wait_for("What are three 1s worth?")
    terminal.type("1000")
    terminal.wait_for("straight 1-6")
    terminal.type("")
    terminal.wait_for("first turn")
    terminal.type("1000")
    terminal.wait_for("Ten Thousand")
    terminal.wait_for(" > ")
    terminal.type("1")
    terminal.wait_for("Names with commas > ")
    terminal.type("Ann")
    terminal.wait_for("not 1.")
    terminal.type("Ann, Ben")
    terminal.wait_for("Ann, points, dice or x? > ")
    terminal.type("1000")
    terminal.wait_for("Ben, points, dice or x? > ")
    terminal.kill()
    terminal = Terminal("keep", "--plain", home=tmp_path)
    terminal.wait_for("waits (Ann 1,000, Ben 0; ")
    terminal.wait_for("Go on with it? [Y/n] ")
    terminal.type("")
    terminal.wait_for("Ben, points, dice or x? > ")
    terminal.type("quit")
    terminal.wait_for("Go on with: hotdice keep --record")
    assert terminal.close() == 0
    done = run("keep", "--resume", home=tmp_path, typed="1000\n")
    assert "Ben banks 1,000." in done.stdout


def test_kill_at_any_point_keeps_every_completed_entry(tmp_path: Path) -> None:
    """Fifty times: tell turns, die without a warning, come back; the totals are what was acknowledged."""
    rng = random.Random(7)
    file = tmp_path / "game.farkle"
    expected = [0, 0]
    mover = 0
    first = ["keep", "classic", "--names", "Ann,Ben", "--record", str(file), "--set", "target=900000"]
    for attempt in range(50):
        arguments = first if attempt == 0 else ["keep", "--record", str(file)]
        terminal = Terminal(*arguments, "--plain", home=tmp_path)
        for _ in range(rng.randint(0, 3)):
            name = ("Ann", "Ben")[mover]
            terminal.wait_for(f"{name}, points, dice or x? > ")
            points = rng.choice([500, 550, 1000])
            terminal.type(str(points))
            expected[mover] += points
            terminal.wait_for(f"Total {expected[mover]:,}.")  # acknowledged
            mover = 1 - mover
        if not file.exists():
            terminal.wait_for("? > ")
        terminal.kill()
        record = parse_record(file.read_text())
        assert list(record.state().totals) == expected
        assert record.state().mover == mover
    assert sum(expected) > 20_000


def test_the_keeper_of_a_house_deck_keeps_the_other_changes() -> None:
    rules = for_a_table(load("munchkin-farkle", ["target=5000", "opening=300"]))
    keeper = Keeper(Record(rules, tuple("ABC"), ("human",) * 3, "real"))
    assert (keeper.state.rules.target, keeper.state.rules.opening) == (5000, 300)
    assert not rules.deck


def test_what_was_mended_is_taken_back_too() -> None:
    """A corrected turn, names and the first player are no events, and undo knows them all the same."""
    keeper = Keeper(Record(load("classic"), ("Ann", "Ben"), ("human", "human"), "real"))
    assert keeper.choose_first(1)
    assert isinstance(keeper.points(550), tuple)
    told = keeper.record
    keeper.correct(1, 600)
    keeper.swap(0, 1)
    assert keeper.rename(0, "Benno") is None
    assert isinstance(keeper.points(700), tuple)
    assert (keeper.names, keeper.state.totals) == (("Benno", "Ann"), (700, 600))
    for names, totals in (
        (("Benno", "Ann"), (0, 600)), (("Ben", "Ann"), (0, 600)),
        (("Ann", "Ben"), (0, 600)), (("Ann", "Ben"), (0, 550)),
    ):  # fmt: skip
        assert keeper.undo()
        assert (keeper.names, keeper.state.totals) == (names, totals)
    assert keeper.record == told
    assert keeper.undo()
    assert keeper.state.mover == 1
    assert keeper.undo()
    assert keeper.record.first is None
    assert not keeper.undo()
