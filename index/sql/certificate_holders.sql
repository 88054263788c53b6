-- Who holds which certificate: a place in the order of the ids and one among the texts in order, both from 0.
WITH places AS (
    SELECT capacity_id, row_number() OVER (ORDER BY capacity_id) - 1 AS place
    FROM capacities
)
SELECT
    CAST(places.place AS INTEGER) AS holder,
    CAST(dense_rank() OVER (ORDER BY certificates.description) - 1 AS INTEGER) AS held
FROM capacity_certificates AS certificates
JOIN places USING (capacity_id)
ORDER BY holder, certificates.position
