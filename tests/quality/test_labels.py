"""The labelled texts are what their README says: otherwise every figure measured on them is wrong."""

import datetime as dt
import unicodedata
from collections import Counter

from tests.quality.labels import HALVES, PARTS, LabelledText, Words, labelled_texts, quality_vocabulary

TEXTS = [text for part in PARTS for text in labelled_texts(part)]


def all_words(text: LabelledText) -> list[Words]:
    return [*text.competences, *text.dates.said, *(text.roles or ())]


def test_a_span_holds_the_words_it_labels() -> None:
    for text in TEXTS:
        for label in all_words(text):
            start, end = label.span
            assert label.words.strip(), text.id
            assert text.text[start:end] == label.words, text.id


def test_a_label_leads_to_terms_of_the_vocabulary() -> None:
    vocabulary = quality_vocabulary()
    for text in TEXTS:
        for label in text.competences:
            assert label.terms, text.id
            assert set(label.terms) <= set(vocabulary.competences), text.id
        for role in text.roles or ():
            assert role.names, text.id
            assert set(role.names) <= set(vocabulary.roles), text.id


def test_only_what_is_to_be_found_has_a_level() -> None:
    labels = [(text.id, label) for text in TEXTS for label in text.competences]
    assert [name for name, label in labels if (label.level is not None) != (label.expect == "found")] == []


def test_no_term_is_both_wanted_and_forbidden() -> None:
    for text in TEXTS:
        forbidden = {term for label in text.competences if label.expect == "forbidden" for term in label.terms}
        others = {term for label in text.competences if label.expect != "forbidden" for term in label.terms}
        assert not forbidden & others, text.id


def test_a_term_has_one_level_in_a_text() -> None:
    for text in TEXTS:
        levels = Counter(term for label in text.wanted for term in label.terms)
        found = {(term, label.level) for label in text.competences if label.level for term in label.terms}
        assert len(found) == len(levels), text.id


def test_dates_are_labelled_with_the_words_that_say_them() -> None:
    assert [text.id for text in TEXTS if bool(text.dates.start or text.dates.end) != bool(text.dates.said)] == []


def test_the_time_sought_does_not_end_before_it_begins() -> None:
    for text in TEXTS:
        start, end = text.dates.start, text.dates.end
        assert not isinstance(start, dt.date) or not isinstance(end, dt.date) or start <= end, text.id


def test_a_title_begins_its_text_and_every_task_has_one() -> None:
    for text in TEXTS:
        assert text.text.startswith(text.title), text.id
        assert text.title or text.kind != "task", text.id


def test_boilerplate_seeks_nothing() -> None:
    boilerplate = [text for text in TEXTS if text.kind == "boilerplate"]
    assert all(not all_words(text) and text.roles == () for text in boilerplate)
    assert len(boilerplate) >= 12


def test_every_text_stands_once() -> None:
    assert len({text.id for text in TEXTS}) == len({text.text for text in TEXTS}) == len(TEXTS) >= 140


def test_the_halves_are_alike_in_kind_and_language() -> None:
    tuning, kept = (Counter((text.kind, text.language) for text in labelled_texts(half)) for half in HALVES)
    assert all(abs(tuning[group] - kept[group]) <= 1 for group in tuning | kept)
    assert all(text.half == half for half in HALVES for text in labelled_texts(half))


def test_only_the_kept_half_and_the_unread_texts_must_not_be_looked_at() -> None:
    for part in PARTS:
        half = "kept" if part in ("kept", "unread") else "tuning"
        assert {text.half for text in labelled_texts(part)} == {half}


def test_most_texts_are_german() -> None:
    assert sum(text.language == "de" for text in TEXTS) >= 0.6 * len(TEXTS)


def test_both_halves_hold_decomposed_umlauts() -> None:
    for half in HALVES:
        assert any(text.text != unicodedata.normalize("NFC", text.text) for text in labelled_texts(half))
