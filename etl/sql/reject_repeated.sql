-- Rejects rows of one table that come a second time: of those that are the same, the first in the given order stays.
-- `repeated_hashes` (hash) is registered by the caller.
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
)
