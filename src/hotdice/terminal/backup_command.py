"""`hotdice backup` and `hotdice restore`: the games of a server in one file, and back."""

from pathlib import Path

import click

from hotdice.match.store import SqlStore, StoreError, open_store
from hotdice.match.store.opening import back_up, copy_all
from hotdice.match.store.sqlite import open_sqlite_to_read
from hotdice.terminal.options import fail
from hotdice.terminal.storage import home

db_option = click.option(
    "--db", envvar="HOTDICE_DB", metavar="URL", help="The server's database.  [default: that of serve]"
)


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@db_option
def backup(file: Path, db: str | None) -> None:
    """Copy a server's database into FILE, also while the server runs."""
    try:
        store = _source(db or str(home() / "server.db"))
        try:
            events = back_up(store, file)
        finally:
            store.close()
    except StoreError as error:
        fail(str(error))
    click.echo(f"{events:,} events are in {file}; every log in it is whole.")


def _source(where: str) -> SqlStore:
    """The store to copy from; an SQLite file is only read, so its server may go on."""
    return open_store(where) if "://" in where else open_sqlite_to_read(Path(where))


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@db_option
def restore(file: Path, db: str | None) -> None:
    """Fill a new database from a backup; PostgreSQL or SQLite, whatever the backup was made of."""
    if not file.exists():
        fail(f"{file}: there is no such file")
    try:
        source = open_sqlite_to_read(file)
        target = open_store(db or str(home() / "server.db"))
        try:
            events = copy_all(source, target)
        finally:
            target.close()
            source.close()
    except StoreError as error:
        fail(str(error))
    click.echo(f"{events:,} events are back; every log is whole.")
