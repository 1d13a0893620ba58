"""`hotdice bot`: write a new bot, list the bots there are, check one."""

import keyword
import re
from pathlib import Path

import click

from hotdice.players.faces import face_of
from hotdice.terminal.bot_faces import face_line
from hotdice.terminal.options import fail, json_option, print_json

_BOT = '''"""{name}: keeps the most points and stops at a total that depends on the dice left."""

from hotdice.players.botkit import Choice, Question, run

STOP_AT = {{1: 300, 2: 300, 3: 350, 4: 500, 5: 800, 6: 1500}}


def choose(question: Question) -> Choice | None:
    """Look at question.turn, question.scores and question.choices (most points first), and pick one."""
    best = question.choices[0]
    stop = question.find(best.keep, "bank")
    if stop and question.turn + stop.points >= STOP_AT.get(stop.dice, 1500):
        return stop
    return question.find(best.keep, "roll")


if __name__ == "__main__":
    run(choose)
'''

_TEST = '''"""Tests of {name}: it follows the protocol on every sheet, and it stops when it says it will."""

from pathlib import Path

from hotdice.players.questions import parse_question
from hotdice.testing import check_program

BOT = Path(__file__).with_name("{name}.py")


def test_it_follows_the_protocol() -> None:
    assert check_program(str(BOT)) > 0


def test_it_stops_with_enough() -> None:
    line = "choose 1 seat=1 scores=0,0 turn=300 roll=1 choices=1:roll:100:6,1:bank:100:6"
    code: dict[str, object] = {{"__name__": "{name}"}}
    exec(compile(BOT.read_text(encoding="utf-8"), str(BOT), "exec"), code)
    choose = code["choose"]
    assert callable(choose)
    assert choose(parse_question(line)).then == "roll"
    assert choose(parse_question(line.replace("turn=300", "turn=1900"))).then == "bank"
'''


@click.group()
def command() -> None:
    """Bots: list them, write a new one, check one."""


@command.command("list")
@json_option
def list_bots(as_json: bool) -> None:
    """The line-up, from beginner upwards."""
    from hotdice.players import bots

    if as_json:
        print_json(
            {
                "bots": [
                    {
                        "name": bot.name,
                        "argument": bot.argument,
                        "character": bot.character,
                        "face": face.title if (face := face_of(bot.name)) else "",
                    }
                    for bot in bots()
                ]
            }
        )
        return
    for bot in bots():
        name = f"{bot.name}:{bot.argument}" if bot.argument else bot.name
        known_as = f"{face_line(bot.name)}. " if face_of(bot.name) else ""
        click.echo(f"{name:<18} {known_as}{bot.character}")


@command.command("new")
@click.argument("name")
@click.option("--folder", default=".", type=click.Path(), help="Where to write it; here if not given.")
def new(name: str, folder: str) -> None:
    """Write a working bot and its test: NAME.py and test_NAME.py."""
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,39}", name) or keyword.iskeyword(name) or name.startswith("test_"):
        fail(f"a bot's name is small letters, digits and _, such as my_bot, not {name[:40]!r}")
    place = Path(folder)
    files = {place / f"{name}.py": _BOT, place / f"test_{name}.py": _TEST}
    there = [str(path) for path in files if path.exists()]
    if there:
        fail(f"{there[0]} exists already; choose another name")
    try:
        place.mkdir(parents=True, exist_ok=True)
        for path, text in files.items():
            path.write_text(text.format(name=name), encoding="utf-8")
    except OSError as error:
        fail(f"cannot write to {folder}: {error.strerror}")
    path, test = files
    click.echo(f"{path} is a bot. Change its `choose`, then:")
    click.echo(f"  hotdice bot check {path}")
    click.echo(f"  hotdice simulate classic --players program:{path},greedy --games 200")
    click.echo(f"  hotdice tournament {place}")
    click.echo(f"Its test is {test}; run it with pytest.")


@command.command("check")
@click.argument("file", type=click.Path())
@json_option
def check(file: str, as_json: bool) -> None:
    """Play a bot's file on every sheet and say what it does wrong."""
    from hotdice.testing import ConformanceError, check_program

    try:
        asked = check_program(file)
    except ConformanceError as error:
        if as_json:
            print_json({"ok": False, "problems": [str(error)]})
            raise SystemExit(2) from None
        fail(str(error))
    except ValueError as error:
        fail(str(error))
    if as_json:
        print_json({"ok": True, "problems": [], "questions": asked})
    else:
        click.echo(f"{file}: in order, {asked:,} questions answered.")
