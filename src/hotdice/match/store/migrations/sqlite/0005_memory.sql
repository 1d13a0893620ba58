CREATE TABLE refusals (
    match TEXT NOT NULL,
    command TEXT NOT NULL,
    digest BLOB NOT NULL,
    answer BLOB NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (match, command)
) WITHOUT ROWID;
CREATE INDEX refusals_by_age ON refusals (at);

-- Whether those who are here already have come back nobody has noted: they count as if they had.
ALTER TABLE people ADD COLUMN visited INTEGER NOT NULL DEFAULT 0;
UPDATE people SET visited = CAST(strftime('%s', 'now') AS INTEGER) * 1000;
CREATE INDEX people_by_visit ON people (visited);

ALTER TABLE boards ADD COLUMN visited INTEGER NOT NULL DEFAULT 0;
UPDATE boards SET visited = updated;
