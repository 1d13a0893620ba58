CREATE TABLE evenings (
    id TEXT NOT NULL PRIMARY KEY,
    hash BYTES NOT NULL,
    length INTEGER NOT NULL,
    updated NUMBER NOT NULL
) KEYED;
CREATE INDEX evenings_by_age ON evenings (updated);

CREATE TABLE evening_events (
    evening TEXT NOT NULL,
    seq INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (evening, seq)
) KEYED;
