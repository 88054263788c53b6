-- The directory of a published snapshot, attached as `version`.
INSERT INTO employees BY NAME
SELECT * FROM version.employees
