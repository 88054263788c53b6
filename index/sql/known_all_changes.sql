-- What all directories are made up of, in their order.
SELECT number, whole, seal, changes
FROM directories
ORDER BY number
