-- Rows that are the same have the same hash; other rows hardly ever have.
SELECT hash({same}) AS hash
FROM {table}
WHERE keeps_row(reason)
