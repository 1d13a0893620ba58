"""Numbered migrations: each file is run once, in order, in a transaction of its own."""

from importlib.resources import files


def migrations(dialect: str) -> tuple[tuple[int, str], ...]:
    """Number and SQL of every migration of a database, `sqlite` or `postgres`.

    >>> [number for number, _ in migrations("sqlite")] == [number for number, _ in migrations("postgres")]
    True
    """
    folder = files(__name__) / dialect
    found = [
        (int(file.name[:4]), file.read_text("utf-8")) for file in folder.iterdir() if file.name[0] == "0"
    ]
    return tuple(sorted(found))


def statements(sql: str) -> tuple[str, ...]:
    """The single statements of a migration; none of them has a semicolon inside.

    >>> statements("CREATE TABLE a (b TEXT); CREATE INDEX c ON a (b);")
    ('CREATE TABLE a (b TEXT)', 'CREATE INDEX c ON a (b)')
    """
    return tuple(part.strip() for part in sql.split(";") if part.strip())
