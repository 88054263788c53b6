-- Copies the rows of a published snapshot, attached as `version`, into tables as `validation` leaves them.
CREATE TABLE competences AS SELECT competence_id, name FROM version.competences;

CREATE TABLE capacities AS
SELECT capacity_id, owner, role, role_level, begin_date, end_date, description
FROM version.capacities;

CREATE TABLE capacity_competences AS SELECT capacity_id, competence_id FROM version.capacity_competences;

CREATE TABLE capacity_references AS
SELECT capacity_id, position, partner, projects
FROM version.capacity_references;

CREATE TABLE capacity_certificates AS SELECT capacity_id, position, description FROM version.capacity_certificates;

CREATE TABLE tasks AS SELECT task_id, title, description, start_date, end_date, created_at FROM version.tasks;

CREATE TABLE task_skills AS SELECT task_id, position, skill FROM version.task_skills;

CREATE TABLE employees AS SELECT * FROM version.employees;

CREATE TABLE employee_links AS SELECT * FROM version.employee_links;

CREATE TABLE rejected_rows AS SELECT table_name, key, reason FROM version.rejected_rows;

-- What the lake delivered is known no more.
CREATE TABLE raw_capacities (id VARCHAR, owner VARCHAR);
