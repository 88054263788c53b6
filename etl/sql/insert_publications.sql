-- The publications in the profiles of people from one key to another.
INSERT INTO employee_publications
SELECT
    profile_key,
    position,
    json_extract_string(entry, '$.title'),
    json_extract_string(entry, '$.text'),
    json_extract_string(entry, '$.url')
FROM entries_of('publications', '$.items[*]', $first, $last)
ORDER BY profile_key, position
