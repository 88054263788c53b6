-- Every certificate of everybody. No parameters.
SELECT capacity_id, description
FROM capacity_certificates
ORDER BY capacity_id, position
