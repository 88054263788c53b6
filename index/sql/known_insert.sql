-- Appends a directory.
INSERT INTO directories (number, hash, whole, seal, changes)
VALUES (:number, :hash, :whole, :seal, :changes)
