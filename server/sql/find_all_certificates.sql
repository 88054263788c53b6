-- Every certificate of everybody: whose, as a place in the order of the ids, from 0, and its text. No parameters.
WITH places AS (
    SELECT capacity_id, row_number() OVER (ORDER BY capacity_id) - 1 AS place
    FROM capacities
)
SELECT places.place, certificates.description
FROM capacity_certificates AS certificates
JOIN places USING (capacity_id)
ORDER BY places.place, certificates.position
