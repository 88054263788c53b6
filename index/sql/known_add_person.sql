-- Numbers somebody who has no number yet.
INSERT OR IGNORE INTO people (profile_key) VALUES (:profile_key)
