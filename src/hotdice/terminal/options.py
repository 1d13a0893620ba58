"""What several commands share: the RULES argument, `--set`, `--json`, numbers, errors with exit code 2."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, NoReturn, TypeVar

import click
from click.shell_completion import CompletionItem

from hotdice.rules import RulesError, Ruleset, load
from hotdice.rules.references import resolve
from hotdice.terminal import completing
from hotdice.terminal.streams import complain

Function = TypeVar("Function", bound=Callable[..., Any])
Complete = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


class Failure(click.ClickException):
    """Something is wrong with what was asked for: exit code 2, a sentence, and an object with `--json`."""

    exit_code = 2

    def __init__(self, message: str) -> None:
        super().__init__(message)
        context = click.get_current_context(silent=True)
        self.as_json = bool(context and context.params.get("as_json"))

    def show(self, file: IO[Any] | None = None) -> None:
        """The sentence on standard error, and the object on standard output."""
        complain(self.message)
        if self.as_json:
            json_error(self.message)


def fail(message: str) -> NoReturn:
    """End with exit code 2 and a sentence on standard error; where `--json` was asked for, as that too."""
    raise Failure(message)


def json_error(message: str) -> None:
    """What went wrong, as the one object on standard output."""
    print_json({"error": message})


def load_or_fail(reference: str, settings: tuple[str, ...] = ()) -> Ruleset:
    """A rule set by name, file or data, as links hold it, with `--set`; faults end the program."""
    try:
        return resolve(reference) if reference.startswith("{") and not settings else load(reference, settings)
    except RulesError as error:
        fail(str(error))


class Number(click.ParamType[int]):
    """A whole number as people write it: `100000`, `100,000`, `100_000`, `1e5`, within bounds.

    >>> Number(1).convert("2.5e3", None, None), Number(1).convert("100,000", None, None)
    (2500, 100000)
    """

    name = "number"

    def __init__(self, low: int | None = None, high: int | None = None) -> None:
        self.low, self.high = low, high

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number, or a sentence."""
        if not isinstance(value, int):
            value = self._read(str(value), param, ctx)
        if (self.low is not None and value < self.low) or (self.high is not None and value > self.high):
            self.fail(f"{value:,} is not {self._bounds()}.", param, ctx)
        return int(value)

    def _read(self, text: str, param: click.Parameter | None, ctx: click.Context | None) -> int:
        plain = text.strip().replace(",", "").replace("_", "")
        digits = plain.lower().replace("e+", "e").lstrip("+-")
        whole, _, power = digits.partition("e")
        front, _, behind = whole.partition(".")
        good = plain.isascii() and len(plain) <= 40 and (front + behind).isdigit()
        if "e" in digits:
            good = good and power.isdigit() and len(power) <= 2
        places = int(power or 0) - len(behind) if good else -1
        if not good or (places < 0 and behind.strip("0")):
            self.fail(f"{text[:40]!r} is not a whole number, such as 100000, 100,000 or 1e5.", param, ctx)
        if places < 0:
            behind, places = "", 0
        size = int(front + behind) * int(10**places)
        return -size if plain.startswith("-") else size

    def _bounds(self) -> str:
        if self.high is None:
            return f"{self.low:,} or more"
        return f"from {self.low:,} to {self.high:,}" if self.low is not None else f"{self.high:,} or less"


def set_option(function: Function) -> Function:
    """The repeatable `--set key=value` of every command that takes RULES."""
    return click.option(
        "--set", "settings", multiple=True, metavar="KEY=VALUE", help="Change a rule; may be repeated."
    )(function)


def json_option(function: Function) -> Function:
    """The `--json` of every command that answers a question."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")(function)


def bots_option(function: Function) -> Function:
    """The `--players` of commands in which only bots play."""
    return click.option(
        "--players",
        "names",
        shell_complete=completing.bots,
        required=True,
        metavar="BOT,BOT",
        help="The bots, seat by seat.",
    )(function)


def bags_option(function: Function) -> Function:
    """The repeatable `--bag` of commands that play with own dice."""
    return click.option(
        "--bag",
        "bags",
        multiple=True,
        metavar="DICE",
        help="Own dice of seat 1, such as 3*standard,2*heavenly-kingdom,1*odd; again for seat 2 and so on.",
    )(function)


def who_options(complete: Complete, bot: str, dealt: str) -> Callable[[Function], Function]:
    """The `--players`, `--names` and `--seed` of commands that play a game at this keyboard."""

    def options(function: Function) -> Function:
        same = f"A word or number; the same seed gives the same {dealt}."
        function = click.option("--seed", metavar="S", help=same)(function)
        function = click.option("--names", metavar="NAME,NAME", help="Names of the seats.")(function)
        who = f"human or a bot for each seat, such as human,{bot}."
        return click.option("--players", shell_complete=complete, metavar="WHO,WHO", help=who)(function)

    return options


def kept_options(function: Function) -> Function:
    """The `--record` and `--resume` of commands whose games are kept in a file."""
    function = click.option("--resume", is_flag=True, help="Go on with the latest unfinished game.")(function)
    save = "Save here, or go on with it."
    return click.option("--record", "file", type=click.Path(path_type=Path), help=save)(function)


def file_option(flag: str, name: str, what: str) -> Callable[[Function], Function]:
    """An option that names a file to write: a picture, a page."""
    return click.option(flag, name, type=click.Path(path_type=Path), help=what)


def judging_options(most: int, games: int, otherwise: str) -> Callable[[Function], Function]:
    """The `--at-once` and `--games` of commands that ask the coach."""

    def options(function: Function) -> Function:
        function = click.option(
            "--games",
            type=Number(80, most),
            default=games,
            show_default=True,
            help="Simulated games, where more play than are solved.",
        )(function)
        once = f"Do not solve a sheet that has no table: {otherwise}."
        return click.option("--at-once", is_flag=True, help=once)(function)

    return options


def print_json(value: Any) -> None:
    """One JSON object on standard output, and nothing else there."""
    click.echo(json.dumps(value))


def add_check(group: click.Group, what: str, describe: Callable[[str], str]) -> None:
    """The `check FILE` of a group: every fault of a file, or what `describe` says of it."""

    @click.argument("file", type=click.Path())
    @json_option
    def check(file: str, as_json: bool) -> None:
        report_check(file, as_json, lambda: describe(file))

    group.command("check", help=f"Every fault of a {what}, with its line and key.")(check)


def report_check(file: str, as_json: bool, check: Callable[[], str]) -> None:
    """Tell the faults that loading a file gives, or what `check` says of it; faults end with exit code 2."""
    try:
        found = check()
    except RulesError as error:
        if as_json:
            problems = [{"line": f.line, "key": f.key, "message": f.message} for f in error.faults]
            print_json({"ok": False, "problems": problems})
        else:
            click.echo(str(error), err=True)
        raise SystemExit(2) from None
    if as_json:
        print_json({"ok": True, "problems": []})
    else:
        click.echo(f"{file}: in order. {found}")
