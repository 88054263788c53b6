-- The tables of a snapshot: the contract between the refresh that writes it and everybody who reads it.
-- What belongs to a capacity or a task lies in the order of its ids, so that a few blocks are read for one. It has no keys
-- of its own: DuckDB would keep an index for each, which is never used, made three quarters of the file and most of the
-- time to write it. Validation sees to it that each link is there once and refers to what exists; the audit checks it.
-- FLOAT[n]: the refresh puts the number of dimensions of the embedding model for n.

CREATE TABLE competences (
    competence_id VARCHAR PRIMARY KEY,
    name VARCHAR NOT NULL,
    term_id INTEGER NOT NULL
);
COMMENT ON TABLE competences IS 'The lake''s vocabulary of named abilities';
COMMENT ON COLUMN competences.competence_id IS 'Id in the lake';
COMMENT ON COLUMN competences.name IS 'As the lake spells it';
COMMENT ON COLUMN competences.term_id IS 'Its term in competence_terms';

CREATE TABLE capacities (
    capacity_id VARCHAR PRIMARY KEY,
    owner VARCHAR NOT NULL,
    role VARCHAR,
    role_term_id INTEGER,
    role_level VARCHAR,
    begin_date DATE,
    end_date DATE,
    description VARCHAR,
    mean_norm FLOAT NOT NULL
);
COMMENT ON TABLE capacities IS 'One person''s offered availability';
COMMENT ON COLUMN capacities.capacity_id IS 'Id in the lake';
COMMENT ON COLUMN capacities.owner IS 'Who is available';
COMMENT ON COLUMN capacities.role IS 'Function, in its most frequent spelling; NULL is unknown';
COMMENT ON COLUMN capacities.role_term_id IS 'Its term in role_terms';
COMMENT ON COLUMN capacities.role_level IS 'Such as Junior or Senior';
COMMENT ON COLUMN capacities.description IS 'Free text, plain';
COMMENT ON COLUMN capacities.begin_date IS 'First available day; NULL is open, both dates NULL is unknown';
COMMENT ON COLUMN capacities.end_date IS 'Last available day; NULL and 9999-12-31 are open, both dates NULL is unknown';
COMMENT ON COLUMN capacities.mean_norm IS 'Length of the mean vector of the person''s distinct competence terms; 0 without competences';

CREATE TABLE capacity_competences (
    capacity_id VARCHAR NOT NULL,
    competence_id VARCHAR NOT NULL
);
COMMENT ON TABLE capacity_competences IS 'Who offers which competence';
COMMENT ON COLUMN capacity_competences.capacity_id IS 'Who';
COMMENT ON COLUMN capacity_competences.competence_id IS 'Offers what';

CREATE TABLE capacity_references (
    capacity_id VARCHAR NOT NULL,
    position INTEGER NOT NULL,
    partner VARCHAR,
    projects VARCHAR
);
COMMENT ON TABLE capacity_references IS 'Projects done, with the partner where the lake names one';
COMMENT ON COLUMN capacity_references.capacity_id IS 'Whose reference';
COMMENT ON COLUMN capacity_references.position IS 'Order within the capacity, from 1';
COMMENT ON COLUMN capacity_references.partner IS 'For whom; NULL where the lake names none';
COMMENT ON COLUMN capacity_references.projects IS 'Free text: what was done';

CREATE TABLE capacity_certificates (
    capacity_id VARCHAR NOT NULL,
    position INTEGER NOT NULL,
    description VARCHAR NOT NULL
);
COMMENT ON TABLE capacity_certificates IS 'Certificates held';
COMMENT ON COLUMN capacity_certificates.capacity_id IS 'Whose certificate';
COMMENT ON COLUMN capacity_certificates.position IS 'Order within the capacity, from 1';
COMMENT ON COLUMN capacity_certificates.description IS 'Free text';

