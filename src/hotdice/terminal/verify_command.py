"""`hotdice verify`: derive the dice of a record again."""

from pathlib import Path

import click

from hotdice.game import RecordError
from hotdice.game.proving import derive_again
from hotdice.match.fair_record import derive_fair
from hotdice.terminal.options import fail, json_option, print_json
from hotdice.terminal.storage import read_record
from hotdice.terminal.telling import spaced


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@json_option
def command(file: Path, as_json: bool) -> None:
    """Derive every throw of a record again from its seed or fair seeds; exit code 1 where one differs."""
    try:
        record = read_record(file)
        proof = derive_fair(record) if record.dice.startswith("fair ") else derive_again(record)
    except (RecordError, ValueError) as error:
        fail(str(error))
    if as_json:
        wrong = [
            {"step": w.step, "turn": w.turn, "roll": w.roll, "found": w.found, "derived": w.derived}
            for w in proof.wrong
        ]
        print_json({"ok": proof.holds, "throws": proof.throws, "wrong": wrong})
    elif proof.holds:
        click.echo(f"All {proof.throws:,} throws are those of the seed.")
    else:
        for fault in proof.wrong[:10]:
            click.echo(
                f"Step {fault.step} (turn {fault.turn}, roll {fault.roll}) shows {spaced(fault.found)}; "
                f"the seed gives {spaced(fault.derived)}."
            )
        click.echo(f"{len(proof.wrong):,} of {proof.throws:,} throws are not those of the seed.")
    if not proof.holds:
        raise SystemExit(1)
