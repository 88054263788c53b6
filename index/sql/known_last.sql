-- The newest number, 0 where there is none.
SELECT coalesce(max(number), 0) FROM directories
