-- Makes room for another attempt.
DROP TABLE IF EXISTS {table}
