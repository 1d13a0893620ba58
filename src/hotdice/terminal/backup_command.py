"""`hotdice backup` and `hotdice restore`: the games of a server in one file, and back."""

from pathlib import Path

import click

from hotdice.match.store import SqlStore, StoreError, open_store
from hotdice.match.store.opening import Copied, back_up, copy_all, new_epoch
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
            copied = back_up(store, file)
        finally:
            store.close()
    except StoreError as error:
        fail(str(error))
    click.echo(f"{copied.events:,} events are in {file}; every log in it is whole.")
    _name_damaged(copied)


def _name_damaged(copied: Copied) -> None:
    """Name the matches that were left out, and end with exit code 1 where there are any."""
    if not copied.damaged:
        return
    click.echo(f"Left out, because they are damaged: {len(copied.damaged)}", err=True)
    for match, reason in copied.damaged:
        click.echo(f"  {match}  {reason}", err=True)
    raise SystemExit(1)


def _source(where: str) -> SqlStore:
    """The store to copy from; an SQLite file is only read, so its server may go on."""
    return open_store(where) if "://" in where else open_sqlite_to_read(Path(where))


@click.command()
@click.argument("file", type=click.Path(path_type=Path), required=False)
@db_option
def restore(file: Path | None, db: str | None) -> None:
    """Fill a new database from a backup; PostgreSQL or SQLite, whatever the backup was made of.

    Without a FILE, mark a database that was restored by other means: in either case the dice of games that
    go on are drawn anew, for somebody may have seen those that were to come.
    """
    if file is None:
        _mark_restored(db)
        return
    if not file.exists():
        fail(f"{file}: there is no such file")
    try:
        source = open_sqlite_to_read(file)
        target = open_store(db or str(home() / "server.db"))
        try:
            copied = copy_all(source, target)
            new_epoch(target)
        finally:
            target.close()
            source.close()
    except StoreError as error:
        fail(str(error))
    click.echo(f"{copied.events:,} events are back; every log is whole.")
    _name_damaged(copied)


def _mark_restored(db: str | None) -> None:
    where = db or str(home() / "server.db")
    try:
        if "://" not in where and not Path(where).exists():
            fail(f"{where}: there is no such database")
        store = open_store(where)
        try:
            new_epoch(store)
        finally:
            store.close()
    except StoreError as error:
        fail(str(error))
    click.echo("Marked as restored: games that go on draw their dice anew.")
