-- How many rows of each table hold text that was read in the wrong encoding on its way into the lake, such as
-- VerÃ¶ffentlicht: what UTF-8 makes of an accented letter when it is taken for Latin-1 or Windows-1252, or the mark for
-- what was lost. A letter such as Ã alone is none: SÃO PAULO. No parameters.
WITH texts AS (
    SELECT 'competences' AS table_name, name AS line FROM raw_competences
    UNION ALL
    SELECT 'partners', name FROM raw_partners
    UNION ALL
    SELECT 'capacities', concat_ws(' | ', owner, role, role_level, description) FROM raw_capacities
    UNION ALL
    SELECT 'capacity_references', projects FROM raw_capacity_references
    UNION ALL
    SELECT 'capacity_certificates', description FROM raw_capacity_certificates
    UNION ALL
    SELECT 'tasks', concat_ws(' | ', title, description) FROM raw_tasks
    UNION ALL
    SELECT 'task_skills', skill FROM raw_task_skills
)

SELECT table_name, count(*) AS garbled
FROM texts
WHERE regexp_matches(
    line,
    '\x{FFFD}|ï[¿»][½¿]|â(€|‚|\x{80}|\x{82})|[ÂÃ][\x{80}-\x{BF}€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|[ÄÅ][\x{80}-\x{BF}ŒœŠšŽžŸ€™]'
)
GROUP BY table_name
ORDER BY table_name
