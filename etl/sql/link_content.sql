-- Who is linked to which capacity.
SELECT capacity_id, profile_key, linked_by
FROM employee_links
ORDER BY capacity_id, profile_key
