"""What several commands share: the RULES argument, `--set`, `--json`, and errors with exit code 2."""

import json
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

import click

from hotdice.rules import RulesError, Ruleset, load

Function = TypeVar("Function", bound=Callable[..., Any])


def fail(message: str) -> NoReturn:
    """End with exit code 2 and a sentence on standard error."""
    click.echo(f"hotdice: {message}", err=True)
    raise SystemExit(2)


def load_or_fail(reference: str, settings: tuple[str, ...] = ()) -> Ruleset:
    """A rule set by name or file with `--set` differences; faults end the program."""
    try:
        return load(reference, settings)
    except RulesError as error:
        fail(str(error))


def set_option(function: Function) -> Function:
    """The repeatable `--set key=value` of every command that takes RULES."""
    return click.option(
        "--set", "settings", multiple=True, metavar="KEY=VALUE", help="Change a rule; may be repeated."
    )(function)


def json_option(function: Function) -> Function:
    """The `--json` of every command that answers a question."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")(function)


def print_json(value: Any) -> None:
    """One JSON object on standard output, and nothing else there."""
    click.echo(json.dumps(value))


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
