-- What somebody of the directory has published. Parameters: profile_key.
SELECT title, text, url
FROM employee_publications
WHERE profile_key = $profile_key
ORDER BY position
