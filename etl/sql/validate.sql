-- Splits the judged rows of one table: rows without a reason are kept, the others are reported.
CREATE OR REPLACE TEMP TABLE judged AS
{judged}
;

CREATE OR REPLACE TABLE {table} AS
SELECT * EXCLUDE (key, reason)
FROM judged
WHERE reason IS NULL;

INSERT INTO rejected_rows (table_name, key, reason)
SELECT '{table}', key, reason
FROM judged
WHERE reason IS NOT NULL;

DROP TABLE judged;
