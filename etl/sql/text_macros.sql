-- Whether a cleaned line is a list or an object written as JSON, which a column of names never holds on purpose.
-- A title such as [Entwurf] is neither.
CREATE OR REPLACE TEMP MACRO is_structure(line) AS
    starts_with(line, '{"') AND ends_with(line, '}')
    OR (starts_with(line, '["') OR starts_with(line, '[{') OR starts_with(line, '[[')) AND ends_with(line, ']');
