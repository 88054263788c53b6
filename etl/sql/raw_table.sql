-- An empty table for what the lake delivers. It is temporary: nobody reads it after validation, so it need not survive a
-- crash, and no row of it is written twice.
CREATE OR REPLACE TEMP TABLE {table} ({columns})
