"""Character n-grams, against a slow loop over the definition."""

import gzip
import json
import math
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from teamlandkarte.index.ngrams import CharacterNgrams

TERMS = [
    "Python",
    "Java",
    "JavaScript",
    "C",
    "C++",
    "C#",
    "k8s",
    "Projektleiter",
    "Projektleitung",
    "SAP HANA",
    "Gleisbau",
]
words = st.text(st.sampled_from("abcdeknpst äöüßC#+8"), min_size=1, max_size=20).filter(lambda text: text.strip() != "")


def pieces(text: str) -> list[str]:
    found = []
    for word in text.lower().split():
        padded = " " + word + " "
        found += [padded[i : i + 3] for i in range(len(padded) - 2)]
    return found


@cache
def label_counts() -> tuple[int, Mapping[str, int]]:
    packed = Path(__file__).with_name("reference") / "esco_labels.txt.gz"
    labels = gzip.decompress(packed.read_bytes()).decode().splitlines()
    counts: dict[str, int] = {}
    for label in labels:
        for piece in set(pieces(label)):
            counts[piece] = counts.get(piece, 0) + 1
    return len(labels), counts


def slow_cosine(one: str, other: str) -> float:
    labels, counts = label_counts()

    def vector(text: str) -> dict[str, float]:
        found = pieces(text)
        return {
            piece: (1 + math.log(found.count(piece))) * (math.log((1 + labels) / (1 + counts.get(piece, 0))) + 1)
            for piece in found
        }

    a, b = vector(one), vector(other)
    dot = sum(weight * b.get(piece, 0.0) for piece, weight in a.items())
    return dot / math.sqrt(sum(w * w for w in a.values())) / math.sqrt(sum(w * w for w in b.values()))


def test_the_shipped_counts_are_those_of_the_labels() -> None:
    packed = files("teamlandkarte.index").joinpath("encoder", "esco_ngrams.json.gz").read_bytes()
    shipped = json.loads(gzip.decompress(packed))

    assert (shipped["labels"], shipped["counts"]) == label_counts()


@settings(max_examples=60)
@given(terms=st.lists(words, min_size=1, max_size=8), text=words)
def test_a_row_holds_the_cosines_of_the_tf_idf_vectors(terms: list[str], text: str) -> None:
    row = CharacterNgrams(terms).row(text)

    assert row.tolist() == pytest.approx([slow_cosine(text, term) for term in terms], abs=2e-6)


def test_the_same_spelling_is_1_and_no_common_piece_is_0() -> None:
    row = CharacterNgrams(TERMS).row("python")

    assert row[TERMS.index("Python")] == 1.0
    assert row[TERMS.index("Gleisbau")] == 0.0


def test_spellings_that_no_label_knows_still_resemble_each_other() -> None:
    assert CharacterNgrams(["xqzwvk"]).row("xqzwv")[0] > 0.5


def test_another_term_in_the_list_changes_no_cosine() -> None:
    alone = [CharacterNgrams([term]).row("Projektleiterin")[0] for term in TERMS]

    assert CharacterNgrams(TERMS).row("Projektleiterin").tolist() == alone


def test_without_terms_a_row_is_empty() -> None:
    assert CharacterNgrams([]).row("Python").shape == (0,)


def test_a_text_without_letters_resembles_nothing() -> None:
    assert CharacterNgrams(TERMS).row("").tolist() == [0.0] * len(TERMS)
