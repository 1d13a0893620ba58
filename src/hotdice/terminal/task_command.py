"""`hotdice task`: the frozen tasks of the benchmark."""

import click
import msgspec

from hotdice.terminal.options import fail, json_option, print_json


@click.command()
@click.argument("name", required=False, metavar="[TASK]")
@json_option
def command(name: str | None, as_json: bool) -> None:
    """List the frozen tasks of the benchmark, or describe one.

    Each is a rule set that never changes, a budget and a metric; docs/benchmark.md says how to enter.
    """
    from hotdice.arena.tasks import TASKS, task

    if name is None:
        if as_json:
            print_json([msgspec.to_builtins(each) for each in TASKS])
            return
        for each in TASKS:
            click.echo(f"{each.name:<15} {each.words:<26} {each.players} players  {each.budget}")
        return
    try:
        found = task(name)
        rules = found.rules
    except ValueError as error:
        fail(str(error))
    if as_json:
        print_json(msgspec.to_builtins(found))
        return
    for label, text in (
        ("task", found.name),
        ("rules", f"{rules.title} ({found.words})"),
        ("hash", found.hash),
        ("players", str(found.players)),
        ("budget", found.budget),
        ("measured", found.metric),
        ("try it", found.command),
    ):
        click.echo(f"{label:<9} {text}")
