-- SQLite: the lists that a crawl could not read, and why. Parameter: crawl.
SELECT address, reason
FROM pages
WHERE found_in = :crawl AND kind = 'list' AND failed_in IS :crawl AND read_in IS NOT :crawl
ORDER BY address
