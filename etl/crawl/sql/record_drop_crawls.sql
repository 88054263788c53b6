-- SQLite: forget earlier crawls. Parameter: id.
DELETE FROM crawls WHERE id < :id
