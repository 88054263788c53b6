-- How the rows of two snapshots differ: how many of each table were added, changed or removed, and the first ids.
-- Parameters: part and parts (the ids are compared in so many parts, so that memory is bounded), examples.
WITH old AS (
    FROM before_rows
    WHERE hash(id) % $parts = $part
),
new AS (
    FROM after_rows
    WHERE hash(id) % $parts = $part
),
differing AS (
    SELECT
        table_name,
        id,
        CASE
            WHEN old.fields IS NULL THEN 'added'
            WHEN new.fields IS NULL THEN 'removed'
            ELSE 'changed'
        END AS change
    FROM old
    FULL JOIN new USING (table_name, id, item)
    WHERE old.fields IS DISTINCT FROM new.fields
)
SELECT
    table_name,
    change,
    count(*) AS row_count,
    list_slice(list_sort(list(DISTINCT id)), 1, $examples) AS examples
FROM differing
GROUP BY table_name, change
ORDER BY table_name, change
