-- One more than the greatest number that a person ever had.
SELECT coalesce(max(seq) + 1, 0) FROM sqlite_sequence WHERE name = 'people'
