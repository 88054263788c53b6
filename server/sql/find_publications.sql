-- What somebody of the directory has published.
SELECT title, text, url
FROM employee_publications
WHERE profile_key = $profile_key
ORDER BY position
