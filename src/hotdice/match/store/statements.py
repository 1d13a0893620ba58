"""The SQL of both databases, with bound parameters only. `?` becomes `%s` for PostgreSQL."""

CREATE_MATCH = (
    "INSERT INTO matches (id, length, head, status, summary, updated) VALUES (?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (id) DO NOTHING RETURNING id"
)
ADD_EVENT = "INSERT INTO events (match, seq, at, command, body, hash) VALUES (?, ?, ?, ?, ?, ?)"
ADD_ANSWER = "INSERT INTO answers (match, command, digest, answer) VALUES (?, ?, ?, ?)"
ADD_SECRET = "INSERT INTO secrets (match, server_seed) VALUES (?, ?)"
ADD_TEXT = (
    "INSERT INTO texts (match, ref, salt, body) VALUES (?, ?, ?, ?) ON CONFLICT (match, ref) DO NOTHING"
)
SET_TOKEN = (
    "INSERT INTO tokens (match, name, hash) VALUES (?, ?, ?)"
    " ON CONFLICT (match, name) DO UPDATE SET hash = excluded.hash"
)
DROP_TOKEN = "DELETE FROM tokens WHERE match = ? AND name = ?"
SET_PLACE = (
    "INSERT INTO places (match, seat, person) VALUES (?, ?, ?)"
    " ON CONFLICT (match, seat) DO UPDATE SET person = excluded.person"
)
DROP_PLACE = "DELETE FROM places WHERE match = ? AND seat = ?"

READ_HEAD = "SELECT length, head FROM matches WHERE id = ?"
READ_EVENTS = "SELECT seq, at, command, body, hash FROM events WHERE match = ? AND seq > ? ORDER BY seq"
READ_ANSWER = "SELECT digest, answer FROM answers WHERE match = ? AND command = ?"
HOLDS = "SELECT id FROM matches WHERE id = ? AND length = ? AND head = ?"
ADD_REFUSAL = (
    "INSERT INTO refusals (match, command, digest, answer, at) VALUES (?, ?, ?, ?, ?)"
    " ON CONFLICT (match, command) DO NOTHING"
)
DROP_REFUSAL = "DELETE FROM refusals WHERE match = ? AND command = ?"
READ_REFUSALS = "SELECT command, digest, answer FROM refusals WHERE match = ? ORDER BY at, command"
OLD_REFUSALS = "DELETE FROM refusals WHERE at < ? RETURNING command"
READ_SECRET = "SELECT server_seed FROM secrets WHERE match = ?"
READ_TOKENS = "SELECT name, hash FROM tokens WHERE match = ?"
READ_TEXTS = "SELECT ref, body FROM texts WHERE match = ?"
LIST_MATCHES = (
    "SELECT id, length, status, summary, updated FROM matches WHERE status = ?"
    " ORDER BY updated DESC, id LIMIT ?"
)
LIST_ALL = "SELECT id, length, status, summary, updated FROM matches ORDER BY updated DESC, id LIMIT ?"
MATCHES_OF = (
    "SELECT m.id, m.length, m.status, m.summary, m.updated, p.seat"
    " FROM places p JOIN matches m ON m.id = p.match WHERE p.person = ? ORDER BY m.updated DESC, m.id LIMIT ?"
)
MATCH_IDS = "SELECT id FROM matches ORDER BY id"
COUNTS = "SELECT status, count(*), coalesce(sum(length), 0) FROM matches GROUP BY status"

ADD_PERSON = "INSERT INTO people (id, name, created, banned, muted, visited) VALUES (?, ?, ?, 0, 0, ?)"
RENAME_PERSON = "UPDATE people SET name = ? WHERE id = ?"
MARK_PERSON = "UPDATE people SET banned = ?, muted = ? WHERE id = ?"
READ_PERSON = "SELECT id, name, created, banned, muted, visited FROM people WHERE id = ?"
VISIT_PERSON = "UPDATE people SET visited = ? WHERE id = ? AND visited < ?"
NEVER_BACK = (
    "SELECT id FROM people WHERE visited < ? AND visited < created + ? AND banned = 0"
    " AND EXISTS (SELECT 1 FROM keys k WHERE k.person = people.id)"
    " AND NOT EXISTS (SELECT 1 FROM places p JOIN matches m ON m.id = p.match"
    " WHERE p.person = people.id AND m.status <> 'over') LIMIT ?"
)
FORGET_KEYS = "DELETE FROM keys WHERE person = ?"
FORGET_GUEST = (
    "DELETE FROM people WHERE id = ? AND NOT EXISTS (SELECT 1 FROM places WHERE places.person = people.id)"
)
ADD_KEY = "INSERT INTO keys (hash, person, kind, expires) VALUES (?, ?, ?, ?)"
DROP_KEYS = "DELETE FROM keys WHERE person = ? AND kind = ?"
TAKE_KEY = "DELETE FROM keys WHERE hash = ? AND kind = ? AND expires >= ? RETURNING person"
PERSON_OF_KEY = (
    "SELECT p.id, p.name, p.created, p.banned, p.muted, p.visited"
    " FROM keys k JOIN people p ON p.id = k.person WHERE k.hash = ? AND k.kind = ? AND k.expires >= ?"
)
SET_SETTING = (
    "INSERT INTO settings (name, body) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET body = excluded.body"
)
FIRST_SETTING = (
    "INSERT INTO settings (name, body) VALUES (?, ?)"
    " ON CONFLICT (name) DO UPDATE SET body = excluded.body WHERE settings.body = '' RETURNING name"
)
READ_SETTING = "SELECT body FROM settings WHERE name = ?"

