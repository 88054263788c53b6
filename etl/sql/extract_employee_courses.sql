-- What the people of the directory teach.
SELECT
    CAST(profile_key AS VARCHAR) AS profile_key,
    CAST(position AS VARCHAR) AS position,
    CAST(year AS VARCHAR) AS year,
    CAST(title AS VARCHAR) AS title,
    CAST(url AS VARCHAR) AS url
FROM {employee_courses}
