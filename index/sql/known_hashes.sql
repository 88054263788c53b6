-- The known directories, newest first; one that came back is as new as its last time.
SELECT hash, max(number) AS number
FROM directories
WHERE hash IS NOT NULL
GROUP BY hash
ORDER BY number DESC
