CREATE TABLE people (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    created NUMBER NOT NULL,
    banned NUMBER NOT NULL,
    muted NUMBER NOT NULL
) KEYED;

CREATE TABLE keys (
    hash BYTES PRIMARY KEY,
    person TEXT NOT NULL,
    kind TEXT NOT NULL,
    expires NUMBER NOT NULL
) KEYED;
CREATE INDEX keys_by_person ON keys (person);

CREATE TABLE places (
    match TEXT NOT NULL,
    seat NUMBER NOT NULL,
    person TEXT NOT NULL,
    PRIMARY KEY (match, seat)
) KEYED;
CREATE INDEX places_by_person ON places (person);

CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    body TEXT NOT NULL
) KEYED;
