"""`hotdice completion SHELL`: the script that teaches a shell to complete this program's words."""

import click
from click.shell_completion import get_completion_class

SHELLS = ("bash", "zsh", "fish")
_WHERE = {
    "bash": "~/.local/share/bash-completion/completions/hotdice",
    "zsh": "a folder of your $fpath, as _hotdice",
    "fish": "~/.config/fish/completions/hotdice.fish",
}


@click.command(help="\n\n".join((
    "Print the completion script of a shell: sheets, bots, commands, options and files.",
    "\b\nWrite it to\n" + "\n".join(f"  {shell:<5} {where}" for shell, where in _WHERE.items()),
)))  # fmt: skip
@click.argument("shell", type=click.Choice(SHELLS))
def command(shell: str) -> None:
    """The script that click makes for its own completion, for the name `hotdice`."""
    kind = get_completion_class(shell)
    assert kind is not None
    root = click.get_current_context().find_root().command
    script = kind(root, {}, "hotdice", "_HOTDICE_COMPLETE")
    click.echo(script.source_template % script.source_vars())
