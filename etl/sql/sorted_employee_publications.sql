-- Publications by key, for each key in the lake's order as far as that is a number; those without a key come first.
SELECT coalesce(profile_key, '') AS profile_key, title, text, url
FROM employee_publications
ORDER BY coalesce(profile_key, ''), try_cast(position AS BIGINT), position, title, text, url
