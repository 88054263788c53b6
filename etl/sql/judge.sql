-- The judged rows of one table, where its clean rows will be: those that break a rule have a reason.
CREATE OR REPLACE TABLE {table} AS
{judged}
