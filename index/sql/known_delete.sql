-- Deletes what no directory from `oldest` on is made up of.
DELETE FROM directories
WHERE number < (SELECT max(number) FROM directories WHERE whole AND number <= :oldest)
