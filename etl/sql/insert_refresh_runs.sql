-- `runs` is registered by the build.
INSERT INTO refresh_runs
SELECT run_id, status, started_at, finished_at, source, dataset_version, reason
FROM runs
ORDER BY run_id
