"""The short and the long form of a Salesforce id."""

import string

from hypothesis import given
from hypothesis import strategies as st

from teamlandkarte.index.lake_ids import join_key

# Worked out by hand: 001A0 -> A is fourth of five: 8 -> I; 00000 -> 0 -> A; 6Vm9u -> V is second: 2 -> C
SHORT = "001A0000006Vm9u"
LONG = "001A0000006Vm9uIAC"


def test_both_forms_of_one_salesforce_id_join() -> None:
    assert join_key(LONG) == join_key(SHORT) == SHORT


def test_a_checksum_worked_out_by_hand_is_recognised() -> None:
    # a9U29 -> U is third of five: 4 -> E; 00000 -> 0 -> A; 4GNyx -> G and N: 2 + 4 = 6 -> G
    assert join_key("a9U29000004GNyxEAG") == "a9U29000004GNyx"


def test_eighteen_characters_with_another_checksum_are_an_id_of_their_own() -> None:
    assert join_key("001A0000006Vm9uIAD") == "001A0000006Vm9uIAD"
    assert join_key("exactly-18-letters") == "exactly-18-letters"


def test_ids_that_differ_only_by_case_stay_two() -> None:
    assert join_key("a9U290000004GNy") != join_key("a9U290000004GNY")


def test_padding_is_no_part_of_an_id_and_leading_zeros_are() -> None:
    assert join_key("  007 ") == "007"


@given(st.text(alphabet=string.ascii_letters + string.digits, min_size=15, max_size=15))
def test_the_long_form_of_an_id_joins_with_it_and_with_no_other_case_of_it(short: str) -> None:
    blocks = (short[0:5], short[5:10], short[10:15])
    binary = ("".join("01"[c in string.ascii_uppercase] for c in reversed(block)) for block in blocks)
    checksum = "".join("ABCDEFGHIJKLMNOPQRSTUVWXYZ012345"[int(digits, 2)] for digits in binary)

    assert join_key(short + checksum) == short
    if short.swapcase() != short:
        assert join_key(short.swapcase() + checksum) == short.swapcase() + checksum
