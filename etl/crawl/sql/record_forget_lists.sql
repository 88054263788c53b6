-- SQLite: forget what lists link to, so that they are read again.
UPDATE pages
SET reading = NULL, etag = NULL, last_modified = NULL, content = NULL
WHERE kind = 'list'
