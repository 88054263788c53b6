-- What must not be in the directory of a snapshot: how many rows have which fault.
SELECT 'employees whose status contradicts the time of their dismissal' AS fault, count(*) AS row_count
FROM employees
WHERE status NOT IN ('active', 'dismissed') OR (status = 'dismissed') != (dismissed_at IS NOT NULL)
UNION ALL
SELECT 'employees whose document is not theirs', count(*)
FROM employees
WHERE json_extract_string(document, '$.profile_key') IS DISTINCT FROM profile_key
UNION ALL
SELECT 'links of employees that point nowhere', count(*)
FROM employee_links
WHERE
    capacity_id NOT IN (SELECT capacity_id FROM capacities)
    OR profile_key NOT IN (SELECT profile_key FROM employees)
