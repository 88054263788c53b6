-- SQLite: a page is as it was read before. Parameters: address, crawl.
UPDATE pages SET read_in = :crawl WHERE address = :address
