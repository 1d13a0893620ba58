CREATE TABLE boards (
    id TEXT PRIMARY KEY,
    hash BYTES NOT NULL,
    version NUMBER NOT NULL,
    body TEXT NOT NULL,
    updated NUMBER NOT NULL
) KEYED;
CREATE INDEX boards_by_age ON boards (updated);
