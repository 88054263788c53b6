-- What somebody of the directory teaches.
SELECT title, year, url
FROM employee_courses
WHERE profile_key = $profile_key
ORDER BY position
