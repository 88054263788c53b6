-- Seals the people.
UPDATE file SET seal = :seal
