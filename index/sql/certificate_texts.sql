-- What certificates say, each text once, in order.
SELECT DISTINCT description
FROM capacity_certificates
ORDER BY description
