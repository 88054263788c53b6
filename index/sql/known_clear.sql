-- Deletes every directory.
DELETE FROM directories
