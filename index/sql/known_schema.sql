-- The directories that clients may hold. `changes`: who differs from the directory before, or everybody where `whole`;
-- hash is NULL where one is kept only because a later one needs it. AUTOINCREMENT never gives a number twice. A `seal` is
-- a checksum: of the people in `file`, else of the row.
PRAGMA secure_delete = ON;
CREATE TABLE IF NOT EXISTS file (
    id INTEGER NOT NULL,
    seal INTEGER NOT NULL
);
INSERT INTO file (id, seal) SELECT random(), 0 WHERE NOT EXISTS (SELECT id FROM file);
CREATE TABLE IF NOT EXISTS people (
    person INTEGER PRIMARY KEY AUTOINCREMENT,
    profile_key TEXT NOT NULL UNIQUE
);
CREATE TABLE IF NOT EXISTS directories (
    number INTEGER PRIMARY KEY,
    hash TEXT,
    whole INTEGER NOT NULL,
    seal INTEGER NOT NULL,
    changes BLOB NOT NULL
);
