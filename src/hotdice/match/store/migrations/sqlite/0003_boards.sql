CREATE TABLE boards (
    id TEXT PRIMARY KEY,
    hash BLOB NOT NULL,
    version INTEGER NOT NULL,
    body TEXT NOT NULL,
    updated INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX boards_by_age ON boards (updated);
