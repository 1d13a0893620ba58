"""The `hotdice` command. A subcommand's module is imported only when it is asked for, so help is instant."""

import errno
import sys
from collections.abc import Sequence
from importlib import import_module

import click

from hotdice import __version__
from hotdice.terminal.catalogue import COMMANDS, GROUPS
from hotdice.terminal.streams import complain, give_up_output, last_flush, mend_streams, reason

STOPPED = 130
"""The exit code of a program that Ctrl-C has ended: 128 and the number of the signal."""


class LazyGroup(click.Group):
    """A group that knows its commands' names and short helps, and imports a command when it is run."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one command, and put its examples under its help."""
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return None
        module, _, name = entry.module.partition(":")
        found = getattr(import_module(f"hotdice.terminal.{module}"), name or "command")
        assert isinstance(found, click.Command)
        found.epilog = "\n".join(("\b", "Examples:", *(f"  hotdice {line}" for line in entry.examples)))
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the words begin with; a misspelt one is told what it may have meant."""
        try:
            return super().resolve_command(ctx, args)
        except click.NoSuchCommand as error:
            raise click.NoSuchCommand(error.command_name, possibilities=COMMANDS, ctx=ctx) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands by what they are for, without importing any of them."""
        width = max(map(len, COMMANDS))
        for title, entries in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(f"{name:<{width}}", entry.short) for name, entry in entries.items()])


EXAMPLES = ("play", "rules list")


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="\n".join(("\b", "Examples:", *(f"  hotdice {line}" for line in EXAMPLES)))
    + "\n\nA command in full: hotdice COMMAND --help. All of it as a manual: hotdice man | man -l -",
)
@click.version_option(__version__, prog_name="hotdice")
@click.pass_context
def hotdice(ctx: click.Context) -> None:
    """Farkle, all of it: play it, keep its score, solve it, learn it."""
    if ctx.invoked_subcommand is None:
        click.echo("Hotdice: Farkle, all of it.\n")
        click.echo("  play here      hotdice play")
        click.echo("  keep score     hotdice keep")
        click.echo("\nEverything else: hotdice --help")


def run(words: Sequence[str]) -> int:
    """Run a command line; the exit code. What goes wrong ends in a sentence, never in a traceback."""
    mend_streams()
    try:
        found = hotdice.main(list(words), prog_name="hotdice", standalone_mode=False)
        code = found if isinstance(found, int) else 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
    except click.ClickException as error:
        code = _told(error, words)
    except (click.Abort, KeyboardInterrupt):
        complain("stopped")
        code = STOPPED
    except OSError as error:
        code = _not_written(error)
    return last_flush(code)


def _told(error: click.ClickException, words: Sequence[str]) -> int:
    try:
        error.show()
        if isinstance(error, click.UsageError) and "--json" in words:
            from hotdice.terminal.options import json_error

            json_error(error.format_message())
    except OSError as full:
        return _not_written(full)
    return error.exit_code


def _not_written(error: OSError) -> int:
    """A file, or the output itself, that cannot be written or read: what is the matter, and exit code 2."""
    if error.errno == errno.EPIPE:  # whoever read has enough
        give_up_output()
        return 1
    if error.filename is None:
        give_up_output()
        complain(f"cannot write: {reason(error)}")
    else:
        complain(reason(error))
    return 2


def main() -> None:
    """Run the command line of this process."""
    sys.exit(run(sys.argv[1:]))
