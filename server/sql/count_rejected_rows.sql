-- How many rows of the lake broke which rule. No parameters.
SELECT table_name, reason, count(*) AS rejected
FROM rejected_rows
GROUP BY table_name, reason
ORDER BY rejected DESC, table_name, reason
