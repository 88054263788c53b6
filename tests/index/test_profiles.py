"""The identity of a profile and of a whole directory, whatever their writing."""

import hashlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teamlandkarte.index.profiles import checksum, dataset_hash, stored

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)
DOCUMENTS = st.dictionaries(TEXT, JSON, max_size=4)


def reordered(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: reordered(value[key]) for key in reversed(value)}
    return [reordered(item) for item in value] if isinstance(value, list) else value


@given(DOCUMENTS)
def test_neither_the_order_of_keys_nor_the_white_space_of_the_file_changes_a_checksum(document: dict[str, Any]) -> None:
    other = json.loads(json.dumps(reordered(document), indent=3))
    assert checksum(other) == checksum(document)
    assert stored(other) == stored(document)


def test_blanks_and_line_breaks_within_a_text_do_not_change_a_checksum_but_words_do() -> None:
    assert checksum({"name": " Anna \n  Müller"}) == checksum({"name": "Anna Müller"})
    assert checksum({"name": "AnnaMüller"}) != checksum({"name": "Anna Müller"})


def test_the_order_of_a_list_and_the_kind_of_a_value_belong_to_the_profile() -> None:
    assert checksum({"a": [1, 2]}) != checksum({"a": [2, 1]})
    assert checksum({"a": "1"}) != checksum({"a": 1})


def test_a_checksum_is_the_sha256_of_the_canonical_document() -> None:
    canonical = '{"a":["Ёлкина",null],"b":true}'
    assert checksum({"b": True, "a": ["Ёлкина", None]}) == hashlib.sha256(canonical.encode()).hexdigest()


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "\ud800", {1: "a"}, {"a", "b"}, b"bytes"])
def test_what_is_no_plain_json_has_no_checksum(value: object) -> None:
    with pytest.raises(ValueError, match=r"not plain JSON|not JSON compliant|surrogates not allowed"):
        checksum({"value": value})


def nested(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


def test_a_document_of_a_hundred_levels_is_stored_and_one_of_more_is_not_whatever_python_can_do() -> None:
    assert json.loads(stored({"a": nested(99)})) == {"a": nested(99)}
    with pytest.raises(ValueError, match="nested too deeply: 100 levels are read"):
        stored({"a": nested(100)})


@given(st.dictionaries(TEXT, st.tuples(st.sampled_from(["active", "dismissed"]), TEXT), max_size=6))
def test_the_hash_of_a_directory_is_taken_over_its_sorted_list_as_canonical_json(people: dict[str, Any]) -> None:
    listed = [{"profile_key": key, "status": people[key][0], "checksum": people[key][1]} for key in sorted(people)]
    canonical = json.dumps(listed, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    expected = hashlib.sha256(canonical.encode()).hexdigest()
    assert dataset_hash((key, status, sha) for key, (status, sha) in reversed(people.items())) == expected
