-- `runs` and `checks` are registered by the build.
INSERT INTO refresh_runs BY NAME
SELECT *
FROM runs
ORDER BY run_id;

INSERT INTO refresh_checks BY NAME
SELECT *
FROM checks
ORDER BY run_id, position;
