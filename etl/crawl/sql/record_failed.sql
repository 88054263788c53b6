-- SQLite: a page could not be read. Parameters: address, crawl, reason.
UPDATE pages SET failed_in = :crawl, reason = :reason WHERE address = :address
