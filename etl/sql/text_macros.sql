-- Whether a cleaned line is a list or an object written as JSON, which a column of names never holds on purpose.
-- A title such as [Entwurf] is neither.
CREATE OR REPLACE TEMP MACRO is_structure(line) AS
    starts_with(line, '{"') AND ends_with(line, '}')
    OR (starts_with(line, '["') OR starts_with(line, '[{') OR starts_with(line, '[[')) AND ends_with(line, ']');

-- Whether a judged row is kept: it has no reason against it, or only one against its partner.
CREATE OR REPLACE TEMP MACRO keeps_row(reason) AS
    reason IS NULL OR reason = 'unknown or rejected partner, projects kept';
