-- The usual questions, for people in the DuckDB CLI.

CREATE VIEW capacity_overview AS
SELECT
    c.capacity_id,
    c.owner,
    c.role,
    c.role_level,
    c.begin_date,
    c.end_date,
    (
        SELECT string_agg(competences.name, ', ' ORDER BY competences.name)
        FROM capacity_competences AS link
        JOIN competences USING (competence_id)
        WHERE link.capacity_id = c.capacity_id
    ) AS competences,
    (SELECT count(*) FROM capacity_references AS r WHERE r.capacity_id = c.capacity_id) AS reference_count,
    (SELECT count(*) FROM capacity_certificates AS z WHERE z.capacity_id = c.capacity_id) AS certificate_count
FROM capacities AS c
ORDER BY c.capacity_id;
COMMENT ON VIEW capacity_overview IS 'Everybody on one line each';

CREATE VIEW open_tasks AS
SELECT
    t.task_id,
    t.title,
    t.start_date,
    t.end_date,
    t.created_at,
    (SELECT string_agg(s.skill, ', ' ORDER BY s.position) FROM task_skills AS s WHERE s.task_id = t.task_id) AS skills,
    (SELECT min_by(r.role, r.position) FROM task_roles AS r WHERE r.task_id = t.task_id) AS likely_role
FROM tasks AS t
ORDER BY t.created_at DESC NULLS LAST, t.task_id;
COMMENT ON VIEW open_tasks IS 'Published demands, newest first';
COMMENT ON COLUMN open_tasks.likely_role IS 'The best candidate found in title and description; the lake stores no role';

CREATE VIEW competence_supply_and_demand AS
WITH supply AS (
    SELECT competences.term_id, count(DISTINCT link.capacity_id) AS capacities
    FROM capacity_competences AS link
    JOIN competences USING (competence_id)
    GROUP BY competences.term_id
),
demand AS (
    SELECT term_id, count(*) AS open_tasks
    FROM task_skills
    GROUP BY term_id
)
SELECT
    terms.term AS competence,
    coalesce(supply.capacities, 0) AS capacities,
    coalesce(demand.open_tasks, 0) AS open_tasks
FROM competence_terms AS terms
LEFT JOIN supply USING (term_id)
LEFT JOIN demand USING (term_id)
ORDER BY open_tasks DESC, capacities DESC, competence;
COMMENT ON VIEW competence_supply_and_demand IS 'How many capacities offer a competence and how many open tasks ask for it';

CREATE VIEW free_by_month AS
WITH months AS (
    SELECT CAST(unnest(generate_series(date_trunc('month', today()), date_trunc('month', today()) + INTERVAL 11 MONTH, INTERVAL 1 MONTH)) AS DATE) AS month
)
SELECT
    months.month,
    count(c.capacity_id) AS capacities,
    count(c.capacity_id) FILTER (date_trunc('month', c.begin_date) = months.month) AS of_these_new
FROM months
LEFT JOIN capacities AS c
    ON
        coalesce(c.begin_date, c.end_date) IS NOT NULL
        AND (c.begin_date IS NULL OR c.begin_date <= last_day(months.month))
        AND (c.end_date IS NULL OR c.end_date >= months.month)
GROUP BY months.month
ORDER BY months.month;
COMMENT ON VIEW free_by_month IS 'How many capacities are available on at least one day of each of the next twelve months';
COMMENT ON COLUMN free_by_month.of_these_new IS 'Those whose availability begins in that month';
