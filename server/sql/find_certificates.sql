-- The certificates of one capacity. Parameters: capacity_id.
SELECT description
FROM capacity_certificates
WHERE capacity_id = $capacity_id
ORDER BY position
