-- Splits the judged rows of one table: those that keep their row stay, all with a reason are reported. `repeated_hashes`
-- (hash) is registered by the caller; of the rows that are the same, the first in the given order stays.
UPDATE {table} SET reason = '{reason}'
WHERE rowid IN (
    SELECT row_id
    FROM (
        SELECT
            rowid AS row_id,
            row_number() OVER (PARTITION BY {same} ORDER BY {order}) AS occurrence
        FROM {table}
        WHERE keeps_row(reason) AND hash({same}) IN (SELECT hash FROM repeated_hashes)
    )
    WHERE occurrence > 1
);

INSERT INTO rejected_rows (table_name, key, reason)
SELECT '{table}', {key}, reason
FROM {table}
WHERE reason IS NOT NULL;

DELETE FROM {table}
WHERE NOT keeps_row(reason);
