"""What a table knows about the order of its seeds and about its acts, as the header of a record tells it."""

from hotdice.match.fair_record import ActTold, FairHeader, Order
from hotdice.match.table import Chair, Table

SEALING = 2
"""The first version of logs in which a seed is never sent before the commitment."""


def header_of(match: str, table: Table) -> FairHeader:
    """The header `dice fair ...` of a match: the seeds as far as they are shown, and when they came."""
    order = None
    if table.opened.version >= SEALING and table.begun_at:
        order = Order(tuple(_numbers(chair) for chair in table.chairs), table.begun_at)
    return FairHeader(
        table.opened.commitment,
        match,
        bytes.fromhex(table.server_seed) if table.server_seed else None,
        tuple(bytes.fromhex(seed) for seed in table.seeds),
        order,
        tuple(ActTold(act.number, act.what, act.seat, act.by, act.away) for act in table.acts),
        table.restored,
    )


def _numbers(chair: Chair) -> tuple[int, int] | None:
    return (chair.sealed_at, chair.opened_at) if chair.seed else None
