-- SQLite: the record of crawls. Run at every opening.
CREATE TABLE IF NOT EXISTS crawls (
    id INTEGER PRIMARY KEY,        -- the last one alone is kept
    scope TEXT NOT NULL,           -- fingerprint of the start pages and patterns
    started_at REAL NOT NULL,      -- seconds since 1970, UTC
    finished INTEGER NOT NULL      -- 1: every page that was found has been tried
);
CREATE TABLE IF NOT EXISTS pages (
    address TEXT PRIMARY KEY,
    kind TEXT NOT NULL,            -- list or profile
    found_in INTEGER NOT NULL,     -- the last crawl that found a link to it
    read_in INTEGER,               -- the last crawl that has its content
    failed_in INTEGER,             -- the last crawl that could not read it …
    reason TEXT,                   -- … and why
    answered_by TEXT,              -- the address behind redirects
    etag TEXT,
    last_modified TEXT,
    reading TEXT,                  -- fingerprint of the selectors that the content was read with
    key TEXT,                      -- profile: who it is about
    name TEXT,                     -- profile: their name
    content TEXT,                  -- JSON; profile: as it was read; list: the links to what is wanted
    seal INTEGER                   -- checksum of the content; SQLite does not notice a flipped bit
) WITHOUT ROWID;
