-- What makes up one directory: the last whole one up to it, and the changes since.
SELECT number, whole, seal, changes
FROM directories
WHERE number BETWEEN (SELECT max(number) FROM directories WHERE whole AND number <= :number) AND :number
ORDER BY number
