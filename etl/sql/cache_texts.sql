-- SQLite: every cached text.
SELECT key, text
FROM embeddings
ORDER BY key
