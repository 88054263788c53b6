-- SQLite: what was read of a page. Parameter: address.
SELECT content
FROM pages
WHERE address = :address
