"""The `hotdice` command. A subcommand's module is imported only when it is asked for, so help is instant."""

import sys
from importlib import import_module

import click

from hotdice import __version__

_COMMANDS = {
    "rules": ("hotdice.terminal.rules_command", "the rule sheets: list, show, check a file"),
    "cards": ("hotdice.terminal.cards_command", "the decks of cards: list, show, check a file"),
    "score": ("hotdice.terminal.score_command", "every legal keep of a roll"),
    "odds": ("hotdice.terminal.odds_command", "exact chances of a roll of 1 to 6 dice"),
    "solve": ("hotdice.terminal.solve_command", "the exact solver: turn, race, rounds, solitaire"),
    "advise": (
        "hotdice.terminal.advise_command",
        "every choice of a position, best first, with what it costs",
    ),
    "review": ("hotdice.terminal.review_command", "the coach's report on a recorded game: loss, luck, grade"),
    "train": (
        "hotdice.terminal.train_command",
        "positions where people go wrong: you choose, the coach answers",
    ),
    "strategy": (
        "hotdice.terminal.strategy_command",
        "the strategy card of a sheet: when to stop, what to leave",
    ),
    "plot": ("hotdice.terminal.plot_command", "pictures of what the solver knows"),
    "simulate": ("hotdice.terminal.simulate_command", "many games between bots, counted"),
    "tournament": (
        "hotdice.terminal.tournament_command",
        "bots against bots: a folder of programs, a line-up",
    ),
    "watch": ("hotdice.terminal.watch_command", "one game between bots, move by move"),
    "positions": ("hotdice.terminal.positions_command", "positions with exact values, as a benchmark"),
    "bot": ("hotdice.terminal.bot_command", "the bots: list them, write a new one, check one"),
    "play": ("hotdice.terminal.play_command", "a game in the terminal"),
    "verify": ("hotdice.terminal.verify_command", "derive the dice of a recorded game again"),
    "keep": ("hotdice.terminal.keep_command", "the scorekeeper for a table with real dice"),
    "replay": ("hotdice.terminal.replay_command", "step through a recorded game, or export it"),
    "serve": ("hotdice.terminal.serve_command", "a server for friends, on SQLite or PostgreSQL"),
    "join": ("hotdice.terminal.join_command", "play on a server, by a link"),
    "admin": ("hotdice.terminal.admin_command", "look after a server of yours"),
    "backup": ("hotdice.terminal.backup_command:backup", "a server's games in one file"),
    "restore": ("hotdice.terminal.backup_command:restore", "a server's games from a backup"),
    "munchkin": ("hotdice.terminal.munchkin_command", "Munchkin Dice: at a real table, or on screen"),
}
"""Name, module and short help; the click command is the module's `command`, or what follows a colon."""


class LazyGroup(click.Group):
    """A group that knows its commands' names and short helps, and imports a command when it is run."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order of the table."""
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one command."""
        if cmd_name not in _COMMANDS:
            return None
        module, _, name = _COMMANDS[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(module), name or "command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing any of them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in _COMMANDS.items()])


@click.group(cls=LazyGroup, invoke_without_command=True)
@click.version_option(__version__, prog_name="hotdice")
@click.pass_context
def hotdice(ctx: click.Context) -> None:
    """Farkle, all of it: play it, keep its score, solve it, learn it."""
    if ctx.invoked_subcommand is None:
        click.echo("Hotdice: Farkle, all of it.\n")
        click.echo("  play here      hotdice play")
        click.echo("  keep score     hotdice keep")
        click.echo("\nEverything else: hotdice --help")


def main() -> None:
    """Run the command line; bad input ends with exit code 2 and a sentence, never with a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    hotdice(prog_name="hotdice")
