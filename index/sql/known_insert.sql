-- Appends a directory.
INSERT INTO directories (number, hash, whole, changes)
VALUES ((SELECT coalesce(max(number), 0) + 1 FROM directories), :hash, :whole, :changes)
