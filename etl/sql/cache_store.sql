-- SQLite: store one vector; a later one of the same key replaces it.
-- Parameters: key, model, dimensions, text, vector, created_at.
INSERT OR REPLACE INTO embeddings (key, model, dimensions, text, vector, created_at)
VALUES (:key, :model, :dimensions, :text, :vector, :created_at)
