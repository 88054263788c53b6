-- SQLite: forget a page. Parameter: address.
DELETE FROM pages WHERE address = :address
