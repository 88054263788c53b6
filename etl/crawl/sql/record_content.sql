-- SQLite: what was read of a page, and its checksum. Parameter: address.
SELECT content, seal
FROM pages
WHERE address = :address
