CREATE TABLE people (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    created BIGINT NOT NULL,
    banned BIGINT NOT NULL,
    muted BIGINT NOT NULL
);

CREATE TABLE keys (
    hash BYTEA PRIMARY KEY,
    person TEXT NOT NULL,
    kind TEXT NOT NULL,
    expires BIGINT NOT NULL
);
CREATE INDEX keys_by_person ON keys (person);

CREATE TABLE places (
    match TEXT NOT NULL,
    seat BIGINT NOT NULL,
    person TEXT NOT NULL,
    PRIMARY KEY (match, seat)
);
CREATE INDEX places_by_person ON places (person);

CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    body TEXT NOT NULL
);
