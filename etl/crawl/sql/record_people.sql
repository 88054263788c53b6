-- SQLite: whose profiles a crawl has found, without their content. Parameter: crawl.
SELECT
    address,
    key,
    name,
    read_in IS :crawl AS was_read,
    CASE WHEN failed_in IS :crawl AND read_in IS NOT :crawl THEN reason END AS reason
FROM pages
WHERE
    found_in = :crawl
    AND kind = 'profile'
    AND (read_in IS NOT :crawl OR content IS NOT NULL)  -- whoever was erased is not kept
ORDER BY address
