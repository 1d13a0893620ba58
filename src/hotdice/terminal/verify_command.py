"""`hotdice verify`: derive the dice of a record again; tell what it says of its seeds and its players."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from hotdice.frozen import Frozen
from hotdice.game import Record, RecordError
from hotdice.game.proving import Proof, derive_again
from hotdice.match.fair_record import ActTold, FairHeader, derive_fair
from hotdice.match.games.duplicate_record import DuplicateRecord, derive_duplicate
from hotdice.match.games.fair_chance import derive_table
from hotdice.munchkin import NotDerived
from hotdice.terminal.any_record import AnyRecord, read_any
from hotdice.terminal.devices import Devices, noted_anywhere
from hotdice.terminal.options import fail, json_option, print_json
from hotdice.terminal.telling import counted, spaced


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@json_option
def command(file: Path, as_json: bool) -> None:
    """Derive every throw of a record again; exit code 1 where one differs, or where seeds came out of order.

    Of a game on a server it also says who skipped or replaced whom, and holds the record against what this
    computer noted before the game, if it played there.

    A FILE called - is standard input.
    """
    try:
        record = read_any(file)
        beside = _Beside.of(record.dice, record.names)
        if isinstance(record, Record | DuplicateRecord):
            proofs, of = _proofs(record)
        else:
            tell_table(derive_table(record), "", as_json, beside)
            raise SystemExit(1 if beside.faults else 0)
    except NotDerived as error:
        tell_table(0, str(error), as_json, beside)
        raise SystemExit(1) from None
    except (RecordError, ValueError) as error:
        fail(str(error))
    _tell(proofs, of, as_json, beside)
    if beside.faults or not all(proof.holds for proof in proofs):
        raise SystemExit(1)


class _Beside(Frozen):
    """What a record says beside its throws: the order of its seeds, and what was done to absent players."""

    order: str = ""
    faults: tuple[str, ...] = ()
    acts: tuple[ActTold, ...] = ()
    noted: bool = False
    names: tuple[str, ...] = ()
    restored: int = 0

    @classmethod
    def of(cls, dice: str, names: Sequence[str]) -> "_Beside":
        """What the header of fair dice says; nothing for other dice."""
        if not dice.startswith("fair "):
            return cls()
        header = FairHeader.parse(dice)
        faults = header.order_faults()
        order = "untold" if header.order is None else "wrong" if faults else "right"
        notes = noted_anywhere(Devices(), header.game)
        if notes is not None and notes.commitment != header.commitment:
            faults += ("the commitment is not the one that this computer noted before the game",)
        if notes is not None and notes.opened and bytes.fromhex(notes.opened) not in header.seat_seeds:
            faults += ("the seed that this computer gave is not among those of the seats",)
        return cls(order, faults, header.acts, notes is not None, tuple(names), len(header.restored))

    def keys(self) -> dict[str, Any]:
        """The same for programs; nothing where the dice are not fair ones."""
        if not self.order:
            return {}
        acts = [
            {"fact": act.number, "what": act.what, "seat": act.seat + 1, "by": act.by + 1, "away": act.away}
            for act in self.acts
        ]
        return {
            "order": self.order,
            "faults": list(self.faults),
            "noted": self.noted,
            "acts": acts,
            "restored": self.restored,
        }

    def tell(self) -> None:
        """The same for people."""
        if self.order == "right":
            click.echo("Every seed was bound after the commitment, and before any other was opened.")
        elif self.order == "untold":
            click.echo("The record does not tell when the seeds came: it is of the first version.")
        if self.noted and not self.faults:
            click.echo("The commitment is the one that this computer noted before the game.")
        for fault in self.faults:
            click.echo(f"Not fair: {fault}.")
        for act in self.acts:
            click.echo(self._told(act))
        if self.restored:
            click.echo(
                "The server was restored from a backup during this game; other dice fell from then on."
            )

    def _told(self, act: ActTold) -> str:
        by, seat = (self._name(place) for place in (act.by, act.seat))
        done = "skipped" if act.what == "skip" else "put a bot in the place of"
        why = f"away for {act.away:,} seconds" if act.away else "out of time"
        return f"{by} {done} {seat}, who was {why} (fact {act.number})."

    def _name(self, place: int) -> str:
        return self.names[place] if place < len(self.names) else f"Seat {place + 1}"


def _proofs(record: Record | DuplicateRecord) -> tuple[Sequence[Proof], str]:
    """What came of every board of a record, and how to call them."""
    if isinstance(record, DuplicateRecord):
        return derive_duplicate(record), f" of {counted(len(record.boards), 'board')}"
    return [derive_fair(record) if record.dice.startswith("fair ") else derive_again(record)], ""


def _tell(proofs: Sequence[Proof], of: str, as_json: bool, beside: _Beside) -> None:
    throws = sum(proof.throws for proof in proofs)
    wrong = [(board, fault) for board, proof in enumerate(proofs, 1) for fault in proof.wrong]
    if as_json:
        faults = [
            {"board": board, "step": w.step, "turn": w.turn, "roll": w.roll}
            | {"found": w.found, "derived": w.derived}
            for board, w in wrong
        ]
        ok = not wrong and not beside.faults
        print_json({"ok": ok, "throws": throws, "wrong": faults} | beside.keys())
        return
    if not wrong:
        click.echo(f"All {throws:,} throws{of} are those of the seed.")
        beside.tell()
        return
    for board, fault in wrong[:10]:
        where = f"Board {board}, step" if of else "Step"
        click.echo(
            f"{where} {fault.step} (turn {fault.turn}, roll {fault.roll}) shows {spaced(fault.found)}; "
            f"the seed gives {spaced(fault.derived)}."
        )
    click.echo(f"{len(wrong):,} of {throws:,} throws are not those of the seed.")
    beside.tell()


_NOTHING = _Beside()


def tell_table(count: int, wrong: str, as_json: bool, beside: _Beside = _NOTHING) -> None:
    """What came of deriving the dice and cards of a Munchkin Dice table again."""
    if as_json:
        print_json({"ok": not wrong and not beside.faults, "chances": count, "wrong": wrong} | beside.keys())
    else:
        click.echo(wrong or f"All {count:,} dice and cards are those of the seed.")
        beside.tell()


__all__ = ["AnyRecord", "command", "tell_table"]
