-- Who in the directory may be the owner of a capacity. Parameters: capacity_id.
SELECT e.profile_key, e.full_name, e.canonical_url, e.status
FROM employee_links AS l
JOIN employees AS e USING (profile_key)
WHERE l.capacity_id = $capacity_id
ORDER BY e.profile_key
