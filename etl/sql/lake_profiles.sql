-- Every row of the employees with the publications and courses of its key, in the lake's order as far as that is a number.
WITH publications AS (
    SELECT
        profile_key,
        list(
            {'title': title, 'text': text, 'url': url}
            ORDER BY try_cast(position AS BIGINT), position, title, text, url
        ) AS publications
    FROM employee_publications
    GROUP BY profile_key
),
courses AS (
    SELECT
        profile_key,
        list(
            {'title': title, 'year': year, 'url': url}
            ORDER BY try_cast(position AS BIGINT), position, year, title, url
        ) AS courses
    FROM employee_courses
    GROUP BY profile_key
)
SELECT e.profile_key, e.profile_id, e.full_name, e.canonical_url, e.profile, p.publications, c.courses
FROM employees AS e
LEFT JOIN publications AS p USING (profile_key)
LEFT JOIN courses AS c USING (profile_key)
ORDER BY e.profile_key, e.full_name, e.profile
