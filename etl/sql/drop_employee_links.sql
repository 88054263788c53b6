-- Deletes the links of people to capacities.
DELETE FROM employee_links WHERE profile_key IN (SELECT unnest($keys))
