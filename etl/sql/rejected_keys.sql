-- The ids under which rows of capacities were rejected. Where a row had no capacity id, its key is of something else.
SELECT DISTINCT table_name, key
FROM rejected_rows
WHERE
    key IS NOT NULL
    AND table_name IN ('capacities', 'capacity_competences', 'capacity_references', 'capacity_certificates')
    AND reason != 'no capacity id'
ORDER BY table_name, key
