-- SQLite: the cached vectors of some keys that have not expired.
-- Parameters: keys (JSON list), not_before (seconds since 1970).
SELECT key, text, vector
FROM embeddings
WHERE key IN (SELECT value FROM json_each(:keys)) AND created_at >= :not_before
ORDER BY key