CREATE TABLE tasks (
    task_id VARCHAR PRIMARY KEY,
    title VARCHAR NOT NULL,
    description VARCHAR,
    start_date DATE,
    end_date DATE,
    created_at TIMESTAMP
);
COMMENT ON TABLE tasks IS 'Published demands; created_at is UTC';
COMMENT ON COLUMN tasks.task_id IS 'Id in the lake, 15 or 18 characters, case matters';
COMMENT ON COLUMN tasks.title IS 'Free text';
COMMENT ON COLUMN tasks.description IS 'Free text, plain: HTML is gone';
COMMENT ON COLUMN tasks.start_date IS 'First day; NULL is open';
COMMENT ON COLUMN tasks.end_date IS 'Last day; NULL is open';
COMMENT ON COLUMN tasks.created_at IS 'UTC; NULL is unknown';

CREATE TABLE task_skills (
    task_id VARCHAR NOT NULL,
    position INTEGER NOT NULL,
    skill VARCHAR NOT NULL,
    term_id INTEGER NOT NULL
);
COMMENT ON TABLE task_skills IS 'The skills that a task asks for, each once, as the lake spells them';
COMMENT ON COLUMN task_skills.task_id IS 'Which task';
COMMENT ON COLUMN task_skills.position IS 'Order within the task, from 1';
COMMENT ON COLUMN task_skills.skill IS 'As the lake spells it';
COMMENT ON COLUMN task_skills.term_id IS 'Its term in competence_terms';

CREATE TABLE task_roles (
    task_id VARCHAR NOT NULL,
    position INTEGER NOT NULL,
    role VARCHAR NOT NULL,
    role_term_id INTEGER NOT NULL,
    score INTEGER NOT NULL,
    evidence VARCHAR NOT NULL
);
COMMENT ON TABLE task_roles IS 'Role candidates found in title and description, best first; tasks store no role in the lake';
COMMENT ON COLUMN task_roles.task_id IS 'Which task';
COMMENT ON COLUMN task_roles.position IS '1 is the best candidate';
COMMENT ON COLUMN task_roles.role IS 'A role of role_terms';
COMMENT ON COLUMN task_roles.role_term_id IS 'Its term in role_terms';
COMMENT ON COLUMN task_roles.score IS 'Micro-units: 1000000 is certain';
COMMENT ON COLUMN task_roles.evidence IS 'The words that show it';

CREATE TABLE competence_terms (
    term_id INTEGER PRIMARY KEY,
    term VARCHAR NOT NULL,
    folded VARCHAR NOT NULL UNIQUE,
    vector FLOAT[n] NOT NULL
);
COMMENT ON TABLE competence_terms IS 'Distinct competence names and task skills; the row number of competences.faiss is term_id';
COMMENT ON COLUMN competence_terms.term_id IS 'Row number in competences.faiss, from 0';
COMMENT ON COLUMN competence_terms.term IS 'In its most frequent spelling';
COMMENT ON COLUMN competence_terms.folded IS 'Its identity: compatibility forms and case are folded';
COMMENT ON COLUMN competence_terms.vector IS 'Unit vector of the embedding model';

CREATE TABLE role_terms (
    term_id INTEGER PRIMARY KEY,
    term VARCHAR NOT NULL,
    folded VARCHAR NOT NULL UNIQUE,
    vector FLOAT[n] NOT NULL
);
COMMENT ON TABLE role_terms IS 'Distinct role names; the row number of roles.faiss is term_id';
COMMENT ON COLUMN role_terms.term_id IS 'Row number in roles.faiss, from 0';
COMMENT ON COLUMN role_terms.term IS 'In its most frequent spelling';
COMMENT ON COLUMN role_terms.folded IS 'Its identity: compatibility forms and case are folded';
COMMENT ON COLUMN role_terms.vector IS 'Unit vector of the embedding model';

