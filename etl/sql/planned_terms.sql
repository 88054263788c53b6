-- The terms of a kind beside the validated rows, named as in a snapshot; `terms` is registered by the plan.
CREATE TABLE {kind}_terms AS
SELECT term
FROM terms
ORDER BY term
