-- SQLite: every page of a person, and whose it is where that is known.
SELECT address, key, name
FROM pages
WHERE kind = 'profile'
ORDER BY address
