-- Ids without a function of Python for each, since a lake has many more ids than texts: white space around them is cut
-- off as Python's `strip` does, a blank is nothing, and `join_key` is that of `index.lake_ids`.
-- Of ASCII, only the space and what sorts before it can be white space.
CREATE OR REPLACE TEMP MACRO trimmed_id(id) AS
    CASE
        WHEN id >= '!' AND right(id, 1) >= '!' AND strlen(id) = length(id) THEN id
        ELSE nullif(regexp_replace(id, '^[\pZ\t-\r\x1C-\x1F\x{85}]+|[\pZ\t-\r\x1C-\x1F\x{85}]+$', '', 'g'), '')
    END;

CREATE OR REPLACE TEMP MACRO upper_bit(id, place) AS CAST(substr(id, place, 1) BETWEEN 'A' AND 'Z' AS INTEGER);

-- Which of five characters are upper case, as Salesforce writes it.
CREATE OR REPLACE TEMP MACRO case_letter(id, place) AS
    substr(
        'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345',
        1
        + upper_bit(id, place)
        + 2 * upper_bit(id, place + 1)
        + 4 * upper_bit(id, place + 2)
        + 8 * upper_bit(id, place + 3)
        + 16 * upper_bit(id, place + 4),
        1
    );

CREATE OR REPLACE TEMP MACRO join_key(id) AS
    CASE
        WHEN strlen(id) != 18 THEN id
        WHEN
            regexp_full_match(id, '[A-Za-z0-9]*')
            AND upper(right(id, 3)) = case_letter(id, 1) || case_letter(id, 6) || case_letter(id, 11) THEN left(id, 15)
        ELSE id
    END;
