-- What the people of the directory have published.
SELECT
    CAST(profile_key AS VARCHAR) AS profile_key,
    CAST(position AS VARCHAR) AS position,
    CAST(title AS VARCHAR) AS title,
    CAST(text AS VARCHAR) AS text,
    CAST(url AS VARCHAR) AS url
FROM {employee_publications}
