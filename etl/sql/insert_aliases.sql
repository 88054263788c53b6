-- `pairs` is registered by the build.
INSERT INTO aliases
SELECT alias, term, same
FROM pairs
ORDER BY alias, term
