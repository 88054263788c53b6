-- SQLite: what a crawl has found and not read. Parameter: crawl.
SELECT address, kind
FROM pages
WHERE found_in = :crawl AND read_in IS NOT :crawl
ORDER BY kind, address
