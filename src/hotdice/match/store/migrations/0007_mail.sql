CREATE TABLE mail (
    match TEXT NOT NULL,
    person TEXT NOT NULL,
    address TEXT NOT NULL,
    language TEXT NOT NULL,
    stop TEXT NOT NULL UNIQUE,
    proof BYTES UNIQUE,
    pass BYTES,
    confirmed INTEGER NOT NULL,
    asked NUMBER NOT NULL,
    turn TEXT NOT NULL,
    looked INTEGER NOT NULL,
    PRIMARY KEY (match, person)
) KEYED;
CREATE INDEX mail_by_address ON mail (address);
CREATE INDEX mail_of_person ON mail (person);

CREATE TABLE letters (
    id TEXT PRIMARY KEY,
    match TEXT NOT NULL,
    person TEXT NOT NULL,
    what TEXT NOT NULL,
    turn TEXT NOT NULL,
    due NUMBER NOT NULL,
    tries INTEGER NOT NULL,
    holder TEXT NOT NULL,
    sending INTEGER NOT NULL
) KEYED;
CREATE INDEX letters_due ON letters (due);
CREATE INDEX letters_of ON letters (match, person);

CREATE TABLE mailed (
    day TEXT NOT NULL,
    who TEXT NOT NULL,
    letters INTEGER NOT NULL,
    PRIMARY KEY (day, who)
) KEYED;
