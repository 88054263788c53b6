-- What tells this file from one that was begun anew.
SELECT id FROM file
