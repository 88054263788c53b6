-- Courses of active people whose title contains a word, the latest year first, then by name. Parameters: word.
SELECT e.profile_key, e.full_name, c.title, c.year
FROM employee_courses AS c
JOIN employees AS e USING (profile_key)
WHERE e.status = 'active' AND contains(lower(c.title), lower($word))
ORDER BY c.year DESC NULLS LAST, e.full_name, e.profile_key, c.position
