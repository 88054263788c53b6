-- How many rows an extraction delivers.
SELECT count(*) AS row_count
FROM (
{extraction}
) AS extracted
