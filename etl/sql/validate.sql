-- Splits the judged rows of one table: those that keep their row stay, all with a reason are reported.
INSERT INTO rejected_rows (table_name, key, reason)
SELECT '{table}', {key}, reason
FROM {table}
WHERE reason IS NOT NULL;

DELETE FROM {table}
WHERE NOT keeps_row(reason);
