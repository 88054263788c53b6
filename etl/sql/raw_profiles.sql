-- The profiles as a source delivers them.
CREATE OR REPLACE TABLE raw_profiles (
    profile_key VARCHAR NOT NULL,
    profile_id VARCHAR NOT NULL,
    full_name VARCHAR NOT NULL,
    canonical_url VARCHAR NOT NULL,
    checksum VARCHAR NOT NULL,
    document VARCHAR NOT NULL
)
