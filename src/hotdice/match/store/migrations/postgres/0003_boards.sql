CREATE TABLE boards (
    id TEXT PRIMARY KEY,
    hash BYTEA NOT NULL,
    version BIGINT NOT NULL,
    body TEXT NOT NULL,
    updated BIGINT NOT NULL
);
CREATE INDEX boards_by_age ON boards (updated);