CREATE TABLE employees (
    profile_key VARCHAR PRIMARY KEY,
    profile_id VARCHAR NOT NULL,
    full_name VARCHAR NOT NULL,
    status VARCHAR NOT NULL,
    canonical_url VARCHAR NOT NULL,
    checksum VARCHAR NOT NULL,
    last_seen_at TIMESTAMP NOT NULL,
    missed_runs INTEGER NOT NULL,
    dismissed_at TIMESTAMP,
    document VARCHAR NOT NULL
);
COMMENT ON TABLE employees IS 'The staff directory: one row per profile';
COMMENT ON COLUMN employees.profile_key IS 'Identifies a person from run to run';
COMMENT ON COLUMN employees.profile_id IS 'The short id of the source';
COMMENT ON COLUMN employees.full_name IS 'As the source spells it';
COMMENT ON COLUMN employees.status IS 'active or dismissed';
COMMENT ON COLUMN employees.canonical_url IS 'The address of the profile; empty where there is none';
COMMENT ON COLUMN employees.checksum IS 'SHA-256 of the document, whatever its white space and order of keys';
COMMENT ON COLUMN employees.last_seen_at IS 'UTC; up to the run that wrote this snapshot';
COMMENT ON COLUMN employees.missed_runs IS 'Complete runs in a row that did not find them';
COMMENT ON COLUMN employees.dismissed_at IS 'UTC; NULL while they are active';
COMMENT ON COLUMN employees.document IS 'The whole profile as JSON';

CREATE TABLE employee_publications (
    profile_key VARCHAR NOT NULL,
    position INTEGER NOT NULL,
    title VARCHAR,
    text VARCHAR,
    url VARCHAR
);
COMMENT ON TABLE employee_publications IS 'The publications in the profiles';
COMMENT ON COLUMN employee_publications.profile_key IS 'Whose publication';
COMMENT ON COLUMN employee_publications.position IS 'Order within the profile, from 1';
COMMENT ON COLUMN employee_publications.title IS 'Free text';
COMMENT ON COLUMN employee_publications.text IS 'Free text: authors, journal, year';
COMMENT ON COLUMN employee_publications.url IS 'Where to read it';

CREATE TABLE employee_courses (
    profile_key VARCHAR NOT NULL,
    position INTEGER NOT NULL,
    title VARCHAR,
    year VARCHAR,
    url VARCHAR
);
COMMENT ON TABLE employee_courses IS 'The courses in the profiles';
COMMENT ON COLUMN employee_courses.profile_key IS 'Who teaches it';
COMMENT ON COLUMN employee_courses.position IS 'Order within the profile, from 1';
COMMENT ON COLUMN employee_courses.title IS 'Free text';
COMMENT ON COLUMN employee_courses.year IS 'As the source writes it, such as 2025/2026';
COMMENT ON COLUMN employee_courses.url IS 'Where it is described';

CREATE TABLE aliases (
    alias VARCHAR NOT NULL,
    term VARCHAR NOT NULL,
    same BOOLEAN NOT NULL
);
COMMENT ON TABLE aliases IS 'Other names of terms: those of the release and, before them, of aliases.csv; the term need not be in the lake';
COMMENT ON COLUMN aliases.alias IS 'The other name';
COMMENT ON COLUMN aliases.term IS 'What it is a name of';
COMMENT ON COLUMN aliases.same IS 'Whether it is the same thing; otherwise it only names the term in a text';

CREATE TABLE employee_links (
    capacity_id VARCHAR NOT NULL,
    profile_key VARCHAR NOT NULL,
    linked_by VARCHAR NOT NULL
);
COMMENT ON TABLE employee_links IS 'Who in the directory is the owner of a capacity; several rows of one capacity: nobody knows which';
COMMENT ON COLUMN employee_links.capacity_id IS 'Whose owner';
COMMENT ON COLUMN employee_links.profile_key IS 'Who in the directory';
COMMENT ON COLUMN employee_links.linked_by IS 'key: a field of the profile says so; name: the names are the same';

CREATE TABLE rejected_rows (
    table_name VARCHAR NOT NULL,
    key VARCHAR,
    reason VARCHAR NOT NULL
);
COMMENT ON TABLE rejected_rows IS 'Rows of the lake that broke a rule: left out of the snapshot, or kept without what the reason names';
COMMENT ON COLUMN rejected_rows.table_name IS 'Table of the lake';
COMMENT ON COLUMN rejected_rows.key IS 'Id or ids of the row; NULL where it has none';
COMMENT ON COLUMN rejected_rows.reason IS 'The rule that it broke';

