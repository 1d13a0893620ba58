"""`hotdice man`: the manual page, made of the same words as `--help`."""

from collections.abc import Iterator
from inspect import cleandoc

import click

from hotdice import __version__
from hotdice.terminal.catalogue import GROUPS

ABOUT = """RULES is a shipped sheet (hotdice rules list) or a rule file; BOT is a name or name:argument, as in
threshold:300. A FILE called - is standard input where a record is read. --json prints one object on standard
output, also for what went wrong, as error. Numbers may be written as 100000, 100,000 or 1e5.
--help, or -h, stands behind every command."""
ENVIRONMENT = (
    ("HOTDICE_HOME", "the folder of saved games, settings and solved tables"),
    ("HOTDICE_PLAIN", "plain text instead of the app, as with --plain"),
    ("NO_COLOR", "no colour and no motion, and plain text instead of the app"),
    ("HOTDICE_DB", "the database of serve, backup and restore"),
    ("HOTDICE_ADMIN", "the owner's link, for admin"),
)
EXIT_CODES = (
    ("0", "done"),
    ("1", "what was checked does not hold, or whoever read the output has gone"),
    ("2", "the words are wrong, or a file cannot be read or written; a sentence says what"),
    ("130, 143", "broken off by Ctrl-C or SIGTERM"),
)


@click.command()
def command() -> None:
    """Print the manual page; man -l reads it from standard input."""
    click.echo("\n".join(manual(click.get_current_context().find_root())))


def manual(root: click.Context) -> Iterator[str]:
    """The page, line by line."""
    yield f'.TH HOTDICE 1 "" "Hotdice {__version__}" "Games"'
    yield ".SH NAME"
    yield _text("hotdice - " + (root.command.get_short_help_str(200)).rstrip(".").lower())
    yield ".SH SYNOPSIS"
    yield ".B hotdice\n.I COMMAND\n[\\fIOPTIONS\\fR] [\\fIARGUMENTS\\fR]"
    yield ".SH DESCRIPTION"
    yield _text(ABOUT)
    group = root.command
    assert isinstance(group, click.Group)
    for title, entries in GROUPS.items():
        yield f".SH {title.upper()}"
        for name in entries:
            found = group.get_command(root, name)
            assert found is not None
            yield from _command(found, root, name)
    for title, rows in (("ENVIRONMENT", ENVIRONMENT), ("EXIT STATUS", EXIT_CODES)):
        yield f".SH {title}"
        yield from _pairs(rows)


def _command(command: click.Command, parent: click.Context, name: str) -> Iterator[str]:
    """One command with its options and examples, and the commands below it."""
    context = command.context_class(command, info_name=name, parent=parent)
    usage = " ".join(command.collect_usage_pieces(context))
    yield f".SS {_text(f'{context.command_path} {usage}')}"
    for paragraph in cleandoc(command.help or "").split("\n\n"):
        verbatim = paragraph.startswith("\b")
        yield ".nf" if verbatim else ".P"
        yield _text(paragraph.removeprefix("\b\n"))
        if verbatim:
            yield ".fi"
    records = [found for option in command.get_params(context) if (found := option.get_help_record(context))]
    yield from _pairs([record for record in records if record[1] and "--help" not in record[0]])
    if command.epilog:
        examples = command.epilog.partition("Examples:\n")[2]
        yield f".P\nExamples:\n.nf\n{_text(examples)}\n.fi"
    if isinstance(command, click.Group):
        for below in command.list_commands(context):
            inner = command.get_command(context, below)
            assert inner is not None
            yield from _command(inner, context, below)


def _pairs(rows: "list[tuple[str, str]] | tuple[tuple[str, str], ...]") -> Iterator[str]:
    for term, meaning in rows:
        yield f".TP\n.B {_text(term)}\n{_text(meaning)}"


def _text(text: str) -> str:
    r"""A text in which nothing means anything to roff.

    >>> print(_text("--json\n.hidden"))
    \-\-json
    \&.hidden
    """
    safe = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join(f"\\&{line}" if line[:1] in (".", "'") else line for line in safe.split("\n"))
