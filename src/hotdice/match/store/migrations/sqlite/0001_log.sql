CREATE TABLE matches (
    id TEXT PRIMARY KEY,
    length INTEGER NOT NULL,
    head BLOB NOT NULL,
    status TEXT NOT NULL,
    summary BLOB NOT NULL,
    updated INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX matches_by_status ON matches (status, updated);

CREATE TABLE events (
    match TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    command TEXT NOT NULL,
    body BLOB NOT NULL,
    hash BLOB NOT NULL,
    PRIMARY KEY (match, seq)
) WITHOUT ROWID;

CREATE TABLE answers (
    match TEXT NOT NULL,
    command TEXT NOT NULL,
    digest BLOB NOT NULL,
    answer BLOB NOT NULL,
    PRIMARY KEY (match, command)
) WITHOUT ROWID;

CREATE TABLE secrets (
    match TEXT PRIMARY KEY,
    server_seed BLOB NOT NULL
) WITHOUT ROWID;

CREATE TABLE tokens (
    match TEXT NOT NULL,
    name TEXT NOT NULL,
    hash BLOB NOT NULL,
    PRIMARY KEY (match, name)
) WITHOUT ROWID;

CREATE TABLE texts (
    match TEXT NOT NULL,
    ref TEXT NOT NULL,
    salt BLOB NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (match, ref)
) WITHOUT ROWID;
