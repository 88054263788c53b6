-- The tables of a snapshot: the contract between the refresh that writes it and everybody who reads it.
-- FLOAT[n]: the refresh puts the number of dimensions of the embedding model for n.

CREATE TABLE competences (
    competence_id VARCHAR PRIMARY KEY,
    name VARCHAR NOT NULL,
    term_id INTEGER
);
COMMENT ON TABLE competences IS 'The lake''s vocabulary of named abilities';
COMMENT ON COLUMN competences.term_id IS 'Its term in competence_terms; NULL when the name is blank';

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
COMMENT ON COLUMN capacities.begin_date IS 'First available day; NULL is open, both dates NULL is unknown';
COMMENT ON COLUMN capacities.end_date IS 'Last available day; NULL and 9999-12-31 are open, both dates NULL is unknown';
COMMENT ON COLUMN capacities.mean_norm IS 'Length of the mean vector of the person''s distinct competence terms; 0 without competences';

CREATE TABLE capacity_competences (
    capacity_id VARCHAR NOT NULL REFERENCES capacities (capacity_id),
    competence_id VARCHAR NOT NULL REFERENCES competences (competence_id),
    PRIMARY KEY (capacity_id, competence_id)
);
COMMENT ON TABLE capacity_competences IS 'Who offers which competence';

CREATE TABLE capacity_references (
    capacity_id VARCHAR NOT NULL REFERENCES capacities (capacity_id),
    position INTEGER NOT NULL,
    partner VARCHAR,
    projects VARCHAR,
    PRIMARY KEY (capacity_id, position)
);
COMMENT ON TABLE capacity_references IS 'Projects done, with the partner where the lake names one';

CREATE TABLE capacity_certificates (
    capacity_id VARCHAR NOT NULL REFERENCES capacities (capacity_id),
    position INTEGER NOT NULL,
    description VARCHAR NOT NULL,
    PRIMARY KEY (capacity_id, position)
);
COMMENT ON TABLE capacity_certificates IS 'Certificates held';

CREATE TABLE tasks (
    task_id VARCHAR PRIMARY KEY,
    title VARCHAR NOT NULL,
    description VARCHAR,
    start_date DATE,
    end_date DATE,
    created_at TIMESTAMP
);
COMMENT ON TABLE tasks IS 'Published demands; created_at is UTC';

CREATE TABLE task_skills (
    task_id VARCHAR NOT NULL REFERENCES tasks (task_id),
    position INTEGER NOT NULL,
    skill VARCHAR NOT NULL,
    term_id INTEGER NOT NULL,
    PRIMARY KEY (task_id, position)
);
COMMENT ON TABLE task_skills IS 'The skills that a task asks for, each once, as the lake spells them';

CREATE TABLE task_roles (
    task_id VARCHAR NOT NULL REFERENCES tasks (task_id),
    position INTEGER NOT NULL,
    role VARCHAR NOT NULL,
    role_term_id INTEGER NOT NULL,
    score INTEGER NOT NULL,
    evidence VARCHAR NOT NULL,
    PRIMARY KEY (task_id, position)
);
COMMENT ON TABLE task_roles IS 'Role candidates found in title and description, best first; tasks store no role in the lake';
COMMENT ON COLUMN task_roles.score IS 'Micro-units: 1000000 is certain';
COMMENT ON COLUMN task_roles.evidence IS 'The words that show it';

CREATE TABLE competence_terms (
    term_id INTEGER PRIMARY KEY,
    term VARCHAR NOT NULL,
    folded VARCHAR NOT NULL UNIQUE,
    vector FLOAT[n] NOT NULL
);
COMMENT ON TABLE competence_terms IS 'Distinct competence names and task skills; the row number of competences.faiss is term_id';

CREATE TABLE role_terms (
    term_id INTEGER PRIMARY KEY,
    term VARCHAR NOT NULL,
    folded VARCHAR NOT NULL UNIQUE,
    vector FLOAT[n] NOT NULL
);
COMMENT ON TABLE role_terms IS 'Distinct role names; the row number of roles.faiss is term_id';

CREATE TABLE rejected_rows (
    table_name VARCHAR NOT NULL,
    key VARCHAR,
    reason VARCHAR NOT NULL
);
COMMENT ON TABLE rejected_rows IS 'Rows of the lake that broke a rule and are not in the snapshot';

CREATE TABLE refresh_runs (
    run_id VARCHAR PRIMARY KEY,
    status VARCHAR NOT NULL,
    started_at TIMESTAMP NOT NULL,
    finished_at TIMESTAMP,
    source VARCHAR NOT NULL,
    dataset_version VARCHAR,
    reason VARCHAR
);
COMMENT ON TABLE refresh_runs IS 'Refresh runs up to this snapshot''s own; later ones are in data/runs';
