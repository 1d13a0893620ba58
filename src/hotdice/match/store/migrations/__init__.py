"""Numbered migrations: each file is run once, in order, in a transaction of its own.

What both databases do is written once, in words that each has its own for; what only one of them needs
stands in a folder of its name.
"""

import re
from importlib.resources import files

__all__ = ["migrations"]

_WORDS = {
    "postgres": {
        "NUMBER": "BIGINT",
        "BYTES": "BYTEA",
        "FRACTION": "DOUBLE PRECISION",
        "SECONDS_NOW": "CAST(extract(epoch FROM now()) AS BIGINT)",
        "KEYED": "",
    },
    "sqlite": {
        "NUMBER": "INTEGER",
        "BYTES": "BLOB",
        "FRACTION": "REAL",
        "SECONDS_NOW": "CAST(strftime('%s', 'now') AS INTEGER)",
        "KEYED": " WITHOUT ROWID",
    },
}
"""KEYED is a table that is kept in the order of its key."""
_WORD = re.compile(r" ?\b(" + "|".join(_WORDS["sqlite"]) + r")\b")


def migrations(dialect: str) -> tuple[tuple[int, str], ...]:
    """Number and SQL of every migration of a database, `sqlite` or `postgres`.

    >>> [number for number, _ in migrations("sqlite")] == [number for number, _ in migrations("postgres")]
    True
    """
    here = files(__name__)
    every = [*here.iterdir(), *(here / dialect).iterdir()]
    return tuple(
        sorted(
            (int(file.name[:4]), _worded(file.read_text("utf-8"), dialect))
            for file in every
            if file.name.endswith(".sql")
        )
    )


def _worded(text: str, dialect: str) -> str:
    def word(found: re.Match[str]) -> str:
        own = _WORDS[dialect][found[1]]
        return own if found[1] == "KEYED" else found[0].replace(found[1], own)

    return _WORD.sub(word, text)


def statements(sql: str) -> tuple[str, ...]:
    """The single statements of a migration; none of them has a semicolon inside.

    >>> statements("CREATE TABLE a (b TEXT); CREATE INDEX c ON a (b);")
    ('CREATE TABLE a (b TEXT)', 'CREATE INDEX c ON a (b)')
    """
    return tuple(part.strip() for part in sql.split(";") if part.strip())
