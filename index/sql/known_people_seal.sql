-- The checksum of the people.
SELECT seal FROM file
