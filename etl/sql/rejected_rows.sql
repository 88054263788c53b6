-- What validation reports: every row that it does not keep, with the id it came under and the rule it broke.
CREATE OR REPLACE TABLE rejected_rows (
    table_name VARCHAR NOT NULL,
    key VARCHAR,
    reason VARCHAR NOT NULL
)
