-- The first and last keys of slices of the directory, each with profiles of some `size` bytes.
SELECT min(profile_key) AS first, max(profile_key) AS last
FROM (
    SELECT profile_key, sum(length) OVER (ORDER BY profile_key) // $size AS slice
    FROM (SELECT profile_key, strlen(document) AS length FROM scratch.employees)
)
GROUP BY slice
ORDER BY first
