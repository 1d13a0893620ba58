CREATE TABLE daily (
    day TEXT NOT NULL,
    person TEXT NOT NULL,
    record TEXT NOT NULL,
    length INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    updated NUMBER NOT NULL,
    points INTEGER,
    gave INTEGER,
    PRIMARY KEY (day, person)
) KEYED;
CREATE INDEX daily_by_points ON daily (day, points);
CREATE INDEX daily_by_gave ON daily (day, gave);
CREATE INDEX daily_of_person ON daily (person);
CREATE INDEX daily_to_count ON daily (ended) WHERE points IS NULL;

CREATE TABLE forks (
    day TEXT NOT NULL,
    position TEXT NOT NULL,
    choice TEXT NOT NULL,
    people INTEGER NOT NULL,
    PRIMARY KEY (day, position, choice)
) KEYED;

CREATE TABLE accounts (
    match TEXT NOT NULL,
    seat INTEGER NOT NULL,
    person TEXT NOT NULL,
    sheet TEXT NOT NULL,
    seats INTEGER NOT NULL,
    result FRACTION NOT NULL,
    adjusted FRACTION NOT NULL,
    gave FRACTION NOT NULL,
    decisions INTEGER NOT NULL,
    why TEXT NOT NULL,
    PRIMARY KEY (match, seat)
) KEYED;
CREATE INDEX accounts_of_person ON accounts (person);
