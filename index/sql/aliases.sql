-- The other names of terms.
SELECT alias, term, same
FROM aliases
ORDER BY alias, term
