-- Copies the validated rows into the snapshot. `scratch` is the attached database they lie in; `competence_spellings`,
-- `role_spellings` (spelling, term_id), `mean_norms` (capacity_id, mean_norm) of everybody and `links` (capacity_id,
-- competence_id; in that order) are registered by the build.
INSERT INTO competences
SELECT c.competence_id, c.name, s.term_id
FROM scratch.competences AS c
LEFT JOIN competence_spellings AS s ON s.spelling = c.name
ORDER BY c.competence_id;

INSERT INTO capacities
SELECT
    c.capacity_id,
    c.owner,
    c.role,
    s.term_id,
    c.role_level,
    c.begin_date,
    c.end_date,
    c.description,
    m.mean_norm
FROM scratch.capacities AS c
LEFT JOIN role_spellings AS s ON s.spelling = c.role
JOIN mean_norms AS m ON m.capacity_id = c.capacity_id
ORDER BY c.capacity_id;

INSERT INTO capacity_competences
SELECT capacity_id, competence_id
FROM links;

INSERT INTO capacity_references
SELECT capacity_id, position, partner, projects
FROM scratch.capacity_references
ORDER BY capacity_id, position;

INSERT INTO capacity_certificates
SELECT capacity_id, position, description
FROM scratch.capacity_certificates
ORDER BY capacity_id, position;

INSERT INTO tasks
SELECT task_id, title, description, start_date, end_date, created_at
FROM scratch.tasks
ORDER BY task_id;

INSERT INTO task_skills
SELECT t.task_id, t.position, t.skill, s.term_id
FROM scratch.task_skills AS t
LEFT JOIN competence_spellings AS s ON s.spelling = t.skill
ORDER BY t.task_id, t.position;

INSERT INTO rejected_rows
SELECT table_name, key, reason
FROM scratch.rejected_rows
ORDER BY table_name, key, reason;
