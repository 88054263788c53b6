-- SQLite: forget the pages to which a finished crawl found no link. Parameter: crawl.
DELETE FROM pages WHERE found_in IS NOT :crawl
