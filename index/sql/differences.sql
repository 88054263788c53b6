-- How the rows of two snapshots differ: how many of each table were added, changed or removed, and the first ids.
-- Whatever DuckDB holds for it can be written to its temporary folder, so that memory is bounded.
-- Parameter: examples (how many ids).
WITH differing AS (
    SELECT
        table_name,
        id,
        CASE
            WHEN old.fields IS NULL THEN 'added'
            WHEN new.fields IS NULL THEN 'removed'
            ELSE 'changed'
        END AS change
    FROM before_rows AS old
    FULL JOIN after_rows AS new USING (table_name, id, item)
    WHERE old.fields IS DISTINCT FROM new.fields
),
by_id AS (
    SELECT table_name, change, id, count(*) AS row_count
    FROM differing
    GROUP BY table_name, change, id
)
SELECT table_name, change, CAST(sum(row_count) AS BIGINT) AS row_count, min(id, $examples) AS examples
FROM by_id
GROUP BY table_name, change
ORDER BY table_name, change
