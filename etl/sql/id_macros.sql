-- Ids without a function of Python for each, since a lake has many more ids than texts: white space around them is cut
-- off as Python's `strip` does, a blank is nothing, and `long_join_key` is asked only where it changes anything.
-- Of ASCII, only the space and what sorts before it can be white space.
CREATE OR REPLACE TEMP MACRO trimmed_id(id) AS
    CASE
        WHEN id >= '!' AND right(id, 1) >= '!' AND strlen(id) = length(id) THEN id
        ELSE nullif(regexp_replace(id, '^[\pZ\t-\r\x1C-\x1F\x{{85}}]+|[\pZ\t-\r\x1C-\x1F\x{{85}}]+$', '', 'g'), '')
    END;

CREATE OR REPLACE TEMP MACRO join_key(id) AS
    CASE WHEN length(id) = {long_id_characters} THEN long_join_key(id) ELSE id END;
