-- SQLite: begin a crawl. Parameters: id, scope, started_at.
INSERT INTO crawls (id, scope, started_at, finished)
VALUES (:id, :scope, :started_at, 0)
