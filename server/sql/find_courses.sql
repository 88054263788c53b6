-- What somebody of the directory teaches. Parameters: profile_key.
SELECT title, year, url
FROM employee_courses
WHERE profile_key = $profile_key
ORDER BY position
