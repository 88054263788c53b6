-- Everybody who is or was in a known directory, in the order of their numbers.
SELECT profile_key, person FROM people ORDER BY person
