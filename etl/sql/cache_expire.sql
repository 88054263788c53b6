-- SQLite: forget what has expired. Parameter: not_before (seconds since 1970).
DELETE FROM embeddings WHERE created_at < :not_before
