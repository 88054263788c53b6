-- The directory of a published snapshot, attached as `version`.
INSERT INTO employees
SELECT * FROM version.employees
