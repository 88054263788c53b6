-- Publications by key, for each key in the lake's order as far as that is a number.
SELECT profile_key, title, text, url
FROM employee_publications
WHERE profile_key IS NOT NULL
ORDER BY profile_key, try_cast(position AS BIGINT), position, title, text, url
