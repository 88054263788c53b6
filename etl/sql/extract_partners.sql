-- Whom a reference was done for.
SELECT
    CAST(id AS VARCHAR) AS id,
    CAST(name AS VARCHAR) AS name
FROM {partners}
