-- Forgets somebody.
DELETE FROM people WHERE person = :person