WRITE_BOARD = (
    "INSERT INTO boards (id, hash, version, body, updated) VALUES (?, ?, ?, ?, ?)"
    " ON CONFLICT (id) DO UPDATE SET version = excluded.version, body = excluded.body,"
    " updated = excluded.updated WHERE boards.hash = excluded.hash AND boards.version < excluded.version"
)
READ_BOARD = "SELECT id, hash, version, body, updated, visited FROM boards WHERE id = ?"
COUNT_BOARDS = "SELECT count(*) FROM boards"
LIST_BOARDS = "SELECT id, hash, version, body, updated, visited FROM boards ORDER BY updated DESC, id LIMIT ?"
VISIT_BOARD = "UPDATE boards SET visited = ? WHERE id = ? AND visited < ?"
DELETE_BOARD = "DELETE FROM boards WHERE id = ? RETURNING id"
DELETE_BOARDS = (
    "DELETE FROM boards WHERE updated < ? AND (visited = 0 OR (updated < ? AND visited < ?)) RETURNING id"
)

FORGET_NAME = "UPDATE texts SET body = '' WHERE match = ? AND ref = ?"
OLD_MATCHES = "SELECT id FROM matches WHERE status = ? AND updated < ? ORDER BY updated LIMIT ?"
DELETE_MATCH = tuple(
    f"DELETE FROM {table} WHERE {column} = ?"  # nosec B608
    for table, column in (
        ("events", "match"),
        ("answers", "match"),
        ("refusals", "match"),
        ("secrets", "match"),
        ("tokens", "match"),
        ("texts", "match"),
        ("places", "match"),
        ("mail", "match"),
        ("letters", "match"),
        ("matches", "id"),
    )
)

TABLES = {
    "matches": ("id", "length", "head", "status", "summary", "updated"),
    "events": ("match", "seq", "at", "command", "body", "hash"),
    "answers": ("match", "command", "digest", "answer"),
    "refusals": ("match", "command", "digest", "answer", "at"),
    "secrets": ("match", "server_seed"),
    "tokens": ("match", "name", "hash"),
    "texts": ("match", "ref", "salt", "body"),
    "people": ("id", "name", "created", "banned", "muted", "visited"),
    "keys": ("hash", "person", "kind", "expires"),
    "places": ("match", "seat", "person"),
    "settings": ("name", "body"),
    "boards": ("id", "hash", "version", "body", "updated", "visited"),
    "daily": ("day", "person", "record", "length", "ended", "updated", "points", "gave"),
    "forks": ("day", "position", "choice", "people"),
    "evenings": ("id", "hash", "length", "updated"),
    "evening_events": ("evening", "seq", "body"),
    "accounts": (
        "match",
        "seat",
        "person",
        "sheet",
        "seats",
        "result",
        "adjusted",
        "gave",
        "decisions",
        "why",
    ),
}
"""Every table with its columns that a backup copies; those of mail are none of them (see `post`)."""

OF_A_MATCH = ("matches", "events", "answers", "refusals", "secrets", "tokens", "texts", "places")
"""The tables whose rows belong to a match, which their first column names."""


def copy_statements(table: str) -> tuple[str, str]:
    """How a backup reads a table and writes it.

    >>> copy_statements("settings")[1]
    'INSERT INTO settings (name, body) VALUES (?, ?)'
    """
    columns = TABLES[table]
    names, marks = ", ".join(columns), ", ".join("?" * len(columns))
    # The names are those of TABLES, so nothing from outside gets into the text.
    select = f"SELECT {names} FROM {table}"  # nosec B608
    return select, f"INSERT INTO {table} ({names}) VALUES ({marks})"  # nosec B608
