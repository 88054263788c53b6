-- How competences are spelled, and how often: names of the vocabulary and skills that tasks ask for.
SELECT spelling, count(*) AS uses
FROM (
    SELECT name AS spelling FROM competences
    UNION ALL
    SELECT skill AS spelling FROM task_skills
)
GROUP BY spelling
ORDER BY spelling
