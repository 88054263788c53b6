-- How many rows of which table broke which rule.
SELECT table_name, reason, count(*) AS row_count
FROM rejected_rows
GROUP BY table_name, reason
ORDER BY row_count DESC, table_name, reason
