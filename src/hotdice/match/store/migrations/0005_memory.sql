CREATE TABLE refusals (
    match TEXT NOT NULL,
    command TEXT NOT NULL,
    digest BYTES NOT NULL,
    answer BYTES NOT NULL,
    at NUMBER NOT NULL,
    PRIMARY KEY (match, command)
) KEYED;
CREATE INDEX refusals_by_age ON refusals (at);

-- Whether those who are here already have come back nobody has noted: they count as if they had.
ALTER TABLE people ADD COLUMN visited NUMBER NOT NULL DEFAULT 0;
UPDATE people SET visited = SECONDS_NOW * 1000;
CREATE INDEX people_by_visit ON people (visited);

ALTER TABLE boards ADD COLUMN visited NUMBER NOT NULL DEFAULT 0;
UPDATE boards SET visited = updated;
