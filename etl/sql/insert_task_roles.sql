-- `found` is registered by the build.
INSERT INTO task_roles
SELECT task_id, position, role, role_term_id, score, evidence
FROM found
ORDER BY task_id, position
