"""`hotdice verify`: derive the dice of a record again."""

from collections.abc import Sequence
from pathlib import Path

import click

from hotdice.game import Record, RecordError
from hotdice.game.proving import Proof, derive_again
from hotdice.match.fair_record import derive_fair
from hotdice.match.games.duplicate_record import DuplicateRecord, derive_duplicate
from hotdice.match.games.fair_chance import derive_table
from hotdice.munchkin import NotDerived
from hotdice.terminal.any_record import AnyRecord, read_any
from hotdice.terminal.options import fail, json_option, print_json
from hotdice.terminal.telling import spaced


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@json_option
def command(file: Path, as_json: bool) -> None:
    """Derive every throw of a record again from its seed or fair seeds; exit code 1 where one differs."""
    try:
        record = read_any(file)
        if isinstance(record, Record | DuplicateRecord):
            proofs, of = _proofs(record)
        else:
            tell_table(derive_table(record), "", as_json)
            return
    except NotDerived as error:
        tell_table(0, str(error), as_json)
        raise SystemExit(1) from None
    except (RecordError, ValueError) as error:
        fail(str(error))
    _tell(proofs, of, as_json)
    if not all(proof.holds for proof in proofs):
        raise SystemExit(1)


def _proofs(record: Record | DuplicateRecord) -> tuple[Sequence[Proof], str]:
    """What came of every board of a record, and how to call them."""
    if isinstance(record, DuplicateRecord):
        return derive_duplicate(record), f" of {len(record.boards)} boards"
    return [derive_fair(record) if record.dice.startswith("fair ") else derive_again(record)], ""


def _tell(proofs: Sequence[Proof], of: str, as_json: bool) -> None:
    throws = sum(proof.throws for proof in proofs)
    wrong = [(board, fault) for board, proof in enumerate(proofs, 1) for fault in proof.wrong]
    if as_json:
        faults = [
            {"board": board, "step": w.step, "turn": w.turn, "roll": w.roll}
            | {"found": w.found, "derived": w.derived}
            for board, w in wrong
        ]
        print_json({"ok": not wrong, "throws": throws, "wrong": faults})
        return
    if not wrong:
        click.echo(f"All {throws:,} throws{of} are those of the seed.")
        return
    for board, fault in wrong[:10]:
        where = f"Board {board}, step" if of else "Step"
        click.echo(
            f"{where} {fault.step} (turn {fault.turn}, roll {fault.roll}) shows {spaced(fault.found)}; "
            f"the seed gives {spaced(fault.derived)}."
        )
    click.echo(f"{len(wrong):,} of {throws:,} throws are not those of the seed.")


def tell_table(count: int, wrong: str, as_json: bool) -> None:
    """What came of deriving the dice and cards of a Munchkin Dice table again."""
    if as_json:
        print_json({"ok": not wrong, "chances": count, "wrong": wrong})
    else:
        click.echo(wrong or f"All {count:,} dice and cards are those of the seed.")


__all__ = ["AnyRecord", "command", "tell_table"]
