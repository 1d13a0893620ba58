CREATE TABLE matches (
    id TEXT PRIMARY KEY,
    length BIGINT NOT NULL,
    head BYTEA NOT NULL,
    status TEXT NOT NULL,
    summary BYTEA NOT NULL,
    updated BIGINT NOT NULL
);
CREATE INDEX matches_by_status ON matches (status, updated);

CREATE TABLE events (
    match TEXT NOT NULL,
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    command TEXT NOT NULL,
    body BYTEA NOT NULL,
    hash BYTEA NOT NULL,
    PRIMARY KEY (match, seq)
);

CREATE TABLE answers (
    match TEXT NOT NULL,
    command TEXT NOT NULL,
    digest BYTEA NOT NULL,
    answer BYTEA NOT NULL,
    PRIMARY KEY (match, command)
);

CREATE TABLE secrets (
    match TEXT PRIMARY KEY,
    server_seed BYTEA NOT NULL
);

CREATE TABLE tokens (
    match TEXT NOT NULL,
    name TEXT NOT NULL,
    hash BYTEA NOT NULL,
    PRIMARY KEY (match, name)
);

CREATE TABLE texts (
    match TEXT NOT NULL,
    ref TEXT NOT NULL,
    salt BYTEA NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (match, ref)
);
