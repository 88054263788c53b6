-- Ids without a function of Python for each, since a lake has many more ids than texts: white space around them is cut
-- off as Python's `strip` does, a blank is nothing, and `join_key` is that of `index.lake_ids`.
-- Of ASCII, only the space and what sorts before it can be white space.
CREATE OR REPLACE TEMP MACRO trimmed_id(id) AS
    CASE
        WHEN id >= '!' AND right(id, 1) >= '!' AND strlen(id) = length(id) THEN id
        ELSE nullif(regexp_replace(id, '^[\pZ\t-\r\x1C-\x1F\x{85}]+|[\pZ\t-\r\x1C-\x1F\x{85}]+$', '', 'g'), '')
    END;

-- The number, 0 to 31, that a letter of a checksum stands for.
CREATE OR REPLACE TEMP MACRO checksum_digit(letter) AS
    strpos('ABCDEFGHIJKLMNOPQRSTUVWXYZ012345', upper(letter)) - 1;

-- Which of the first 15 characters are upper case, the first one in the lowest bit; written out for each of them, this
-- would take a statement longer to plan than to run.
CREATE OR REPLACE TEMP MACRO case_bits(id) AS
    list_sum([CAST(substr(id, place, 1) BETWEEN 'A' AND 'Z' AS INTEGER) << (place - 1) FOR place IN range(1, 16)]);

CREATE OR REPLACE TEMP MACRO join_key(id) AS
    CASE
        WHEN strlen(id) != 18 THEN id
        WHEN
            regexp_full_match(id, '[A-Za-z0-9]{15}[A-Za-z0-5]{3}')
            AND case_bits(id) = checksum_digit(substr(id, 16, 1))
            + 32 * checksum_digit(substr(id, 17, 1))
            + 1024 * checksum_digit(substr(id, 18, 1)) THEN left(id, 15)
        ELSE id
    END;
