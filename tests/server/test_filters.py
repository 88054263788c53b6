"""Filters keep exactly the people whom a slow loop over the lake's facts keeps, in the order of the search."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from teamlandkarte.index.config import Matching
from teamlandkarte.index.dataset import CurrentDataset, Dataset
from teamlandkarte.index.requirement import Requirement
from teamlandkarte.index.vocabulary import Vocabulary
from teamlandkarte.server.searches.filters import Criteria, judge, narrowed
from teamlandkarte.server.searches.results import Results

FOR_EVER, EVER_SINCE = dt.date.max, dt.date.min
# Facts of tests/lake/README.md: role, level, first and last day, competences.
PEOPLE: dict[str, tuple[str | None, str | None, dt.date | None, dt.date | None, list[str]]] = {
    "K001": (
        "Backend Developer",
        "Senior",
        dt.date(2026, 1, 1),
        dt.date(2026, 12, 31),
        ["Python", "PostgreSQL", "Kubernetes"],
    ),
    "K002": ("Backend Developer", "Junior", dt.date(2026, 4, 1), FOR_EVER, ["Python", "Java"]),
    "K003": ("Data Scientist", "Senior", None, None, ["Python", "Machine Learning", "Englisch"]),
    "K004": ("Projektleiter", "Expert", dt.date(2026, 6, 15), dt.date(2026, 6, 15), ["Projekt management", "Englisch"]),
    "K005": (
        "Ingenieur Leit- und Sicherungstechnik",
        "Senior",
        EVER_SINCE,
        dt.date(2026, 9, 30),
        ["Stellwerkstechnik", "Gleisbau"],
    ),
    "K006": ("Bauüberwacher", None, dt.date(2026, 3, 1), FOR_EVER, ["Gleisbau", "Qualitätssicherung"]),
    "K007": (None, None, dt.date(2026, 2, 1), dt.date(2026, 8, 31), ["JavaScript"]),
    "K008": ("Frontend Developer", "Senior", dt.date(2026, 5, 1), dt.date(2026, 10, 31), []),
    "K009": ("Frontend Developer", "Junior", dt.date(2025, 1, 1), dt.date(2025, 6, 30), ["JavaScript"]),
    "K010": ("Backend Developer", "Senior", dt.date(2027, 1, 1), FOR_EVER, ["Java", "Kubernetes"]),
    "k010": ("Projektleiter", "Senior", dt.date(2026, 1, 15), dt.date(2026, 7, 15), ["Projekt management"]),
}
ROLES = sorted({role for role, *_ in PEOPLE.values() if role})
COMPETENCES = sorted({name for *_, names in PEOPLE.values() for name in names})
DAYS = st.dates(dt.date(2024, 6, 1), dt.date(2027, 6, 1))


@st.composite
def criteria(draw: st.DrawFn) -> Criteria:
    """Any criteria over what the lake knows."""
    first, last = draw(st.none() | DAYS), draw(st.none() | DAYS)
    if first and last and first > last:
        first, last = last, first
    return Criteria(
        role=draw(st.none() | st.sampled_from(ROLES)),
        role_level=draw(st.none() | st.sampled_from(["Senior", "junior", "EXPERT", "Lead"])),
        competences=tuple(draw(st.lists(st.sampled_from(COMPETENCES), max_size=2))),
        date_start=first,
        date_end=last,
        availability=draw(st.sampled_from(["overlaps", "covers"])),
        min_similarity=draw(st.sampled_from([0.0, 0.2, 0.7, 1.0])),
    )


def keeps(wanted: Criteria, capacity_id: str, dataset: Dataset) -> bool:
    """Say by the facts of one person whether every criterion keeps this person."""
    role, level, begin, end, competences = PEOPLE[capacity_id]
    if wanted.role and (role is None or not near(wanted.role, [role], dataset.roles, wanted.min_similarity)):
        return False
    if wanted.role_level and (level or "").lower() != wanted.role_level.lower():
        return False
    if not all(near(name, competences, dataset.competences, wanted.min_similarity) for name in wanted.competences):
        return False
    if wanted.date_start is None and wanted.date_end is None:
        return True
    if begin is None or end is None:
        return True
    first, last = wanted.date_start or EVER_SINCE, wanted.date_end or FOR_EVER
    return begin <= first and end >= last if wanted.availability == "covers" else begin <= last and end >= first


def near(wanted: str, own: Sequence[str], vocabulary: Vocabulary, floor: float) -> bool:
    """Say whether one of a person's terms is similar enough."""
    similarity = dict(zip(vocabulary.terms, vocabulary.row(wanted).tolist(), strict=True))
    best = max((similarity[term] for term in own), default=0)
    return best >= round(floor * 1_000_000)


