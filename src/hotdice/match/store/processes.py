"""The processes that share a PostgreSQL database, and which of them owns a match.

A process has a row with a number that it raises several times a second. A match names its owner in its own
row, and every move is written on the condition that the name is still there: whoever was replaced without
knowing it can write nothing, whatever it believes. No clock takes part in that, and no lock but the row's.
"""

import contextlib
from collections.abc import Sequence

import psycopg
from psycopg.pq import ExecStatus

from hotdice.match.store.entries import Unavailable
from hotdice.match.store.owners import Peer
from hotdice.match.store.postgres_link import WATCHDOG, Connection, connect
from hotdice.match.store.postgres_moves import checked
from hotdice.match.store.writer import Rows

_JOIN = "INSERT INTO processes (id, address, beat) VALUES (%s, %s, 0)"
_BEAT = (
    "WITH mine AS (UPDATE processes SET beat = beat + 1 WHERE id = $1 RETURNING id)"
    " SELECT id, address, beat FROM processes"
)
_NAME = b"hotdice_beat"
_BURY = "DELETE FROM processes WHERE id = %s AND beat = %s RETURNING id"
_LEAVE = "DELETE FROM processes WHERE id = %s RETURNING id"


class ProcessList:
    """The rows of the processes, on a connection of its own: nobody who waits for a disk holds it up."""

    def __init__(self, url: str, patience: float) -> None:
        self._url = url
        self._patience = patience
        self._connection: Connection | None = None

    def join(self, name: str, address: str) -> None:
        """Take part.

        Raises:
            Unavailable: the database failed; so do all the others.
        """
        self._run(_JOIN, (name, address))

    def beat(self, name: str) -> tuple[Peer, ...]:
        """Say that this process lives; those that are there, as they were before that."""
        try:
            link = self._linked()
            with WATCHDOG.watch(link, self._patience):
                # Below the driver's cursors, as moves are: it happens several times a second, also at night.
                found = link.pgconn.exec_prepared(_NAME, [name.encode()])
                checked(link.pgconn, found, ExecStatus.TUPLES_OK)
        except (psycopg.Error, OSError) as error:
            self.close()
            raise Unavailable(str(error).strip()) from error
        rows = [[found.get_value(row, column) or b"" for column in range(3)] for row in range(found.ntuples)]
        return tuple(Peer(row[0].decode(), row[1].decode(), int(row[2])) for row in rows)

    def bury(self, peer: Peer) -> bool:
        """Remove a process that has said nothing since `peer.beat`; whether it was so."""
        return bool(self._run(_BURY, (peer.id, peer.beat)))

    def leave(self, name: str) -> None:
        """Take part no more: what this process owned is free at once."""
        self._run(_LEAVE, (name,))

    def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            with contextlib.suppress(psycopg.Error):
                self._connection.close()
            self._connection = None

    def _linked(self) -> Connection:
        if self._connection is None or self._connection.closed:
            self._connection = connect(self._url)
            with WATCHDOG.watch(self._connection, self._patience):
                # Who is there is known anew a moment later; waiting for the disk would only slow the beat.
                self._connection.execute("SET synchronous_commit = off")
                link = self._connection.pgconn
                checked(link, link.prepare(_NAME, _BEAT.encode()), ExecStatus.COMMAND_OK)
        return self._connection

    def _run(self, sql: str, parameters: Sequence[object]) -> Rows:
        try:
            link = self._linked()
            with WATCHDOG.watch(link, self._patience):
                cursor = link.execute(sql.encode(), tuple(parameters))
                return cursor.fetchall() if cursor.description else []
        except (psycopg.Error, OSError) as error:
            self.close()
            raise Unavailable(str(error).strip()) from error
