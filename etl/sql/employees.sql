-- Nobody, in tables as the snapshot has them.
CREATE OR REPLACE TABLE employees (
    profile_key VARCHAR NOT NULL,
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

CREATE OR REPLACE TABLE employee_links (
    capacity_id VARCHAR NOT NULL,
    profile_key VARCHAR NOT NULL,
    linked_by VARCHAR NOT NULL
)
