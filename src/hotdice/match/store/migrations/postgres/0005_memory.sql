CREATE TABLE refusals (
    match TEXT NOT NULL,
    command TEXT NOT NULL,
    digest BYTEA NOT NULL,
    answer BYTEA NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (match, command)
);
CREATE INDEX refusals_by_age ON refusals (at);

-- Whether those who are here already have come back nobody has noted: they count as if they had.
ALTER TABLE people ADD COLUMN visited BIGINT NOT NULL DEFAULT 0;
UPDATE people SET visited = CAST(extract(epoch FROM now()) AS BIGINT) * 1000;
CREATE INDEX people_by_visit ON people (visited);

ALTER TABLE boards ADD COLUMN visited BIGINT NOT NULL DEFAULT 0;
UPDATE boards SET visited = updated;
