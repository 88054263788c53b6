-- SQLite: every profile that is kept.
SELECT address, content
FROM pages
WHERE kind = 'profile' AND content IS NOT NULL
ORDER BY address
