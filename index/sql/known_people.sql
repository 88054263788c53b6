-- Everybody who is or was in a known directory.
SELECT profile_key, person FROM people
