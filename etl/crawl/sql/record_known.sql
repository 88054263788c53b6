-- SQLite: what is known of a page that was read with the same selectors. Parameters: address, kind, reading.
SELECT answered_by, etag, last_modified, key, name
FROM pages
WHERE address = :address AND kind = :kind AND reading = :reading AND content IS NOT NULL
