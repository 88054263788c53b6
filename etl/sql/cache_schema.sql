-- SQLite: the embedding cache. Run at every opening, by concurrent refreshes too.
CREATE TABLE IF NOT EXISTS embeddings (
    key TEXT PRIMARY KEY,          -- SHA-256 of model|dimensions|normalised text in lower case
    model TEXT NOT NULL,
    dimensions INTEGER NOT NULL,
    text TEXT NOT NULL,            -- exactly what was embedded
    vector BLOB NOT NULL,          -- dimensions × float32, little-endian
    created_at REAL NOT NULL       -- seconds since 1970, UTC
) WITHOUT ROWID
