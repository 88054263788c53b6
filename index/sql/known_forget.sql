-- Directories older than `oldest` are known no more, and neither are earlier times of one that came back.
UPDATE directories
SET hash = NULL
WHERE
    number < :oldest
    OR number NOT IN (SELECT max(number) FROM directories WHERE hash IS NOT NULL GROUP BY hash)
