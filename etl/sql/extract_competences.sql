-- The vocabulary of named abilities.
SELECT
    CAST(id AS VARCHAR) AS id,
    CAST(name AS VARCHAR) AS name
FROM {competences}