CREATE TABLE refresh_runs (
    run_id VARCHAR PRIMARY KEY,
    kind VARCHAR NOT NULL,
    status VARCHAR NOT NULL,
    started_at TIMESTAMP NOT NULL,
    finished_at TIMESTAMP,
    seconds DOUBLE,
    phases MAP(VARCHAR, DOUBLE) NOT NULL,
    source VARCHAR NOT NULL,
    dataset_version VARCHAR,
    counts MAP(VARCHAR, BIGINT) NOT NULL,
    embedded BIGINT NOT NULL,
    overrides VARCHAR[] NOT NULL,
    late BOOLEAN NOT NULL,
    reason VARCHAR
);
COMMENT ON TABLE refresh_runs IS 'Refresh runs up to this snapshot''s own; later ones are in data/runs';
COMMENT ON COLUMN refresh_runs.run_id IS 'Start of the run in UTC';
COMMENT ON COLUMN refresh_runs.kind IS 'refresh, rollback or erasure';
COMMENT ON COLUMN refresh_runs.status IS 'succeeded, unchanged or failed';
COMMENT ON COLUMN refresh_runs.started_at IS 'UTC';
COMMENT ON COLUMN refresh_runs.finished_at IS 'UTC; NULL for the run that wrote this snapshot';
COMMENT ON COLUMN refresh_runs.seconds IS 'How long it took; NULL for the run that wrote this snapshot';
COMMENT ON COLUMN refresh_runs.phases IS 'Seconds per phase';
COMMENT ON COLUMN refresh_runs.source IS 'The lake';
COMMENT ON COLUMN refresh_runs.dataset_version IS 'What was current because of the run';
COMMENT ON COLUMN refresh_runs.counts IS 'Rows per table of that version; empty for the run that wrote this snapshot';
COMMENT ON COLUMN refresh_runs.embedded IS 'Texts that no cache held; 0 for the run that wrote this snapshot';
COMMENT ON COLUMN refresh_runs.overrides IS 'Options of the command line that let a failed check pass';
COMMENT ON COLUMN refresh_runs.late IS 'Caught up after its time was missed';
COMMENT ON COLUMN refresh_runs.reason IS 'Why it failed, or why it was run';

CREATE TABLE refresh_checks (
    run_id VARCHAR NOT NULL REFERENCES refresh_runs (run_id),
    position INTEGER NOT NULL,
    subject VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    severity VARCHAR NOT NULL,
    passed BOOLEAN NOT NULL,
    value VARCHAR NOT NULL,
    bound VARCHAR,
    unit VARCHAR NOT NULL,
    comparison VARCHAR NOT NULL,
    remark VARCHAR,
    override VARCHAR,
    PRIMARY KEY (run_id, position)
);
COMMENT ON TABLE refresh_checks IS 'What the refresh runs checked; of this snapshot''s own run what came before it was written';
COMMENT ON COLUMN refresh_checks.run_id IS 'Which run';
COMMENT ON COLUMN refresh_checks.position IS 'Order within the run, from 1';
COMMENT ON COLUMN refresh_checks.subject IS 'What was looked at: a table, an index, a file';
COMMENT ON COLUMN refresh_checks.name IS 'For what';
COMMENT ON COLUMN refresh_checks.severity IS 'error: nothing is published where it fails; warning';
COMMENT ON COLUMN refresh_checks.passed IS 'Whether the value keeps within the bound';
COMMENT ON COLUMN refresh_checks.value IS 'As measured';
COMMENT ON COLUMN refresh_checks.bound IS 'What it was held against; NULL where it is told only';
COMMENT ON COLUMN refresh_checks.unit IS 'Of value and bound';
COMMENT ON COLUMN refresh_checks.comparison IS 'How the value must lie to the bound: at most, exactly';
COMMENT ON COLUMN refresh_checks.remark IS 'What there is to know about it, and the next step where it failed';
COMMENT ON COLUMN refresh_checks.override IS 'The option that let it pass although it failed';
