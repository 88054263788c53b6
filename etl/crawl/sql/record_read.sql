-- SQLite: a page was read.
-- Parameters: address, crawl, answered_by, etag, last_modified, reading, key, name, content, seal.
UPDATE pages
SET read_in = :crawl,
    answered_by = :answered_by,
    etag = :etag,
    last_modified = :last_modified,
    reading = :reading,
    key = :key,
    name = :name,
    content = :content,
    seal = :seal
WHERE address = :address
