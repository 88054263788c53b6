-- SQLite: a crawl has tried every page that it found. Parameter: crawl.
UPDATE crawls SET finished = 1 WHERE id = :crawl
