-- The courses in the profiles of people from one key to another.
INSERT INTO employee_courses
SELECT
    profile_key,
    position,
    json_extract_string(entry, '$.title'),
    json_extract_string(entry, '$.year'),
    json_extract_string(entry, '$.url')
FROM entries_of('courses_by_year', '$.courses[*]', $first, $last)
ORDER BY profile_key, position
