-- SQLite: forget some entries. Parameter: keys (JSON list).
DELETE FROM embeddings WHERE key IN (SELECT value FROM json_each(:keys))
