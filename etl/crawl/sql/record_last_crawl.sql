-- SQLite: the last crawl.
SELECT id, scope, started_at, finished
FROM crawls
ORDER BY id DESC
LIMIT 1
