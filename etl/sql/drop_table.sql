-- Frees the memory and the disk that a table takes.
DROP TABLE {table}
