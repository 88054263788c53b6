-- No rows, but the errors of an extraction.
SELECT *
FROM (
{extraction}
) AS extracted
LIMIT 0
