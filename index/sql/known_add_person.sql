-- Numbers somebody who has no number yet.
INSERT INTO people (profile_key) VALUES (:profile_key)
