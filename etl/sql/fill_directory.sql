-- Copies the employees and their links to capacities into the snapshot; `scratch` is the attached database.
INSERT INTO employees BY NAME
SELECT *
FROM scratch.employees
ORDER BY profile_key;

INSERT INTO employee_links
SELECT capacity_id, profile_key, linked_by
FROM scratch.employee_links
ORDER BY capacity_id, profile_key;
