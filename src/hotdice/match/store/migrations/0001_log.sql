CREATE TABLE matches (
    id TEXT PRIMARY KEY,
    length NUMBER NOT NULL,
    head BYTES NOT NULL,
    status TEXT NOT NULL,
    summary BYTES NOT NULL,
    updated NUMBER NOT NULL
) KEYED;
CREATE INDEX matches_by_status ON matches (status, updated);

CREATE TABLE events (
    match TEXT NOT NULL,
    seq NUMBER NOT NULL,
    at NUMBER NOT NULL,
    command TEXT NOT NULL,
    body BYTES NOT NULL,
    hash BYTES NOT NULL,
    PRIMARY KEY (match, seq)
) KEYED;

CREATE TABLE answers (
    match TEXT NOT NULL,
    command TEXT NOT NULL,
    digest BYTES NOT NULL,
    answer BYTES NOT NULL,
    PRIMARY KEY (match, command)
) KEYED;

CREATE TABLE secrets (
    match TEXT PRIMARY KEY,
    server_seed BYTES NOT NULL
) KEYED;

CREATE TABLE tokens (
    match TEXT NOT NULL,
    name TEXT NOT NULL,
    hash BYTES NOT NULL,
    PRIMARY KEY (match, name)
) KEYED;

CREATE TABLE texts (
    match TEXT NOT NULL,
    ref TEXT NOT NULL,
    salt BYTES NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (match, ref)
) KEYED;
