-- Deletes the links of people to capacities that are gone.
DELETE FROM employee_links WHERE capacity_id NOT IN (SELECT capacity_id FROM capacities)
