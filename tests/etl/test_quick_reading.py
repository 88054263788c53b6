"""What SQL takes over unread is what the functions of Python would have made of it, for every character and form."""

import datetime as dt
import itertools
import random
import string
import sys
import unicodedata
from collections.abc import Callable, Mapping

import duckdb
import pytest

from teamlandkarte.etl.lake_dates import read_date
from teamlandkarte.etl.validation import validate
from teamlandkarte.index.lake_ids import join_key
from teamlandkarte.index.text import plain_text, shown_name

Fill = Callable[[Mapping[str, list[tuple[str | None, ...]]]], None]

# What sits around the borders of the characters that SQL knows, and what combines with a neighbour.
PIECES = ["a", "Z", "~", "!", "&", "&amp;", "<", "<br>", ">", " ", "  ", "\n", "\n\n", "\n\n\n", "\t", "\x00", "\x7f"]
PIECES += [
    "\x85",
    "\xa0",
    "¡",
    "\xad",
    "ɏ",
    "ɐ",
    "é",
    "e\u0301",
    "\u0300",
    "‐",
    "‧",
    "\u2028",
    "\u202f",
    "‰",
    "⁞",
    "\u205f",
    "€",
]


def read(scratch: duckdb.DuckDBPyConnection, fill: Fill, texts: list[str]) -> dict[str, tuple[str | None, str | None]]:
    """Return the line and the lines that validation makes of each text."""
    fill({"capacities": [(str(n), "Ada", text, None, None, None, text) for n, text in enumerate(texts)]})
    validate(scratch)
    found = scratch.execute("SELECT capacity_id, role, description FROM capacities").fetchall()
    return {texts[int(key)]: (line, lines) for key, line, lines in found}


def test_every_character_alone_and_between_others(scratch: duckdb.DuckDBPyConnection, fill_raw: Fill) -> None:
    characters = [chr(code) for code in range(1, sys.maxunicode + 1) if unicodedata.category(chr(code)) != "Cs"]
    texts = [f"x{character}{character}y" for character in characters if ord(character) < 0x3000]

    found = read(scratch, fill_raw, texts)

    assert found == {text: (shown_name(text) or None, plain_text(text) or None) for text in texts}


def test_texts_around_the_borders(scratch: duckdb.DuckDBPyConnection, fill_raw: Fill) -> None:
    draw = random.Random(1)
    texts = sorted({"".join(draw.choices(PIECES, k=draw.randrange(9))) for _ in range(5_000)})
    assert read(scratch, fill_raw, texts) == {
        text: (shown_name(text) or None, plain_text(text) or None) for text in texts
    }


def expected(text: str) -> dt.date | str:
    try:
        return read_date(text) or "blank"
    except ValueError:
        return "unreadable"


@pytest.mark.parametrize(
    "year", ["0000", "0001", "0999", "1000", "1582", "1900", "2024", "2026", "2999", "3000", "9999"]
)
def test_days_of_every_form(scratch: duckdb.DuckDBPyConnection, fill_raw: Fill, year: str) -> None:
    texts = [f"{year}-{month:02}-{day:02}" for month in range(14) for day in (0, 1, 28, 29, 30, 31, 32)]
    texts += [f"{year}-1-5", f" {year}-01-05", f"{year}-01-05\n", f"{year}-01-05 10:00:00", f"{year}-01-05 (BC)"]
    fill_raw({"capacities": [(str(n), "Ada", None, None, text, None, None) for n, text in enumerate(texts)]})
    validate(scratch)

    kept = dict(scratch.execute("SELECT capacity_id, begin_date FROM capacities").fetchall())
    rejected = {key for (key,) in scratch.execute("SELECT key FROM rejected_rows").fetchall()}

    assert rejected == {str(n) for n, text in enumerate(texts) if expected(text) == "unreadable"}
    assert kept == {str(n): expected(text) for n, text in enumerate(texts) if str(n) not in rejected}


def test_ids_between_every_character(scratch: duckdb.DuckDBPyConnection, fill_raw: Fill) -> None:
    characters = [chr(code) for code in range(1, 0x3001)]
    ids = [f"{before}{code}{after}" for code, c in enumerate(characters) for before, after in ((c, "a"), ("b", c))]
    fill_raw({"partners": [(partner_id, "Gleisbau") for partner_id in ids]})

    validate(scratch)

    found = {partner_id for (partner_id,) in scratch.execute("SELECT partner_id FROM partners").fetchall()}
    assert found == {partner_id.strip() for partner_id in ids}


def test_ids_join_as_in_python_whatever_their_length_case_and_checksum(
    scratch: duckdb.DuckDBPyConnection, fill_raw: Fill
) -> None:
    draw = random.Random(1)
    ids = ["exactly-18-letters", "ä" * 9, "ä" * 18, "a" * 17, "a" * 19]
    # 9 is no digit of a checksum: counted as the place before the first one, 9BA would be as much as the right 5AA.
    ids += ["ABCDEabcdeabcde", "ABCDEabcdeabcde9BA"]
    for _ in range(500):
        short = "".join(draw.choices(string.ascii_letters + string.digits, k=15))
        checksums = map("".join, itertools.product("ABEIQZ05", repeat=3))
        right = [short + checksum for checksum in checksums if join_key(short + checksum) == short]
        ids += [short, short.swapcase(), short + "AAA", *right, *(long[:15] + long[15:].lower() for long in right)]
    ids = sorted(set(ids))
    fill_raw({"partners": [(partner_id, "Gleisbau") for partner_id in ids]})

    validate(scratch)

    assert len({join_key(partner_id) for partner_id in ids}) < len(ids) - 10
    first = {join_key(partner_id): partner_id for partner_id in reversed(ids)}
    kept = [partner_id for (partner_id,) in scratch.execute("SELECT partner_id FROM partners").fetchall()]
    assert sorted(kept) == sorted(first.values())
