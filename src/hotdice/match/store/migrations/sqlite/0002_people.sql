CREATE TABLE people (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    created INTEGER NOT NULL,
    banned INTEGER NOT NULL,
    muted INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE keys (
    hash BLOB PRIMARY KEY,
    person TEXT NOT NULL,
    kind TEXT NOT NULL,
    expires INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX keys_by_person ON keys (person);

CREATE TABLE places (
    match TEXT NOT NULL,
    seat INTEGER NOT NULL,
    person TEXT NOT NULL,
    PRIMARY KEY (match, seat)
) WITHOUT ROWID;
CREATE INDEX places_by_person ON places (person);

CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    body TEXT NOT NULL
) WITHOUT ROWID;
