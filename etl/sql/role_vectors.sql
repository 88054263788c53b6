-- Terms with their vectors, as the snapshot holds them.
SELECT term, folded, vector
FROM role_terms
WHERE folded IN (SELECT unnest($folded))
ORDER BY folded