@pytest.fixture(scope="module")
def dataset(current: CurrentDataset) -> Dataset:
    return current.get()


@settings(max_examples=150)
@given(wanted=criteria(), further=criteria())
def test_a_filter_keeps_whom_a_slow_loop_keeps(dataset: Dataset, wanted: Criteria, further: Criteria) -> None:
    ranking = dataset.matcher(Matching()).rank(Requirement(role_names=("Backend Developer",), competences=("Java",)))
    unknown = ~dataset.people.windows.known
    everybody = len(dataset.people)
    order = [dataset.people.ids[row] for row in Results(ranking).first(everybody).tolist()]
    once = narrowed(Results(ranking), judge(wanted, dataset), unknown)
    twice = narrowed(once, judge(further, dataset), unknown)
    for results, asked in ((once, [wanted]), (twice, [wanted, further])):
        rows = results.first(everybody)
        left = [dataset.people.ids[row] for row in rows.tolist()]
        expected = [one for one in order if all(keeps(criteria, one, dataset) for criteria in asked)]
        assert left == [one for one in expected if one != "K003"] + [one for one in expected if one == "K003"]
        assert results.places(rows) == list(range(1, len(left) + 1))
        for category, count in results.counts.items():
            of_category = [row for row in rows.tolist() if ranking.category(row).value == category]
            assert results.within(category).first(everybody).tolist() == of_category
            assert len(of_category) == count
            for limit in range(len(left) + 1):
                assert results.within(category).first(limit).tolist() == of_category[:limit]
                page = results.within(category).first(everybody)[limit:]
                assert results.places(page) == [rows.tolist().index(row) + 1 for row in page.tolist()]
        for limit in range(len(left) + 1):
            assert results.first(limit).tolist() == rows.tolist()[:limit]


@settings(max_examples=100)
@given(wanted=criteria())
def test_loosening_a_filter_never_loses_anybody(dataset: Dataset, wanted: Criteria) -> None:
    def left(asked: Criteria) -> set[int]:
        ranking = dataset.matcher(Matching()).rank(Requirement(competences=("Java",)))
        return set(narrowed(Results(ranking), judge(asked, dataset), None).first(len(dataset.people)).tolist())

    kept = left(wanted)
    assert kept <= left(replace(wanted, min_similarity=0.0))
    assert kept <= left(replace(wanted, availability="overlaps"))
    assert kept <= left(replace(wanted, role=None))
    assert kept <= left(replace(wanted, competences=wanted.competences[:1]))
    assert kept <= left(replace(wanted, date_start=None, date_end=None))


@pytest.mark.parametrize(
    ("certificate", "floor", "holders"),
    [
        ("Scrum Master", 0.7, {"K001"}),
        ("kubernetes administrator", 1.0, {"K001"}),
        ("Kubernetis", 0.7, {"K001"}),
        ("Planprüfer", 0.7, {"K005"}),
        ("Sicherung", 0.7, {"K005", "K006"}),
        ("Scrum Product Owner", 0.7, set()),
        ("PMP", 0.7, set()),
        ("PMP", 0.0, set()),
    ],
)
def test_certificates_are_found_by_their_words(
    dataset: Dataset, certificate: str, floor: float, holders: set[str]
) -> None:
    (criterion,) = judge(Criteria(certificate=certificate, min_similarity=floor), dataset)
    assert {one for one, kept in zip(dataset.people.ids, criterion.keeps, strict=True) if kept} == holders
