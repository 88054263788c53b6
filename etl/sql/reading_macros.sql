-- Reading without a function of Python for each value: what needs no cleaning is recognised by its characters, a plain
-- day by its form; the functions of Python (`read_name`, `plain_text_lines`, `read_date`, `readable_date`) get the rest.
-- The characters are printable, no white space, never combined with their neighbours, and no markup: Latin letters with
-- their accents, punctuation, the euro. Looking for what is in the way is twice as fast as matching the whole.
CREATE OR REPLACE TEMP MACRO shown_name(line) AS
    CASE
        WHEN
            line != '' AND NOT regexp_matches(line, '[^ !-%''-;=-~¡-¬®-ɏ‐-‧‰-⁞€]|  |^ | $') THEN line
        ELSE read_name(line)
    END;

CREATE OR REPLACE TEMP MACRO plain_lines(lines) AS
    CASE
        WHEN
            lines != ''
            AND NOT regexp_matches(
                lines, '[^ \n!-%''-;=-~¡-¬®-ɏ‐-‧‰-⁞€]| [ \n]|\n |\n\n\n|^[ \n]|[ \n]$'
            ) THEN lines
        ELSE plain_text_lines(lines)
    END;

CREATE OR REPLACE TEMP MACRO plain_day(text) AS
    CASE WHEN regexp_full_match(text, '[12]\d{3}-\d\d-\d\d') THEN try_cast(text AS DATE) END;

CREATE OR REPLACE TEMP MACRO lake_date(text) AS coalesce(plain_day(text), read_date(text));

CREATE OR REPLACE TEMP MACRO is_readable_date(text) AS
    CASE WHEN plain_day(text) IS NOT NULL THEN TRUE ELSE readable_date(text) END;
