-- SQLite: a link to a page was found. Parameters: address, kind, crawl.
INSERT INTO pages (address, kind, found_in)
VALUES (:address, :kind, :crawl)
ON CONFLICT (address) DO UPDATE SET kind = excluded.kind, found_in = excluded.found_in
